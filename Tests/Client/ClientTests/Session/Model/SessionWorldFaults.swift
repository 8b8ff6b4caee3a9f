@testable import Doorward

/// Requests, answers, writes and reads fail, and processes are killed.
extension SessionWorld {
  mutating func apply(_ fault: Fault, _ process: Int, _ place: Int) {
    guard fault != .kill else {
      if lockHolder == process { lockHolder = nil }
      processes[process] = Process(machine: SessionMachine(processes[process].machine.settings))
      return
    }
    if fault == .damagedStorage {
      isDamaged = true
      wasDamaged = true
      return apply(.advance(process, flight: place))
    }
    let flight = processes[process].flights.remove(at: place)
    switch (fault, flight) {
    case (.lockedStorage, .look): send(.looked(.failure(Self.locked)), to: process)
    case (.lockedStorage, .open): send(.opened(.failed(Self.locked), key: ""), to: process)
    case (.misreportedWrite, .write(let record)):
      store(record, process)
      processes[process].isBehind = true
      send(.written(.failure(Self.unavailable)), to: process)
      // The user knows that the sign-in has failed, so its session ends.
      if let session = record.holder?.session,
        processes[process].machine.changes.signedOut.contains(where: { $0.id == session.sessionID })
      {
        signedOut.insert(session.sessionID)
      }
    case (_, .write): send(.written(.failure(Self.unavailable)), to: process)
    case (_, .request(let request)): deliver(Self.unanswered(request), to: process)
    case (_, .answer(let event)): deliver(Self.unanswered(event), to: process)
    default: preconditionFailure("not a fault of this flight")
    }
  }

  private static let locked = StorageError(code: .locked, reason: "")
  static let unreadable = StorageError(code: .unreadable, reason: "")
  private static let unavailable = StorageError(code: .unavailable, reason: "")

  /// The event of a request that has no answer.
  static func unanswered(_ request: SessionEffect, _ error: DoorwardError = .offline) -> SessionEvent {
    switch request {
    case .renew: .renewed(.failure(error))
    case .visit: .visited(.failure(error))
    case .confirm: .confirmed(.failure(error))
    case .signIn(let call, _, _): .signInAnswered(call, .failure(error))
    case .end(let session, _, _): .endAnswered(session.sessionID, isEnded: false, error)
    default: preconditionFailure("not a request")
    }
  }

  private static func unanswered(_ answer: SessionEvent, _ error: DoorwardError = .offline) -> SessionEvent {
    switch answer {
    case .renewed: .renewed(.failure(error))
    case .visited: .visited(.failure(error))
    case .confirmed: .confirmed(.failure(error))
    case .signInAnswered(let call, _): .signInAnswered(call, .failure(error))
    case .endAnswered(let id, _, _): .endAnswered(id, isEnded: false, error)
    default: preconditionFailure("not an answer")
    }
  }
}
