@testable import Doorward

/// Everything that may happen next.
extension SessionWorld {
  /// An action of a user or an app.
  enum Act: CaseIterable {
    case token, signInA, signInB, signOut, reauthenticate, anonymous
    /// Sends the proof of the last sign-in with wallet A once more, as an app does after a double tap.
    case signInAAgain
    /// Asks for the session of a user.
    case user
    case guest
    /// Asks for another token, because a backend has refused the present one.
    case refusedToken
    /// Signs in with wallet B and a proof that was made for a new user, which names no session.
    case signInNew
    /// Signs in with wallet B in a browser: the app asks the server, and the machine adopts the answer.
    case browser
    /// No longer waits for the sign-in that began last.
    case cancelSignIn
    /// Stores the user that the server has returned.
    case profile
    case signOutEverywhere
    /// Asks the server to end the present session, as the deletion of an account does.
    case endAccount
  }

  /// How much may happen.
  enum Scope {
    /// The acts and faults that most runs have.
    case common
    case everything

    fileprivate var acts: [Act] {
      switch self {
      case .common: [.token, .signInA, .signInB, .signOut, .reauthenticate, .anonymous, .signInAAgain]
      case .everything: Act.allCases
      }
    }
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
    /// The stored record is damaged. It cannot be read until a process replaces it.
    case damagedStorage
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
    /// Another device or the operator ends the stored session.
    case revoke
    /// A process notices that the storage has changed.
    case notice(Int)
  }

  func choices(_ scope: Scope, maxActs: Int, maxTimes: Int, faults maxFaults: Int) -> [Choice] {
    var choices: [Choice] = []
    for (index, process) in processes.enumerated() {
      for (place, flight) in process.flights.enumerated() {
        if case .open = flight, lockHolder != nil, mutation != .withoutLock { continue }
        choices.append(.advance(index, flight: place))
        guard faults < maxFaults else { continue }
        switch flight {
        case .look, .open:
          choices.append(.fault(index, .lockedStorage, flight: place))
          // A process that has locked the storage has read the record before that.
          if scope == .everything, lockHolder == nil {
            choices.append(.fault(index, .damagedStorage, flight: place))
          }
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
      for act in scope.acts where canPerform(act, process) {
        choices.append(.act(index, act))
      }
    }
    if timesPassed < maxTimes, !storage.isEmpty { choices.append(.timePasses) }
    if scope == .everything, revocations == 0, let session = storage.holder?.session,
      live.contains(session.sessionID)
    {
      choices.append(.revoke)
    }
    return choices
  }

  private func canPerform(_ act: Act, _ process: Process) -> Bool {
    guard !process.calls.contains(act.call) else { return false }
    switch act {
    case .signInA, .reauthenticate: return supply?["A"]?.isEmpty != true
    case .signInB, .signInNew, .browser: return supply?["B"]?.isEmpty != true
    case .signInAAgain: return process.lastProofOfA != nil
    case .refusedToken: return process.machine.present != nil
    case .profile, .endAccount: return process.machine.present?.session != nil
    case .cancelSignIn: return process.pendingSignIn != nil
    case .token, .user, .guest, .signOut, .signOutEverywhere, .anonymous: return true
    }
  }

  /// The session that the server ends before a choice is applied.
  func revokedSession(by choice: Choice) -> String? {
    switch choice {
    case .revoke: storage.holder?.session?.sessionID
    case .act(let process, .endAccount): processes[process].machine.present?.session?.sessionID
    default: nil
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

extension SessionWorld.Process {
  /// The call of the sign-in that began last.
  var pendingSignIn: Call? { machine.signIns.last { calls.contains($0.call) }?.call }
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
    case .user: 8
    case .guest: 9
    case .refusedToken: 10
    case .signInNew: 11
    case .browser: 12
    case .profile: 13
    case .signOutEverywhere: 14
    case .cancelSignIn: 15
    case .endAccount: 16
    }
  }

  /// Whether the machine replies to the act.
  var hasReply: Bool { self != .cancelSignIn && self != .endAccount }
}
