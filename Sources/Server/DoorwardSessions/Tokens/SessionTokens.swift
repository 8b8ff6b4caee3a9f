package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes the access token and the account token of a session at one moment (RFC 9068). ``TokenIssuer`` prepares it.
///
/// A token never expires later than its session.
package struct SessionTokens {
  let issuer: String
  let random: RandomSource
  let signer: BearerSigner
  let session: Session
  let application: Application
  let issuedAt: Int64
  let expiresAt: Int64

  /// Makes a token for one use.
  ///
  /// - Parameters:
  ///   - use: the use of the token.
  ///   - scopes: the scopes that the client may use; nil if no client requested scopes.
  ///   - roles: the roles that the user has got in the application. Only an access token has them.
  /// - Returns: the compact JWT.
  /// - Throws: the errors of the random source and of the library.
  package func token(_ use: TokenUse, scopes: Scopes?, roles: [String] = []) throws -> String {
    try signer.sign(
      claims(of: use, scopes: scopes, roles: roles), type: "at+jwt", isSoonUsed: use == .access)
  }

  /// The claims of a token, as JSON. The parameters are those of ``token(_:scopes:roles:)``.
  ///
  /// - Throws: the errors of the random source.
  package func claims(of use: TokenUse, scopes: Scopes?, roles: [String] = []) throws -> [UInt8] {
    let id = Base64URL.encode(try random.bytes(16))
    var claims = JSONWriter()
    claims.object { claims in
      claims.member("iss", .string(issuer))
      claims.member("sub", .string(session.userID.text))
      claims.member("aud", .string(use.audience(application, issuer: issuer)))
      claims.member("client_id", .string(application.id))
      claims.member("exp", .integer(expiresAt))
      claims.member("iat", .integer(issuedAt))
      claims.member("jti", .string(id))
      claims.member("sid", .string(session.id.text))
      claims.member("auth_time", .integer(Int64(session.authenticatedAt.timeIntervalSince1970)))
      claims.member("acr", .string(session.assurance.rawValue))
      claims.member("amr", .strings(session.methods.map(\.rawValue)))
      claims.member("scope", .string(use.scope(of: scopes)))
      if use == .access, let roles = application.rolesClaim(of: roles) {
        claims.member(WireUser.Members.roles, roles)
      }
    }
    return claims.finish()
  }
}

/// The two tokens of a session. A backend receives the access token, which does not open the user's account.
package enum TokenUse: Sendable {
  /// For the application's backends: `aud` is the application's audience.
  case access
  /// For this server's own calls: `aud` is the issuer.
  case account

  /// The `scope` of the token.
  package func scope(of scopes: Scopes?) -> String {
    switch self {
    case .access: (scopes?.ofAccessToken ?? Scopes([.userRead])).text
    case .account: Scope.account.rawValue
    }
  }

  package func audience(_ application: Application, issuer: String) -> String {
    switch self {
    case .access: application.audience
    case .account: issuer
    }
  }
}
