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
  /// When the person last proved themself (RFC 9068 `auth_time`).
  public var authenticatedAt: Date
  /// The methods of that proof (RFC 8176).
  public var methods: [String]
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
    lastUsedAt: Date, expiresAt: Date, authenticatedAt: Date, methods: [String],
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
    self.authenticatedAt = authenticatedAt
    self.methods = methods
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

  /// Whether nobody has proven anything in it: it was opened for a visitor, and no proof renews it.
  var isAnonymous: Bool { methods.contains(SignInMethodName.anonymous.rawValue) }

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
}
