import DoorwardHTTP
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The claims that the tokens of a user would have if the user allowed a client's request now. No token is made.
package struct TokenPreview: Sendable {
  /// Why a user cannot use an application.
  package struct Refusal: Sendable {
    /// The code of the refusal of a sign-in, or `invalid_scope`.
    package let code: String
    package let detail: String
  }

  /// The requested scopes that the application may have.
  package let scopes: Scopes
  /// The session on the page that would open the client's session; nil if the user must sign in first.
  package let page: Session.ID?
  /// Why the user cannot use the application; nil if the user can. Then there are no claims.
  package let refusal: Refusal?
  package let accessToken: JSONObject?
  /// nil without the scope `openid`.
  package let idToken: JSONObject?
  /// The answer of userinfo; nil without the scope `openid`.
  package let userinfo: JSONObject?
}

/// Previews the tokens of users, with the code that makes them.
package struct TokenPreviews: Sendable {
  /// The most sessions of a user that are examined.
  fileprivate static let mostSessions = 100
  /// The claims that follow from the sign-in.
  private static let claimsOfSignIn = ["auth_time", "acr", "amr"]

  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let tokens: TokenIssuer
  private let opening: ClientSessionOpening

  package init(
    store: any Store, clock: WallClock, random: RandomSource, tokens: TokenIssuer,
    opening: ClientSessionOpening
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.tokens = tokens
    self.opening = opening
  }

  /// Previews the tokens of a user.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - application: the client.
  ///   - requested: the scopes that the client requests.
  /// - Returns: the preview; nil if there is no such user.
  /// - Throws: ``StoreError``; the errors of the keys and of the random source.
  package func preview(
    of id: User.ID, in application: Application, requesting requested: Scopes
  ) async throws -> TokenPreview? {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let scopes = application.client.allowed(of: requested)
    let read = try await store.read { snapshot -> Reading? in
      guard let user = try snapshot.user(id) else { return nil }
      let refusal = try snapshot.refusal(of: user, in: application, scopes, at: now)
      let view = try UserView(user, for: application.id, in: snapshot)
      return Reading(
        user: user, view: view, claims: try UserClaims(of: view, for: scopes, in: snapshot),
        page: try refusal == nil ? snapshot.page(of: id, for: application, at: now) : nil, refusal: refusal)
    }
    guard let read else { return nil }
    guard read.refusal == nil else {
      return TokenPreview(
        scopes: scopes, page: nil, refusal: read.refusal, accessToken: nil, idToken: nil, userinfo: nil)
    }
    // A user who is signed out gets a session on the page first.
    let page =
      read.page
      ?? Session(
        id: ids.session, userID: id, applicationID: application.id, carrier: .cookie, createdAt: now,
        lastUsedAt: now, expiresAt: .distantFuture, proofs: [], keySalt: ids.salt,
        client: ClientDescription())
    let session = opening.session(
      from: page, for: application, with: scopes, ids: ids, to: ClientDescription(), at: now)
    let access = try await tokens.tokens(of: session, application: application, at: now)
      .claims(of: .access, scopes: scopes, roles: read.view.roles)
    var accessToken = try JSONParser.parse(access).object ?? JSONObject()
    var (idToken, userinfo): (JSONObject?, JSONObject?)
    if scopes.contains(.openID) {
      let claims = IDTokenClaims(
        user: read.user, claims: read.claims, session: session, signedInOnPage: page.id, nonce: nil,
        accessToken: nil)
      idToken = tokens.claims(of: claims, application: application, at: now)
      userinfo = read.claims.userinfo(
        in: application, within: scopes, PhotoAddresses(origin: tokens.issuer))
    }
    if read.page == nil {
      for name in Self.claimsOfSignIn {
        accessToken[name] = JSONValue?.none
        idToken?[name] = JSONValue?.none
      }
    }
    return TokenPreview(
      scopes: scopes, page: read.page?.id, refusal: nil, accessToken: accessToken, idToken: idToken,
      userinfo: userinfo)
  }

  private struct Reading: Sendable {
    let user: User
    let view: UserView
    let claims: UserClaims
    let page: Session?
    let refusal: TokenPreview.Refusal?
  }
}

extension StoreReading {
  /// Why a user cannot use a client, whatever the sign-in.
  fileprivate func refusal(
    of user: User, in application: Application, _ scopes: Scopes, at now: Date
  ) throws -> TokenPreview.Refusal? {
    guard scopes.opensSomething else {
      return TokenPreview.Refusal(
        code: WireCode.invalidScope,
        detail: "The application may have none of openid, user:read and account among these scopes.")
    }
    guard user.kind != .anonymous else {
      return TokenPreview.Refusal(
        code: WireCode.signUpRequired, detail: "An anonymous user cannot sign in to a client.")
    }
    do {
      try requireNotBanned(user.id, at: now)
      _ = try application.signUp.requireFirstGrant(of: user.id, to: application.id, at: now, in: self)
    } catch let problem as Problem {
      return TokenPreview.Refusal(code: problem.code, detail: problem.detail)
    }
    return nil
  }

  /// The newest session on the page that suffices for a client.
  fileprivate func page(of user: User.ID, for application: Application, at now: Date) throws -> Session? {
    try liveSessions(of: user, at: now, lastingOnly: true, after: nil, limit: TokenPreviews.mostSessions)
      .first {
        try $0.carrier == .cookie && !$0.isByLink
          && ClientRequirement(application).objection(to: $0, at: now, in: self) == nil
      }
  }
}
