@testable import Doorward

/// The phases of a session, as the comment of ``SessionMachine`` lists them.
enum SessionPhase: CaseIterable {
  case unread, signedOut, pendingSignOut, guest, visitor, signedIn, renewing

  init(_ machine: SessionMachine) {
    guard machine.isKnown else {
      self = .unread
      return
    }
    guard let present = machine.present else {
      self = machine.unfinished.isEmpty && !machine.changes.concernSessions ? .signedOut : .pendingSignOut
      return
    }
    if machine.jobs.isRenewing {
      self = .renewing
    } else if present.guest != nil {
      self = .guest
    } else {
      self = present.visitor != nil ? .visitor : .signedIn
    }
  }
}
