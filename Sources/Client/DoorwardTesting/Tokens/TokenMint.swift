import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation
import JOSE

/// Makes tokens like the server's (RFC 9068) and stores them: a received token is looked up, not verified.
struct TokenMint: Sendable {
  /// The calls that a token opens.
  enum Use: Sendable {
    case access, account

    var scope: String {
      switch self {
      case .access: "user:read"
      case .account: "account"
      }
    }
  }

  struct Issued: Sendable {
    let use: Use
    let session: String
    let expiresAt: Date
  }

  private(set) var issued: [String: Issued] = [:]
  private var key: TokenKey?

  /// The keys that verify its tokens (RFC 7517 §5).
  mutating func published() throws -> JSONValue {
    try JSONWebKeySet([try signingKey().publicKey]).json()
  }

  /// Issues a token for one use. It never outlives its session.
  mutating func issue(
    _ use: Use, for session: Session, _ application: Application, at now: Date
  ) throws -> String {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let expiry = min(
      issuedAt + application.offer.accessTokenLifetime, Int64(session.expiresAt.timeIntervalSince1970))
    let token = try sign([
      "iss": .string(application.issuer), "sub": .string(session.user),
      "aud": .string(use == .access ? application.audience : application.issuer),
      "client_id": .string(application.id), "exp": .integer(expiry), "iat": .integer(issuedAt),
      "jti": .string(Base64URL.encode(randomBytes(16))), "sid": .string(session.id),
      "auth_time": .integer(Int64(session.authenticatedAt.timeIntervalSince1970)),
      "acr": .string(session.assurance), "amr": .strings(session.methods),
      "scope": .string(use.scope),
    ])
    issued[token] = Issued(
      use: use, session: session.id, expiresAt: Date(timeIntervalSince1970: Double(expiry)))
    return token
  }

  /// Issues the access token of a guest.
  mutating func issue(toGuest id: String, _ application: Application, at now: Date) throws -> String {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let token = try sign([
      "iss": .string(application.issuer), "sub": .string(id), "aud": .string(application.audience),
      "client_id": .string(application.id), "exp": .integer(issuedAt + application.offer.accessTokenLifetime),
      "iat": .integer(issuedAt), "jti": .string(Base64URL.encode(randomBytes(16))),
      "acr": .string(AssuranceName.anonymous),
      "amr": [.string(WireMethod.guest)], "scope": .string(WireMethod.guest),
    ])
    return token
  }

  private mutating func sign(_ claims: JSONObject) throws -> String {
    let key = try signingKey()
    let header: JSONObject = ["alg": "ES256", "typ": "at+jwt", "kid": .string(key.publicKey.thumbprint)]
    let input = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(claims.serialized()))"
    return "\(input).\(Base64URL.encode(try key.sign(Array(input.utf8))))"
  }

  private mutating func signingKey() throws -> TokenKey {
    if let key { return key }
    let new = try TokenKey()
    key = new
    return new
  }
}

extension RefreshTokenText {
  /// The token of a session numbered `counter`.
  init(of session: Session, counter: UInt64) {
    self.init(session: idBytes(session.id), counter: counter, tag: Self.tag(session, counter))
  }

  /// The id of the session.
  var sessionID: String { id(of: session) }

  /// Whether a session issued the token.
  func isIssued(by session: Session) -> Bool {
    session.id == sessionID && tag == Self.tag(session, counter)
  }

  private static func tag(_ session: Session, _ counter: UInt64) -> [UInt8] {
    SHA256.hash(session.salt + bytes(of: counter))
  }
}
