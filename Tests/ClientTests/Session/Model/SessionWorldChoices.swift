@testable import Doorward

/// Everything that may happen next.
extension SessionWorld {
  /// An action of a user or an app.
  enum Act: CaseIterable {
    case token, signInA, signInB, signOut, reauthenticate, anonymous
    /// Sends the proof of the last sign-in with wallet A once more, as an app does after a double tap.
    case signInAAgain
  }

  /// A failure. One happens in a run.
  enum Fault: CaseIterable {
    /// A request does not reach the server.
    case lostRequest
    /// An answer does not reach the process.
    case lostAnswer
    /// A write fails.
    case failedWrite
    /// A write reports a failure and is stored nevertheless.
    case misreportedWrite
    /// The storage cannot be read.
    case lockedStorage
    /// The process is killed and starts again.
    case kill
  }

  enum Choice {
    case act(Int, Act)
    /// A flight of a process continues.
    case advance(Int, flight: Int)
    case fault(Int, Fault, flight: Int)
    /// The tokens expire.
    case timePasses
    /// A process notices that the storage has changed.
    case notice(Int)
  }

  func choices(acts allowed: [Act], maxActs: Int, maxTimes: Int, faults maxFaults: Int) -> [Choice] {
    var choices: [Choice] = []
    for (index, process) in processes.enumerated() {
      for (place, flight) in process.flights.enumerated() {
        if case .open = flight, lockHolder != nil, mutation != .withoutLock { continue }
        choices.append(.advance(index, flight: place))
        guard faults < maxFaults else { continue }
        switch flight {
        case .look, .open: choices.append(.fault(index, .lockedStorage, flight: place))
        case .write:
          choices.append(.fault(index, .failedWrite, flight: place))
          choices.append(.fault(index, .misreportedWrite, flight: place))
        case .request: choices.append(.fault(index, .lostRequest, flight: place))
        case .answer: choices.append(.fault(index, .lostAnswer, flight: place))
        case .alarm: break
        }
      }
      if process.isBehind, process.machine.isKnown { choices.append(.notice(index)) }
      if faults < maxFaults, !process.flights.isEmpty { choices.append(.fault(index, .kill, flight: 0)) }
      guard acts < maxActs else { continue }
      for act in allowed where !process.calls.contains(act.call) && canProve(act, process) {
        choices.append(.act(index, act))
      }
    }
    if timesPassed < maxTimes, !storage.isEmpty { choices.append(.timePasses) }
    return choices
  }

  private func canProve(_ act: Act, _ process: Process) -> Bool {
    switch act {
    case .signInA, .reauthenticate: supply?["A"]?.isEmpty != true
    case .signInB: supply?["B"]?.isEmpty != true
    case .signInAAgain: process.lastProofOfA != nil
    case .token, .signOut, .anonymous: true
    }
  }

  /// The request that a choice delivers to the server; nil if it concerns no server.
  func request(of choice: Choice) -> SessionEffect? {
    switch choice {
    case .advance(let process, let flight):
      if case .request(let request) = processes[process].flights[flight] { request } else { nil }
    default: nil
    }
  }
}

extension SessionWorld.Act {
  var call: Call {
    switch self {
    case .token: 1
    case .signInA: 2
    case .signInB: 3
    case .signOut: 4
    case .reauthenticate: 5
    case .anonymous: 6
    case .signInAAgain: 7
    }
  }
}
