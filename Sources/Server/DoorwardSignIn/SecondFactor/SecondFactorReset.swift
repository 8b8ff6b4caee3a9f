import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Removes the second factors of a user who has lost them, for the operator or a backend that has identified the user.
package struct SecondFactorReset: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let notices: SecurityNotices

  package init(store: any Store, clock: WallClock, notices: SecurityNotices) {
    self.store = store
    self.clock = clock
    self.notices = notices
  }

  /// Removes all second factors and recovery codes of a user, ends the user's sessions, and sends a notice of each kind of
  /// factor.
  ///
  /// Passkeys are second factors, too, and are removed if the user has another way to sign in.
  ///
  /// - Parameters:
  ///   - application: the application that the notice names.
  ///   - origin: the backend or the operator.
  ///   - find: finds the user, or refuses.
  /// - Returns: false if `find` finds no user.
  /// - Throws: the errors of `find`; ``StoreError``.
  package func remove(
    for application: Application, by origin: EventOrigin,
    of find: @escaping @Sendable (any StoreReading) throws -> User.ID?
  ) async throws -> Bool {
    let now = clock.now
    return try await notices.messenger.sending(in: store) { [notices] transaction in
      guard let id = try find(transaction), let user = try transaction.user(id) else { return false }
      let factors = try transaction.secondFactors(of: id)
      for factor in factors { try transaction.delete(factor) }
      try transaction.setRecoveryCodes([], of: id)
      let identities = try transaction.identities(of: id)
      let hasOtherWay = identities.contains { !SignInMethods.isSecondFactor($0.key.kind) && $0.signsIn(user) }
      let identityFactors =
        hasOtherWay ? identities.filter { SignInMethods.isSecondFactor($0.key.kind) } : []
      for factor in identityFactors {
        try transaction.remove(factor, at: now)
        try transaction.record(
          .identityRemoved(factor.id, factor.key.kind), about: EventSubjects(user: id), by: origin, at: now)
      }
      try transaction.record(
        .factorsRemoved(count: factors.count),
        about: EventSubjects(user: id, application: application.id), by: origin, at: now)
      try transaction.endSessions(
        of: id, except: nil, because: .secondFactorRemoved, by: origin, at: now)
      try transaction.secure(id, at: now)
      let others = factors.filter { factor in !identityFactors.contains { $0.id == factor.identity } }
      let removed: [(MessageKind, Set<String>)] = [
        (.secondFactorRemoved, Set(others.map(notices.name))),
        (.signInMethodRemoved, Set(identityFactors.map { notices.name(of: $0.key.kind) })),
      ]
      for (kind, methods) in removed {
        for method in methods.sorted() {
          let rows = try notices.rows(
            for: kind, method: method, to: identities.noticeRecipients, about: user, application,
            language: user.profile[.locale] ?? "en", at: now)
          for row in rows { try transaction.insert(row) }
        }
      }
      return true
    }
  }
}
