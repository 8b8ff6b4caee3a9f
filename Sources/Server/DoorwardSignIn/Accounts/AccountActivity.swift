import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The events of an account that matter to its user: the activity on the account page.
struct AccountActivity {
  /// The time that the activity covers, in seconds.
  static let period: TimeInterval = 90 * 86_400
  /// The most events that one call examines. Many other events make the parts of the list shorter, and no call slow.
  private static let examined = 1000

  /// Further types are of use to the operator only. A user sees a change of the profile on the page.
  private static let types: Set<EventType> = [
    .sessionStarted, .signInRefused, .sessionEnded, .sessionsEnded, .userCreated, .userExported, .userBanned,
    .userUnbanned, .deletionScheduled, .deletionCanceled, .identityAdded, .identityRemoved, .identityChanged,
    .passwordChanged, .passwordReset, .factorAdded, .factorRemoved, .factorsRemoved, .recoveryCodesReplaced,
    .accountSecured, .signInLinkCreated, .consentGiven, .consentWithdrawn,
  ]

  let events: [RecordedEvent]
  /// The position at which the next part begins; nil if there is none.
  let end: ListPosition<Event>?

  /// Reads one part, newest first.
  init(
    of user: User.ID, at now: Date, after position: ListPosition<Event>?, limit: Int,
    in snapshot: any StoreReading
  ) throws {
    let found = try snapshot.events(
      of: user, since: now.addingTimeInterval(-Self.period), after: position, limit: Self.examined)
    let shown = found.filter(Self.contains)
    events = Array(shown.prefix(limit))
    end =
      shown.count > limit
      ? events.last?.position : found.count < Self.examined ? nil : found.last?.position
  }

  private static func contains(_ event: RecordedEvent) -> Bool {
    guard let type = EventType(rawValue: event.type), types.contains(type) else { return false }
    switch type {
    // A sign-out follows from an act of the user that the list has, or is the user's own.
    case .sessionEnded, .sessionsEnded: return event.actor.name != "user"
    default: return true
    }
  }
}
