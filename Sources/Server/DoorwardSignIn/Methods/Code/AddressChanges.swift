package import DoorwardDelivery
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

/// Adds and replaces the email address and the phone number of a signed-in user.
package struct AddressChanges: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let spending: ChallengeSpending
  private let random: RandomSource
  private let notices: SecurityNotices
  private let hold: IdentityHold

  package init(
    store: any Store, clock: WallClock, random: RandomSource, notices: SecurityNotices,
    hold: IdentityHold
  ) {
    self.store = store
    self.clock = clock
    spending = ChallengeSpending(store: store, clock: clock)
    self.random = random
    self.notices = notices
    self.hold = hold
  }

  /// The message for a new address. An address of another user gets the code too: only its owner learns that it has an
  /// account.
  ///
  /// - Throws: `Problem` 409 `address_exists` if the purpose is `verify` and the user has another address of the kind.
  package func message(
    for purpose: CodeChallenge.Purpose, _ recipient: Recipient, of caller: Caller
  ) async throws -> CodeRequest.Message {
    guard purpose == .verify else { return .code(.changeAddress) }
    let key = recipient.identity.key
    let identities = try await store.read { try $0.identities(of: caller.user.id) }
    guard !identities.contains(where: { $0.key.kind == key.kind && $0.key != key }) else {
      throw Problem.addressExists
    }
    return .code(.verifyAddress)
  }

  /// Gives the user a proven address. It replaces the user's address of the kind, and the old address gets a notice. A refusal
  /// spends the code, as that of ``IdentityLinking/link(_:to:of:moving:key:language:)`` does.
  ///
  /// - Parameters:
  ///   - proven: the proven address.
  ///   - caller: the user.
  ///   - application: the application that gets the answer.
  ///   - key: the `Idempotency-Key` of the request.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: the data of the user that the application can read.
  /// - Throws: `Problem` 409 `identity_in_use` if another user has the address, 409 `address_exists`, 401
  ///   `challenge_used`, 403 `identity_on_hold`; ``StoreError``.
  package func set(
    _ proven: ProvenAddress, of caller: Caller, in application: Application, key: String?, _ language: String
  ) async throws -> UserView {
    let now = clock.now
    let repetition = RepeatableRequest(answering: proven.challenge.id, key: key)
    let id = try repetition?.identity ?? FreshIDs(at: now, random).identity
    let proof = proven.proof()
    let view = try await spending(
      proof,
      unless: { transaction -> UserView? in
        guard repetition != nil, try transaction.isAdded(id, as: proof.identity.key, by: caller, at: now)
        else { return nil }
        return try UserView(caller.user, for: application.id, in: transaction)
      },
      again: { transaction in
        guard let repetition,
          try transaction.isProvenAgain(proof.identity.key, by: repetition, of: caller, at: now)
        else { return nil }
        return try UserView(caller.user, for: application.id, in: transaction)
      }
    ) { transaction in
      let session = try transaction.fullyProvenSession(of: caller, at: now)
      guard var user = try transaction.user(caller.user.id), user.securedAt == caller.user.securedAt else {
        throw Problem.invalidToken
      }
      for condition in proof.conditions { try condition.check(user, in: transaction) }
      var known = try transaction.identity(proof.identity.key)
      if let other = known, other.userID != user.id {
        guard other.isVouched else { throw Problem.addressInUse }
        try transaction.release(other, by: caller.origin, at: now)
        known = nil
      }
      let identities = try transaction.identities(of: user.id)
      let replaced = identities.filter {
        $0.key.kind == proof.identity.key.kind && $0.key != proof.identity.key
      }
      guard replaced.isEmpty || proven.challenge.purpose == .change else { throw Problem.addressExists }
      try hold.requireRight(toRemove: replaced, of: identities, by: session, at: now)
      let address =
        known
        ?? Identity(
          id: id, userID: user.id, key: proof.identity.key, attributes: proof.identity.attributes,
          verifiedAt: now, lastUsedAt: nil)
      if known == nil {
        try transaction.requireNotBanned(address.key, at: now)
        try transaction.insert(address)
        try transaction.record(
          replaced.first.map { EventKind.identityChanged(address.id, address.key.kind, from: $0.id) }
            ?? .identityAdded(address.id, address.key.kind), by: caller, at: now)
      }
      let claim = try transaction.claim(
        address, keeping: session.id, for: session.carrier.grants(application), by: caller.origin, at: now)
      if let claim {
        try notices.announce(
          claim, except: replaced, application, language: language, at: now, in: transaction)
      }
      // The caller's session continues with the new address, and gains no proof. Other sessions that rest on the old
      // address end. Codes that are a second factor go to the new address from now on.
      if let kept = try transaction.lockedSession(session.id) {
        try transaction.update(kept.moving(from: replaced, to: address.id))
      }
      for identity in replaced {
        try transaction.moveSecondFactor(of: user.id, from: identity.id, to: address.id)
        try transaction.remove(identity, at: now)
      }
      for condition in proof.conditions {
        _ = try condition.admit(user, by: caller.origin, at: now, in: transaction)
      }
      if let guessed = proven.guessed { try transaction.forgetGuesses(of: guessed) }
      user = try transaction.user(user.id) ?? user
      // Codes that wait for the old address are void.
      user.securedAt = now
      try transaction.update(user)
      if known != nil, let repetition { try transaction.mark(repetition, at: now) }
      if known == nil {
        let rows = try noticeRows(
          of: (id, proof.identity.key.kind), replacing: replaced, of: identities, by: caller, application,
          language: language, at: now)
        for row in rows { try transaction.insert(row) }
      }
      return try UserView(user, for: application.id, in: transaction)
    }
    notices.messenger.deliver()
    return view
  }

  /// The notice to the address that is replaced. A replaced phone number is announced by email too, because an SMS has no
  /// space for the link that undoes the change. An added address is announced to the user's other address.
  ///
  /// - Parameters:
  ///   - new: the address that the user has now.
  ///   - replaced: the addresses that it replaces.
  ///   - identities: the identities of the user before the change.
  ///   - caller: the user.
  ///   - application: the application in which the change is made.
  ///   - language: the language if the user has no locale.
  ///   - now: the time of the change.
  /// - Returns: the rows.
  /// - Throws: the errors of the random source and of the cipher.
  private func noticeRows(
    of new: (id: Identity.ID, kind: IdentityKey.Kind), replacing replaced: [Identity],
    of identities: [Identity], by caller: Caller, _ application: Application, language: String, at now: Date
  ) throws -> [QueuedMessage] {
    guard let old = replaced.first else {
      return try notices.rows(
        for: .signInMethodAdded, method: notices.name(of: new.kind), undoing: .addedIdentity(new.id),
        to: identities.noticeRecipients, about: caller.user, application, language: language, at: now)
    }
    let mail = new.kind == .phone ? identities.first { $0.key.kind == .email } : nil
    return try notices.rows(
      for: new.kind == .phone ? .phoneChanged : .emailChanged, undoing: .replacedIdentity(old, by: new.id),
      to: [old, mail].compactMap { $0?.recipient }, about: caller.user, application, language: language,
      at: now)
  }
}
