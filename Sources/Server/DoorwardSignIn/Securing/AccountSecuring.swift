import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Secures the account of a user who did not make the change that a notice is about.
///
/// The change is undone if it is still in effect, all sessions end, the password is removed, and codes that were sent
/// before are void. The user signs in again by mail, as after a reset of the password. There is no locked state: the
/// store keeps the account, without the values that an attacker may know.
package struct AccountSecuring: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let notices: SecurityNotices

  package init(store: any Store, clock: WallClock, notices: SecurityNotices) {
    self.store = store
    self.clock = clock
    self.notices = notices
  }

  /// The effect of a link.
  package struct Effect: Sendable, Equatable {
    /// The change that is undone; `none` if it is not in effect anymore.
    package let undone: ReversibleChange
    package let removesPassword: Bool
    /// The user before the change.
    package let user: User
  }

  /// The effect that the link would have now. The call changes nothing.
  ///
  /// - Throws: as ``secure(by:in:_:language:)``.
  package func preview(_ link: NoticeLink) async throws -> Effect {
    do {
      return try await store.write { [clock] transaction -> Effect in
        throw Preview(effect: try transaction.secure(by: link, .system, at: clock.now))
      }
    } catch let preview as Preview {
      return preview.effect
    }
  }

  /// Secures the account. A link works once. Each address that it removes gets a notice, and so does the user if it removes
  /// the password.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - application: the application that the notice names.
  ///   - client: the client.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: the effect.
  /// - Throws: `Problem` 401 `challenge_expired`, `challenge_used`, `invalid_challenge` if there is no such user, 409
  ///   `notice_outdated` if the address of the notice does not belong to the account anymore, and `identity_in_use` if it
  ///   belongs to another person by now; ``StoreError``.
  package func secure(
    by link: NoticeLink, in application: Application, _ client: ClientDescription, language: String
  ) async throws -> Effect {
    try await notices.messenger.sending(in: store) { [clock, notices] transaction in
      let now = clock.now
      let before = try transaction.identities(of: link.user)
      let origin = EventOrigin(.user(link.user), client)
      let effect = try transaction.secure(by: link, origin, at: now)
      try transaction.record(
        .accountSecured(notice: link.kind.rawValue, undone: effect.undone.undoName),
        about: EventSubjects(user: link.user, application: application.id), by: origin, at: now)
      let left = try transaction.identities(of: link.user)
      var rows = try before.filter { identity in !left.contains { $0.id == identity.id } }
        .compactMap(\.recipient).flatMap { recipient in
          try notices.rows(
            for: recipient.channel == .email ? .emailChanged : .phoneChanged, to: [recipient],
            about: effect.user, application, language: language, at: now)
        }
      if effect.removesPassword {
        rows += try notices.rows(
          for: .passwordRemoved, to: left.noticeRecipients, about: effect.user, application,
          language: language, at: now)
      }
      for row in rows { try transaction.insert(row) }
      return effect
    }
  }
}

/// Rolls the transaction of a preview back.
private struct Preview: Error {
  let effect: AccountSecuring.Effect
}

extension StoreWriting {
  fileprivate func secure(
    by link: NoticeLink, _ origin: EventOrigin, at now: Date
  ) throws -> AccountSecuring.Effect {
    let challenge = AnsweredChallenge(id: link.id, expiresAt: link.expiresAt)
    if let refusal = try refusal(spending: challenge, at: now) { throw refusal }
    guard let user = try user(link.user) else { throw Problem.invalidChallenge }
    let count = try secondFactors(of: user.id).count
    let isUndone = try undo(link, of: user)
    if isUndone { try noteProfileChange(of: user.id, at: now) }
    // An attacker may have got recovery codes: with a factor that is removed, or while notices went to another address.
    if try isUndone && link.restoresAddress || secondFactors(of: user.id).count < count {
      try setRecoveryCodes([], of: user.id)
    }
    // The holder of an address that was removed from the account has no right to it. An attacker's address is removed
    // when the owner undoes the change that added it.
    guard try identity(link.address)?.userID == user.id else { throw Problem.noticeOutdated }
    try endSessions(of: user.id, except: nil, because: .secured, by: origin, at: now)
    if user.hasPassword { try setPasswordHash(nil, of: user.id) }
    var secured = user
    secured.securedAt = now
    try update(secured)
    secured.hasPassword = false
    // Without a password, the address of a second factor may be the only way to sign in. Then it cannot be both.
    let identities = try identities(of: user.id)
    try removeSecondFactors(of: user.id) { factor in
      guard factor.codeChannel != nil, let address = identities.first(where: { $0.id == factor.identity })
      else { return false }
      return !address.hasAlternative(in: identities, of: secured)
    }
    try removeRecoveryCodesWithoutFactor(of: user.id)
    return AccountSecuring.Effect(
      undone: isUndone ? link.change : .none, removesPassword: user.hasPassword, user: user)
  }

