package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Caller {
  /// The caller as the party that acts.
  package var origin: EventOrigin { EventOrigin(.user(user.id), client) }
}

extension EventWriting {
  /// Stores the event of an act of the caller on the caller's own account.
  ///
  /// `application` is the application that the act is about; nil for that of the caller's session.
  package func record(
    _ kind: EventKind, by caller: Caller, application: String? = nil, at moment: Date
  ) throws {
    var subjects = EventSubjects(caller.session)
    if let application { subjects.application = application }
    try record(kind, about: subjects, by: caller.origin, at: moment)
  }
}
