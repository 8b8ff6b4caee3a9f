import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A link by which a user who has lost every way to sign in gets in once. An administrator makes it.
package struct SignInLink: Sendable {
  /// The time in which a link works, in seconds.
  package static let lifetime: TimeInterval = 3600

  /// The id that is spent when the link is used. It has the time of the link.
  package let id: ChallengeID
  package let user: User.ID
  package let maker: Maker

  /// Whose right the link rests on. It ends with this right.
  package struct Maker: Sendable {
    /// The administrator, also the one of a key; nil for a command, and for a key that a command has made.
    package let administrator: User.ID?
    /// The hash of the key; nil if there was none.
    package let key: [UInt8]?

    package init(administrator: User.ID? = nil, key: [UInt8]? = nil) {
      self.administrator = administrator
      self.key = key
    }
  }

  package var createdAt: Date { id.issuedAt }
  package var expiresAt: Date { createdAt.addingTimeInterval(Self.lifetime) }

  package init(id: ChallengeID, user: User.ID, maker: Maker) {
    self.id = id
    self.user = user
    self.maker = maker
  }
}

extension SignInMethodName {
  /// The link of an administrator. No application offers it.
  package static let link = SignInMethodName(rawValue: "link")
}

extension Admission {
  /// Signs in a user whom an administrator lets in by a link. The user has proven nothing, so a second factor is still asked
  /// for, and the session only lets the user add a way to sign in.
  ///
  /// - Parameters:
  ///   - link: the link, which is spent once.
  ///   - opening: the values that the session is opened with.
  /// - Returns: the signed-in user; or that the user must prove a second factor first.
  /// - Throws: `Problem` 401 `challenge_used`, `challenge_expired`, `invalid_challenge` if there is no such user, if the
  ///   account is about to be deleted, if the user has secured it since, or is an administrator, or if the maker of the link has
  ///   lost the right, 403 `user_banned`, `second_factor_unavailable`; ``StoreError``.
  func signIn(by link: SignInLink, _ opening: SessionOpening) async throws -> SignInOutcome {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let outcome: SignInOutcome = try await store.admit { [sessions, secondFactors, notices] transaction in
      let id = link.user
      let challenge = AnsweredChallenge(id: link.id, expiresAt: link.expiresAt)
      if let refusal = try transaction.refusal(spending: challenge, at: now) { throw refusal }
      guard var user = try transaction.user(id), try transaction.isOpenToLinks(user),
        user.securedAt.map({ $0 < link.createdAt }) ?? true,
        try transaction.mayLetIn(link.maker, at: now)
      else { throw Problem.invalidChallenge }
      try transaction.requireNotBanned(id, at: now)
      let proof = SessionProof(identity: nil, method: .link, assurance: .link, provenAt: now)
      let waiting = try secondFactors.request(
        ids.waiting, after: .user(id, proof, ProvenUse()), before: nil, opening, at: now, in: transaction)
      if let waiting { return .secondFactorRequired(waiting) }
      user.lastSignInAt = now
      try transaction.noteSignIn(of: id, at: now)
      let (session, _) = try sessions.open(
        ids.session, salt: ids.salt, for: user, isNewUser: false, by: [proof], opening,
        refresh: RefreshRotation(), at: now, in: transaction)
      let view = try UserView(user, for: opening.application.id, in: transaction)
      // Another person may have the link, so the device is announced also if it is known.
      let isAnnounced = try notices.announce(
        user, identities: view.identities, on: opening.client, opening.application,
        language: opening.language, at: now, in: transaction)
      return .signedIn(
        SignedIn(user: user, session: session, isNewUser: false, view: view, isAnnounced: isAnnounced))
    }
    if case .signedIn(let signedIn) = outcome, signedIn.isAnnounced { notices.messenger.deliver() }
    return outcome
  }
}

extension StoreReading {
  /// Whether the link of an administrator may sign in a user. It opens no administrator's account: the key that made it may have
  /// fewer rights than the role.
  func isOpenToLinks(_ user: User) throws -> Bool {
    try user.kind == .registered && user.deletion == nil && administrator(user.id) == nil
  }

  /// Whether the maker of a link still has the right to make one.
  fileprivate func mayLetIn(_ maker: SignInLink.Maker, at now: Date) throws -> Bool {
    if let key = maker.key, try administrationKey(hash: key)?.isValid(at: now) != true { return false }
    guard let id = maker.administrator else { return true }
    return try administratorRole(of: id, at: now).map { $0 >= .support } ?? false
  }
}
