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

extension SignInMethodName {
  /// The link of an administrator. No application offers it.
  package static let link = SignInMethodName(rawValue: "link")
}

extension Admission {
  /// Signs in a user whom an administrator lets in by a link. The user has proven nothing, so a second factor is still asked
  /// for, and the session counts as recent for nothing except adding a way to sign in.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - link: the link as a challenge, which is spent once.
  ///   - createdAt: the time of the link.
  ///   - opening: the values that the session is opened with.
  /// - Returns: the signed-in user; or that the user must prove a second factor first.
  /// - Throws: `Problem` 401 `challenge_used`, `challenge_expired`, `invalid_challenge` if there is no such user, if the
  ///   account is about to be deleted, if the user has secured it since, or is an administrator, 403 `user_banned`,
  ///   `second_factor_unavailable`; ``StoreError``.
  package func signIn(
    _ id: User.ID, by link: AnsweredChallenge, createdAt: Date,
    _ opening: SessionOpening
  ) async throws -> SignInOutcome {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let outcome: SignInOutcome = try await store.admit { [sessions, secondFactors, notices] transaction in
      if let refusal = try transaction.refusal(spending: link, at: now) { throw refusal }
      guard var user = try transaction.user(id), user.kind == .registered, user.deletion == nil,
        user.securedAt.map({ $0 < createdAt }) ?? true,
        // The maker's key may have fewer rights than the role, so a link opens no administrator's account.
        try transaction.administrator(id) == nil
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
