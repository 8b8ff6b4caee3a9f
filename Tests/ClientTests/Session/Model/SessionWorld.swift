import Encodings

@testable import Doorward

/// Two processes with one storage: their machines, what they have under way, and everything that may happen next.
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
    /// The person that the caller of a token was for.
    var person: String?
    /// The proof of the last sign-in with wallet A. Its secret never leaves the process.
    var lastProofOfA: SignInRequest?
    var view = SessionView.unknown(nil, reason: "")
  }

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
    /// What a process has under way goes on.
    case advance(Int, flight: Int)
    case fault(Int, Fault, flight: Int)
    /// The tokens expire.
    case timePasses
    /// A process notices that the storage has changed.
    case notice(Int)
  }

  /// Deliberate mistakes, which the invariants have to find.
  enum Mutation: CaseIterable {
    /// Processes do not lock the storage.
    case withoutLock
    /// The key of a renewal is not stored.
    case keyIsNotStored
    /// A sign-out stays in memory.
    case signOutIsNotStored
    /// A process reads the record from before the last write.
    case readsAreStale
    /// The sign-in of an anonymous user is not stored before it is sent.
    case upgradeIsNotStored
    /// Alarms never ring.
    case alarmIsLost
    /// An alarm rings and repeats nothing.
    case alarmRepeatsNothing
    /// The session of a late answer is ended, although an earlier answer to the same proof has the same session.
    case winnerIsEnded
    /// The upgrade of an earlier start is stored over the sign-out of another process.
    case resumedUpgradeIsForced
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
  private var proofs = 0
  private var keys = 0
  let mutation: Mutation?
  /// The proofs of each wallet that are left; without it the model makes them.
  var supply: [String: [SignInRequest]]?

  // What the invariants remember.
  /// Sessions that a user has signed out of.
  var signedOut: Set<String> = []
  /// When a user has signed out of a person, or (nil) of an unread session: a sign-out is for sessions from before it.
  var signOutTimes: [String?: Double] = [:]
  /// Sessions that the storage held once and holds no more.
  var gone: Set<String> = []
  /// When each session was first asked for. A renewal and a repeated answer have later times and begin no session.
  var began: [String: Double] = [:]
  /// The live sessions of the server.
  var live: Set<String> = []
  var violation: String?

  init(processes count: Int = 2, settings: SessionMachine.Settings = settings, mutation: Mutation? = nil) {
    processes = (0..<count).map { _ in Process(machine: SessionMachine(settings)) }
    self.mutation = mutation
  }

  private var now: Moment { Moment(wall: time, elapsed: .seconds(time)) }

  // MARK: What may happen

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

  // MARK: What happens

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
    case .notice(let process): send(.storageChanged, to: process)
    case .advance(let process, let place):
      let flight = processes[process].flights.remove(at: place)
      switch flight {
      case .look:
        processes[process].isBehind = false
        send(.looked(.success(storage)), to: process)
      case .open:
        lockHolder = process
        processes[process].isBehind = false
        keys += 1
        send(.opened(.record(found(by: process)), key: "k\(keys)"), to: process)
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
        send(event, to: process)
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

  private mutating func apply(_ fault: Fault, _ process: Int, _ place: Int) {
    guard fault != .kill else {
      if lockHolder == process { lockHolder = nil }
      processes[process] = Process(machine: SessionMachine(processes[process].machine.settings))
      return
    }
    let flight = processes[process].flights.remove(at: place)
    switch (fault, flight) {
    case (.lockedStorage, .look): send(.looked(.failure(Self.locked)), to: process)
    case (.lockedStorage, .open): send(.opened(.failed(Self.locked), key: ""), to: process)
    case (.misreportedWrite, .write(let record)):
      store(record, process)
      processes[process].isBehind = true
      send(.written(.failure(Self.unavailable)), to: process)
      // The user has been told that the sign-in has failed, so its session ends.
      if let session = record.holder?.session,
        processes[process].machine.changes.signedOut.contains(where: { $0.id == session.sessionID })
      {
        signedOut.insert(session.sessionID)
      }
    case (_, .write): send(.written(.failure(Self.unavailable)), to: process)
    case (_, .request(let request)): send(Self.unanswered(request), to: process)
    case (_, .answer(let event)): send(Self.unanswered(event), to: process)
    default: preconditionFailure("not a fault of this flight")
    }
  }

  private static let locked = StorageError(code: .locked, reason: "")
  private static let unavailable = StorageError(code: .unavailable, reason: "")

  private static func unanswered(_ request: SessionEffect, _ error: DoorwardError = .offline) -> SessionEvent
  {
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

  private mutating func perform(_ act: Act, _ process: Int) {
    acts += 1
    time += 0.001
    processes[process].calls.insert(act.call)
    let present = processes[process].machine.present
    switch act {
    case .token:
      processes[process].person = present?.person
      send(.want(act.call, .token(refused: nil, of: nil)), to: process)
    case .anonymous: send(.want(act.call, .anonymous), to: process)
    case .signInAAgain:
      guard let proof = processes[process].lastProofOfA else { return }
      send(.submit(act.call, proof, .visitor), to: process)
    case .signInA, .signInB, .reauthenticate:
      proofs += 1
      let wallet = act == .signInB ? "B" : "A"
      let request = supply?[wallet]?.popLast() ?? SignInRequest(path: wallet, body: [:], key: "p\(proofs)")
      if act == .signInA { processes[process].lastProofOfA = request }
      send(.submit(act.call, request, act == .reauthenticate ? .present : .visitor), to: process)
    case .signOut:
      processes[process].cancelled = processes[process].calls
      if let session = present?.session {
        signedOut.insert(session.sessionID)
        processes[process].signedOut.insert(session.sessionID)
      }
      if let present { signOutTimes[present.person] = time }
      if processes[process].machine.stored == nil { signOutTimes[.none] = time }
      if processes[process].machine.stored == nil, let session = storage.holder?.session {
        signedOut.insert(session.sessionID)
      }
      // A session that is being stored, or is stored and not read yet.
      for case .write(let record) in processes[process].flights {
        guard let session = record.holder?.session else { continue }
        signedOut.insert(session.sessionID)
        processes[process].signedOut.insert(session.sessionID)
      }
      send(.signOut(act.call, everywhere: false), to: process)
    }
  }

  private mutating func send(_ event: SessionEvent, to process: Int) {
    for effect in processes[process].machine.handle(event, at: now) { perform(effect, process) }
  }

  private mutating func perform(_ effect: SessionEffect, _ process: Int) {
    switch effect {
    case .look: processes[process].flights.append(.look)
    case .open: processes[process].flights.append(.open)
    case .write(let record): processes[process].flights.append(.write(mutated(record)))
    case .close: if lockHolder == process { lockHolder = nil }
    case .renew, .visit, .confirm, .signIn: processes[process].flights.append(.request(effect))
    case .end(let session, _, _):
      processes[process].ended.insert(session.sessionID)
      processes[process].flights.append(.request(effect))
    case .cancelRequest: cancel(process)
    case .announce(let view): announced(view, process)
    case .reply(let call, let reply): replied(call, reply, process)
    case .wake(let seconds, _):
      processes[process].flights.removeAll { if case .alarm = $0 { true } else { false } }
      if seconds != nil, mutation != .alarmIsLost { processes[process].flights.append(.alarm) }
    }
  }

  /// The request of the present job ends; the server may have its part already.
  private mutating func cancel(_ process: Int) {
    for (place, flight) in processes[process].flights.enumerated() {
      switch flight {
      case .request(let request):
        switch request {
        case .renew, .visit, .confirm:
          processes[process].flights[place] = .answer(Self.unanswered(request, .cancelled))
        default: break
        }
      default: break
      }
    }
  }

  /// The record that a process finds when it has locked the storage.
  private func found(by process: Int) -> StoredRecord {
    if mutation == .readsAreStale { return previous }
    let machine = processes[process].machine
    if mutation == .resumedUpgradeIsForced, case .opening(.adopt(SignIn.resumed, _)) = machine.lane {
      return machine.stored ?? storage
    }
    return storage
  }

  private func mutated(_ record: StoredRecord) -> StoredRecord {
    guard let mutation else { return record }
    var record = record
    if var session = record.holder?.session {
      if mutation == .keyIsNotStored { session.pendingRefresh = nil }
      if mutation == .upgradeIsNotStored { session.pendingUpgrade = nil }
      record.holder = .user(session)
    } else if mutation == .signOutIsNotStored {
      return storage
    }
    return record
  }

  private mutating func store(_ record: StoredRecord, _ process: Int) {
    checkStore(record, process)
    if let before = storage.holder?.id, before != record.holder?.id { gone.insert(before) }
    if let session = record.holder?.session {
      began[session.sessionID] = min(began[session.sessionID] ?? .infinity, session.receivedAt)
    }
    previous = storage
    storage = record
    for other in processes.indices where other != process { processes[other].isBehind = true }
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
