@testable import Doorward

/// Two processes with one storage: their machines, their flights, and the next steps.
///
/// The server is not part of it: a value answers in an exploration, and the server double in a random walk.
struct SessionWorld {
  /// Something that a process has begun.
  enum Flight {
    case look, open
    case write(StoredRecord)
    /// A request on its way to the server.
    case request(SessionEffect)
    /// An answer on its way back.
    case answer(SessionEvent)
    case alarm
  }

  struct Process {
    var machine: SessionMachine
    var flights: [Flight] = []
    /// Whether another process has written since this one has read.
    var isBehind = false
    var calls: Set<Call> = []
    /// The calls from before a sign-out.
    var cancelled: Set<Call> = []
    /// The sessions that the user of this process has signed out of.
    var signedOut: Set<String> = []
    /// The sessions that this process has asked the server to end.
    var ended: Set<String> = []
    /// The person for whom each caller of a token has asked.
    var persons: [Call: String] = [:]
    /// The token that a backend has refused.
    var refused: String?
    /// The proof of the last sign-in with wallet A. Its secret never leaves the process.
    var lastProofOfA: SignInRequest?
    var view = SessionView.unknown(nil, reason: "")
  }

  static let settings = SessionMachine.Settings(seeksVisitors: false, renewsAhead: false, leeway: 60)

  var processes: [Process]
  var storage = StoredRecord()
  var previous = StoredRecord()
  var lockHolder: Int?
  var time = 1000.0
  var timesPassed = 0
  var acts = 0
  var faults = 0
  /// The number of sessions that another device or the operator has ended.
  var revocations = 0
  /// Whether the stored record cannot be read until a process replaces it, and whether a process has replaced such a record.
  var isDamaged = false
  var wasDamaged = false
  /// The number of proofs and keys so far.
  var proofs = 0
  var keys = 0
  var mutation: Mutation?
  /// The proofs of each wallet that are left; without it the model makes them.
  var supply: [String: [SignInRequest]]?

  // The memory of the invariants.
  /// Sessions that a user has signed out of.
  var signedOut: Set<String> = []
  /// The time of the sign-out of each person, or (nil) of an unread session. A sign-out ends earlier sessions only.
  var signOutTimes: [String?: Double] = [:]
  /// Sessions that were stored before and are no longer stored.
  var gone: Set<String> = []
  /// The time of the first request for each session. A renewal and a repeated answer have later times and do not begin
  /// a session.
  var began: [String: Double] = [:]
  /// The session of the anonymous user of each stored upgrade, by the key of the upgrade.
  var upgraded: [String: String] = [:]
  /// The live sessions of the server.
  var live: Set<String> = []
  var violation: SessionViolation?

  init(processes count: Int = 2, settings: SessionMachine.Settings = settings) {
    processes = (0..<count).map { _ in Process(machine: SessionMachine(settings)) }
  }

  var now: Moment { Moment(wall: time, elapsed: .seconds(time)) }

  /// The server has answered the request of a choice.
  mutating func served(_ choice: Choice, _ answer: SessionEvent, live now: Set<String>) {
    guard case .advance(let process, let flight) = choice else { return }
    check(request: processes[process].flights[flight], answer, live: now)
    live = now
    processes[process].flights[flight] = .answer(answer)
  }

  mutating func apply(_ choice: Choice) {
    switch choice {
    case .act(let process, let act): perform(act, process)
    case .timePasses:
      timesPassed += 1
      time += 1000
    case .revoke: revocations += 1
    case .notice(let process): send(.storageChanged, to: process)
    case .advance(let process, let place):
      let flight = processes[process].flights.remove(at: place)
      switch flight {
      case .look where isDamaged: send(.looked(.failure(Self.unreadable)), to: process)
      case .look:
        processes[process].isBehind = false
        send(.looked(.success(storage)), to: process)
      case .open where mutation == .jobIsForgotten: processes[process].machine.jobs.lane = .idle
      case .open:
        lockHolder = process
        keys += 1
        if isDamaged, mutation != .unreadableCountsAsEmpty {
          send(.opened(.unreadable(Self.unreadable), key: "k\(keys)"), to: process)
        } else {
          processes[process].isBehind = false
          send(.opened(.record(found(by: process)), key: "k\(keys)"), to: process)
        }
        if isDamaged {
          checkReplacement(process)
          noteReplacement(process)
        }
      case .write(let record):
        store(record, process)
        send(.written(.success(())), to: process)
      case .answer(let event):
        if mutation == .winnerIsEnded, case .signInAnswered(let call, .success(let session)) = event,
          !processes[process].machine.signIns.contains(where: { $0.call == call })
        {
          let end = SessionEffect.end(EndedSession(session), everywhere: false, accountToken: nil)
          processes[process].flights.append(.request(end))
        }
        deliver(event, to: process)
      case .alarm where mutation == .alarmRepeatsNothing:
        processes[process].flights.append(.alarm)
        checkAlarm(process)
      case .alarm:
        send(.woke, to: process)
        checkAlarm(process)
      case .request: preconditionFailure("the server answers first")
      }
    case .fault(let process, let fault, let place):
      faults += 1
      apply(fault, process, place)
    }
    checkAll()
  }
}
