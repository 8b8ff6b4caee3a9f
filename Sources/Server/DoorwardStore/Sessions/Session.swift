package import DoorwardServerRules

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One signed-in device or browser, from sign-in to sign-out or expiry.
package struct Session: Sendable, Equatable {
  package typealias ID = Identifier<Session>

  /// The way in which the client proves the possession of the session.
  package enum Carrier: String, Sendable {
    /// By rotating refresh tokens.
    case tokens
    /// By the cookie of the hosted page.
    case cookie
  }

  package let id: ID
  package let userID: User.ID
  package let applicationID: String
  package let carrier: Carrier
  package let createdAt: Date
  package var lastUsedAt: Date
  /// The latest end of the session. It is never extended.
  package let expiresAt: Date
  /// The proofs of the session, one for each identity and one for the second factor, the latest last.
  package var proofs: [SessionProof]
  /// Set once, by the store, if the session ends before it expires.
  package let ending: SessionEnding?
  /// Included in the key of the session, so that no two sessions have the same key.
  package let keySalt: [UInt8]
  package var refresh: RefreshRotation
  package var client: ClientDescription
  /// The scopes of the client that the session was opened for; nil if a direct sign-in of the application opened it.
  package let scopes: Scopes?

  package init(
    id: ID, userID: User.ID, applicationID: String, carrier: Carrier, createdAt: Date,
    lastUsedAt: Date, expiresAt: Date, proofs: [SessionProof], ending: SessionEnding? = nil,
    keySalt: [UInt8], refresh: RefreshRotation = RefreshRotation(), client: ClientDescription,
    scopes: Scopes? = nil
  ) {
    self.id = id
    self.userID = userID
    self.applicationID = applicationID
    self.carrier = carrier
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
    self.proofs = proofs
    self.ending = ending
    self.keySalt = keySalt
    self.refresh = refresh
    self.client = client
    self.scopes = scopes
  }

  /// Whether the session gives access at `instant`.
  package func isLive(at instant: Date) -> Bool { ending == nil && instant < expiresAt }

  /// Whether the session ends with its first access token, because its client did not ask for a way to refresh it.
  package var isBrief: Bool { !(scopes?.isRefreshable ?? true) }

  /// The proofs of the latest sign-in: the identity that was proven last, and the second factor that followed it.
  ///
  /// An earlier proof is not made recent by a later one, so the rights of the session follow from these alone.
  package var latestProofs: [SessionProof] {
    Array(proofs[(proofs.lastIndex { !$0.isOfSecondFactor } ?? 0)...])
  }

  /// The time of the latest sign-in, when its last factor was proven (RFC 9068 `auth_time`); the start of a session without
  /// proofs.
  package var authenticatedAt: Date { latestProofs.map(\.provenAt).max() ?? createdAt }

  /// The methods of the latest sign-in (RFC 8176 `amr`).
  package var methods: [SignInMethodName] {
    latestProofs.map(\.method).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether the latest sign-in has a proof of a second factor that is not a sent code.
  package var hasSecondFactor: Bool { latestProofs.contains { $0.assurance == .secondFactor } }

  /// The assurance of the latest sign-in: that of its second factor if it has one (`acr`).
  package var assurance: Assurance {
    let proofs = latestProofs
    if hasSecondFactor { return .secondFactor }
    return (proofs.first(where: \.isOfSecondFactor) ?? proofs.first)?.assurance ?? .none
  }

  /// Whether the session was opened for an anonymous user. No proof renews such a session.
  package var isAnonymous: Bool { assurance == .none }

  /// Whether the latest sign-in was by the link of an administrator, also if a second factor followed. The page's gate
  /// lets such a session add a way to sign in, and do nothing else.
  package var isByLink: Bool { latestProofs.contains(where: \.isByLink) }

  /// Whether a proof by `user` renews the session instead of opening another one. A proof for one application renews
  /// no session of another application.
  package func isRenewed(
    by user: User.ID, for applicationID: String, as carrier: Carrier, at instant: Date
  ) -> Bool {
    userID == user && self.applicationID == applicationID && self.carrier == carrier && isLive(at: instant)
  }

  package mutating func withdrawSecondFactor() { proofs.removeAll(where: \.isOfSecondFactor) }

  /// Records a proof. It replaces an earlier proof of the same identity, or of a second factor.
  package mutating func record(_ proof: SessionProof) {
    proofs.removeAll { $0.identity == proof.identity }
    proofs.append(proof)
  }

  /// Withdraws the proof of an identity that leaves the account.
  ///
  /// - Returns: false if the session does not rest on the identity.
  package mutating func withdraw(_ identity: Identity.ID) -> Bool {
    guard proofs.contains(where: { $0.identity == identity }) else { return false }
    // A second factor belongs to the sign-in that it followed.
    if latestProofs.first?.identity == identity { withdrawSecondFactor() }
    proofs.removeAll { $0.identity == identity }
    return true
  }

  /// Whether the session has a proof of an identity.
  package var restsOnIdentity: Bool { proofs.contains { $0.identity != nil } }
}

extension Session {
  /// The position of the session in the list of its user's sessions.
  package var position: ListPosition<Session> { ListPosition(moment: createdAt, id: id) }
}

/// The description of a session's device in a list. It is a label and proves nothing.
package struct ClientDescription: Sendable, Equatable {
  /// The `User-Agent`, cut to a bounded length.
  package var device: String?
  /// The client's address as text.
  package var network: String?

  package init(device: String? = nil, network: String? = nil) {
    self.device = device
    self.network = network
  }
}