  /// Undoes a change. A change that is no longer in effect is not undone: it was undone before, or another change followed.
  ///
  /// - Returns: whether the change was undone.
  private func undo(_ link: NoticeLink, of user: User) throws -> Bool {
    switch link.change {
    case .none: return false
    case .replacedIdentity(let old, let new, let factor):
      let isRestored =
        try link.restoresAddress
        ? restore(old, of: user, since: link.occurredAt) : restore(old, replacing: new, of: user)
      // The factor only protects an account that has none. Beside another one, it would help an attacker who reads the
      // messages to the address.
      if isRestored, let factor, try !hasSecondFactor(user.id) { try insert(factor) }
      return isRestored
    case .addedIdentity(let id):
      let identities = try identities(of: user.id)
      // A user cannot sign in with a user name without the password.
      guard identities.contains(where: { $0.id == id }),
        identities.contains(where: { $0.id != id && $0.key.kind != .userName })
      else { return false }
      try deleteIdentity(id)
    case .addedSecondFactor(let id):
      return try removeSecondFactors(of: user.id) { $0.id == id }
    case .replacedRecoveryCodes(let marks):
      let codes = try recoveryCodes(of: user.id)
      let kept = codes.filter { !marks.contains(RecoveryCodeMark($0)) }
      guard kept.count < codes.count else { return false }
      try setRecoveryCodes(kept, of: user.id)
    case .scheduledDeletion(let deletion):
      guard user.deletion == deletion else { return false }
      try cancelDeletion(of: user.id)
    }
    return true
  }

  /// Restores a phone number or a user name, unless the user has changed it again. The user got a notice of that.
  private func restore(_ old: Identity, replacing new: Identity.ID?, of user: User) throws -> Bool {
    guard try identity(old.key) == nil else { return false }
    let present = try identities(of: user.id).filter { $0.key.kind == old.key.kind }
    guard present.map(\.id) == (new.map { [$0] } ?? []) else { return false }
    try insert(old)
    for identity in present {
      try moveSecondFactor(of: user.id, from: identity.id, to: old.id)
      try deleteIdentity(identity.id)
    }
    return true
  }

  /// Restores the address of the notice.
  ///
  /// The notices of later changes went to another address, which may be an attacker's. So the link undoes these changes
  /// too: each identity and second factor that was added since, and a deletion.
  private func restore(_ old: Identity, of user: User, since moment: Date) throws -> Bool {
    let identities = try identities(of: user.id)
    // Another link has restored an older address of this kind.
    guard
      !identities.contains(where: {
        $0.key == old.key || $0.key.kind == old.key.kind && $0.verifiedAt < moment
      })
    else { return false }
    // The address may be another person's by now.
    guard try identity(old.key) == nil else { throw Problem.addressTaken }
    try insert(old)
    // A passkey from before stays a second factor: it becomes one when it is first used so.
    let known = Set(identities.filter { $0.verifiedAt < moment && $0.recipient == nil }.map(\.id))
    try removeSecondFactors(of: user.id) { factor in
      factor.createdAt >= moment && !(factor.identity.map(known.contains) ?? false)
    }
    for identity in identities where identity.verifiedAt >= moment {
      // The change of the address has moved a second factor from before.
      if identity.key.kind == old.key.kind {
        try moveSecondFactor(of: user.id, from: identity.id, to: old.id)
      }
      try deleteIdentity(identity.id)
    }
    if let deletion = user.deletion, deletion.requestedAt >= moment { try cancelDeletion(of: user.id) }
    return true
  }

  /// Removes second factors.
  ///
  /// - Returns: whether one was removed.
  @discardableResult private func removeSecondFactors(
    of user: User.ID, where isRemoved: (SecondFactorRecord) -> Bool
  ) throws -> Bool {
    let removed = try secondFactors(of: user).filter(isRemoved)
    for factor in removed { try delete(factor) }
    return !removed.isEmpty
  }
}

extension Problem {
  fileprivate static var addressTaken: Problem {
    Problem(
      status: 409, code: WireCode.identityInUse,
      detail:
        "The address of this message belongs to another account by now. Change the address of that account if it is yours, then use the link again."
    )
  }

  fileprivate static var noticeOutdated: Problem {
    Problem(
      status: 409, code: WireCode.noticeOutdated,
      detail:
        "The address of this message does not belong to the account anymore. Use the link of the message about the change of the address."
    )
  }
}
