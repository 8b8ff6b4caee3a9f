#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One signed-in device or browser, from sign-in to sign-out or expiry.
public struct Session: Sendable, Equatable {
  public typealias ID = Identifier<Session>

  /// How the holder proves the session: rotating refresh tokens, or the hosted page's cookie.
  public enum Carrier: String, Sendable {
    case tokens, cookie
  }

  public let id: ID
  public let userID: User.ID
  public let applicationID: String
  public let carrier: Carrier
  public let createdAt: Date
  public var lastUsedAt: Date
  /// The end nothing extends.
  public let expiresAt: Date
  /// The identities that the session rests on, one proof each, in the order in which they were first proven.
  /// Empty for a session of an anonymous user.
  public var proofs: [SessionProof]
  /// Set once, when the session ends before its time.
  public var endedAt: Date?
  /// Mixed into the per-session key, so that no two sessions share one.
  public let keySalt: [UInt8]
  public var refresh: RefreshState
  public var client: ClientDescription
  /// The NEAR key that opened the session; asked of the chain again as the session is refreshed.
  public var nearKey: NEARSessionKey?
  /// What the client that it was opened for may do; nil of a session that its application's own sign-in
  /// opened.
  public let scopes: Scopes?

  public init(
    id: ID, userID: User.ID, applicationID: String, carrier: Carrier, createdAt: Date,
    lastUsedAt: Date, expiresAt: Date, proofs: [SessionProof],
    endedAt: Date? = nil, keySalt: [UInt8], refresh: RefreshState = RefreshState(),
    client: ClientDescription, nearKey: NEARSessionKey? = nil, scopes: Scopes? = nil
  ) {
    self.id = id
    self.userID = userID
    self.applicationID = applicationID
    self.carrier = carrier
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
    self.proofs = proofs
    self.endedAt = endedAt
    self.keySalt = keySalt
    self.refresh = refresh
    self.client = client
    self.nearKey = nearKey
    self.scopes = scopes
  }

  /// Whether the session opens anything at `instant`.
  public func isLive(at instant: Date) -> Bool { endedAt == nil && instant < expiresAt }

  /// Whether it ends with its first access token: it was opened for a client that asked for nothing to refresh it
  /// with.
  public var isBrief: Bool { !(scopes?.isRefreshable ?? true) }

  /// When the user last proved an identity (RFC 9068 `auth_time`); the start of a session without proofs.
  public var authenticatedAt: Date { proofs.map(\.provenAt).max() ?? createdAt }

  /// The methods of the proofs, each once (RFC 8176 `amr`).
  public var methods: [String] {
    guard !proofs.isEmpty else { return [SignInMethodName.anonymous.rawValue] }
    return proofs.map(\.method.rawValue).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether the session was opened for an anonymous user. No proof renews such a session.
  var isAnonymous: Bool { proofs.allSatisfy { $0.method == .anonymous } }

  /// Whether a proof by `user` renews the session instead of opening another one. An application's tokens
  /// renew nothing of another application's.
  package func isRenewed(
    by user: User.ID, for applicationID: String, as carrier: Carrier, at instant: Date
  ) -> Bool {
    userID == user && self.applicationID == applicationID && self.carrier == carrier && isLive(at: instant)
  }

  /// Keeps what the chain said of the session's key, unless a sign-in has put another in its place since the
  /// chain was asked.
  mutating func confirm(_ key: NEARSessionKey) {
    guard let held = nearKey, held.isSameKey(as: key), held.confirmedAt < key.confirmedAt else { return }
    nearKey = key
  }

  /// Records a proof; an earlier one of the same identity is replaced.
  mutating func record(_ proof: SessionProof) {
    if let index = proofs.firstIndex(where: { $0.identity == proof.identity }) {
      proofs[index] = proof
    } else {
      proofs.append(proof)
    }
  }

  /// Takes away the proof of an identity that is being removed from the account. The session ends if it rests
  /// on no other identity.
  ///
  /// - Returns: false if the session does not rest on the identity.
  mutating func withdraw(_ identity: Identity, at now: Date) -> Bool {
    guard proofs.contains(where: { $0.identity == identity.id }) else { return false }
    proofs.removeAll { $0.identity == identity.id }
    if let key = nearKey, identity.key.kind == .near, identity.key.identifier == key.accountID,
      identity.key.network == key.network
    {
      nearKey = nil
    }
    if proofs.isEmpty { endedAt = now }
    return true
  }
}
