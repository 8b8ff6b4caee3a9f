@testable import Doorward

/// The world with the model's server: a run of both, step by step.
struct ModelRun {
  var world: SessionWorld
  var server = ModelServer()

  init(settings: SessionMachine.Settings = SessionWorld.settings, offer: ModelServer.Offer = .anonymous) {
    world = SessionWorld(settings: settings)
    server.offer = offer
  }

  var fingerprint: Int { world.fingerprint(server) }

  mutating func step(_ choice: SessionWorld.Choice) {
    let before = world.storage
    if let session = world.revokedSession(by: choice) {
      server.revoke(session)
      world.live = server.live
    }
    if let request = world.request(of: choice) {
      let answer = server.answer(request, at: world.time)
      world.served(choice, answer, live: server.live)
    } else {
      world.apply(choice)
    }
    world.checkUpgrades(before: before, server)
  }

  mutating func act(_ act: SessionWorld.Act, _ process: Int = 0) { step(.act(process, act)) }

  /// Continues all flights in progress, except alarms, until none is left or while a condition holds.
  mutating func finish(while goesOn: (SessionWorld.Flight) -> Bool = { _ in true }) {
    while let choice = world.next(world.processes.indices, while: goesOn) { step(choice) }
  }

  /// Continues all flights of one process.
  mutating func finish(process: Int, while goesOn: (SessionWorld.Flight) -> Bool = { _ in true }) {
    while let choice = world.next(process..<process + 1, while: goesOn) { step(choice) }
  }

  /// Continues the first flight of a process for which a condition holds.
  mutating func advance(_ process: Int = 0, _ isIt: (SessionWorld.Flight) -> Bool) {
    guard let place = world.processes[process].flights.firstIndex(where: isIt) else {
      preconditionFailure("process \(process) has no such flight")
    }
    step(.advance(process, flight: place))
  }

  /// The caller of a sign-in no longer waits for it.
  mutating func cancelSignIn(_ act: SessionWorld.Act, _ process: Int = 0) {
    world.cancelSignIn(act.call, process)
  }

  /// Lets the alarm of a process ring, if it has set one.
  mutating func ring(_ process: Int) {
    let place = world.processes[process].flights.firstIndex { if case .alarm = $0 { true } else { false } }
    if let place { step(.advance(process, flight: place)) }
  }
}

extension SessionWorld {
  /// The next step of the flights of some processes, except alarms; nil if a condition holds for none of them.
  func next(_ processes: Range<Int>, while goesOn: (Flight) -> Bool) -> Choice? {
    for index in processes {
      for (place, flight) in self.processes[index].flights.enumerated() {
        if case .alarm = flight { continue }
        if case .open = flight, lockHolder != nil { continue }
        if goesOn(flight) { return .advance(index, flight: place) }
      }
    }
    return nil
  }
}

extension SessionWorld.Flight {
  var isRequest: Bool { if case .request = self { true } else { false } }
  var isAnswer: Bool { if case .answer = self { true } else { false } }

  /// Whether this is the request or answer of a sign-in.
  func isSignIn(_ call: Call) -> Bool {
    switch self {
    case .request(.signIn(call, _, _)), .answer(.signInAnswered(call, _)): true
    default: false
    }
  }
}
