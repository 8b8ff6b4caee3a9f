import Foundation
import Testing

@testable import Doorward

/// Explores every interleaving of what users do, what effects result in, one failure and a second process.
@Suite(.serialized) struct SessionExplorationTests {
  typealias World = SessionWorld

  /// A state from which every run of eight steps is explored.
  enum Start: CaseIterable {
    case notRead, signedIn, tokensExpired, renewing, visitor, upgradeSent, upgradeAnswered, upgradeResumed
    case upgradeRecovered, signOutUnanswered, twoSignIns, oneProofTwice, oneProofAroundAnother, twoRenewals
  }

  private static let depth = 8

  private struct Exploration: Sendable {
    var states: Set<Int> = []
    var steps = 0
    var depth = 0
    var violation: String?
  }

  private func explore(
    _ start: Start, acts further: Int, limit: Int = 2_000_000, mutation: World.Mutation? = nil
  )
    -> Exploration
  {
    var exploration = Exploration()
    var frontier = [Self.world(start, mutation)]
    let acts = frontier[0].0.acts
    let times = frontier[0].0.timesPassed
    exploration.states.insert(frontier[0].0.fingerprint(frontier[0].1))
    while exploration.depth < Self.depth, !frontier.isEmpty {
      exploration.depth += 1
      var next: [(SessionWorld, ModelServer)] = []
      for (world, server) in frontier {
        let choices = world.choices(
          acts: World.Act.usual, maxActs: acts + further, maxTimes: times + 1, faults: 1)
        for choice in choices {
          var (world, server) = (world, server)
          Self.step(&world, &server, choice)
          exploration.steps += 1
          if let violation = world.violation {
            exploration.violation = violation
            return exploration
          }
          if exploration.states.insert(world.fingerprint(server)).inserted { next.append((world, server)) }
          if exploration.states.count >= limit { return exploration }
        }
      }
      frontier = next
    }
    return exploration
  }

  private static func step(_ world: inout SessionWorld, _ server: inout ModelServer, _ choice: World.Choice) {
    let before = world.storage
    if let request = world.request(of: choice) {
      let answer = server.answer(request, at: world.time)
      world.served(choice, answer, live: server.live)
    } else {
      world.apply(choice)
    }
    world.checkUpgrades(before: before, server)
  }

  /// Lets everything that is under way go on until nothing is, or as long as a condition holds.
  private static func run(
    _ world: inout SessionWorld, _ server: inout ModelServer,
    while goesOn: (SessionWorld.Flight) -> Bool = { _ in true }
  ) {
    while let choice = next(world, goesOn) { step(&world, &server, choice) }
  }

  private static func next(_ world: SessionWorld, _ goesOn: (SessionWorld.Flight) -> Bool) -> World.Choice? {
    for (index, process) in world.processes.enumerated() {
      for (place, flight) in process.flights.enumerated() {
        if case .alarm = flight { continue }
        if case .open = flight, world.lockHolder != nil { continue }
        if goesOn(flight) { return .advance(index, flight: place) }
      }
    }
    return nil
  }

  private static func world(_ start: Start, _ mutation: World.Mutation?) -> (SessionWorld, ModelServer) {
    var world = World(mutation: mutation)
    var server = ModelServer()
    func act(_ act: World.Act, _ process: Int = 0) { step(&world, &server, .act(process, act)) }
    func finish(_ goesOn: (SessionWorld.Flight) -> Bool = { _ in true }) {
      run(&world, &server, while: goesOn)
    }
    func isRequest(_ flight: SessionWorld.Flight) -> Bool {
      if case .request = flight { true } else { false }
    }
    func isAnswer(_ flight: SessionWorld.Flight) -> Bool { if case .answer = flight { true } else { false } }
    func everywhere() {
      act(.token, 1)
      finish()
    }
    switch start {
    case .notRead, .oneProofTwice, .oneProofAroundAnother: break
    case .signedIn, .tokensExpired, .renewing, .signOutUnanswered, .twoSignIns, .twoRenewals:
      act(.signInA)
      finish()
      everywhere()
    case .visitor, .upgradeSent, .upgradeAnswered, .upgradeResumed, .upgradeRecovered:
      act(.anonymous)
      finish()
      everywhere()
    }
    switch start {
    case .notRead, .signedIn, .visitor: break
    case .tokensExpired: step(&world, &server, .timePasses)
    case .renewing:
      step(&world, &server, .timePasses)
      act(.token)
      finish { !isRequest($0) }
    case .twoRenewals:
      step(&world, &server, .timePasses)
      act(.token, 0)
      act(.token, 1)
    case .upgradeSent:
      act(.signInA)
      finish { !isRequest($0) }
    case .upgradeAnswered:
      act(.signInA)
      finish { !isAnswer($0) }
    case .upgradeResumed, .upgradeRecovered:
      // The process was killed before the request, or after the server had opened the session of the upgrade. Then the
      // next start asks without the session of the anonymous user, which has ended.
      act(.signInA)
      finish { start == .upgradeResumed ? !isRequest($0) : !isAnswer($0) }
      step(&world, &server, .fault(0, .kill, flight: 0))
      world.faults = 0
      act(.token)
      finish {
        if case .request(.signIn(_, _, let token)) = $0 {
          start == .upgradeRecovered && token != nil
        } else {
          true
        }
      }
    case .oneProofAroundAnother:
      // The session of both answers to the proof has been adopted, replaced, and is about to end.
      act(.signInA)
      act(.signInB)
      act(.signInAAgain)
      finish { !isAnswer($0) }
      finish {
        switch $0 {
        case .answer(.signInAnswered(World.Act.signInAAgain.call, _)), .request(.end): false
        default: true
        }
      }
    case .oneProofTwice:
      act(.signInA)
      act(.signInAAgain)
      finish { !isRequest($0) }
    case .signOutUnanswered:
      act(.signOut)
      finish { !isRequest($0) }
    case .twoSignIns:
      act(.signInB)
      act(.reauthenticate)
      finish { !isRequest($0) }
    }
    return (world, server)
  }

  /// With `DOORWARD_EXPLORATION=full` two more acts of users instead of one, which takes minutes in a debug build.
  private static let isFull = ProcessInfo.processInfo.environment["DOORWARD_EXPLORATION"] == "full"

  @Test(.timeLimit(.minutes(15)), arguments: Start.allCases)
  func everyInterleavingKeepsTheInvariants(_ start: Start) async {
    let begin = ContinuousClock.now
    let acts = Self.isFull || start == .notRead ? 2 : 1
    let exploration = await onThread { explore(start, acts: acts) }
    let (states, depth) = (exploration.states.count, exploration.depth)
    print("Explored \(states) states to depth \(depth) from \(start) in \(ContinuousClock.now - begin).")
    #expect(exploration.violation == nil)
    #expect(depth == Self.depth || states >= 2_000_000)
    #expect(states >= Self.fewest[start] ?? 1_000)
  }

  /// Explores on a thread of its own: the tasks of the other tests need those that there are.
  private func onThread(_ body: @escaping @Sendable () -> Exploration) async -> Exploration {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.qualityOfService = .utility
      thread.start()
    }
  }

  /// What an exploration has to find at least, so that it cannot pass on nothing.
  private static let fewest: [Start: Int] = [
    .notRead: 5_000, .renewing: 10_000, .upgradeSent: 15_000, .upgradeAnswered: 15_000,
    .signOutUnanswered: 12_000, .twoSignIns: 15_000, .upgradeResumed: 10_000, .oneProofTwice: 8_000,
    .oneProofAroundAnother: 10_000,
  ]

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      (World.Mutation.withoutLock, Start.twoRenewals), (.keyIsNotStored, .tokensExpired),
      (.signOutIsNotStored, .signedIn), (.readsAreStale, .tokensExpired), (.upgradeIsNotStored, .visitor),
      (.alarmIsLost, .signOutUnanswered), (.alarmRepeatsNothing, .signOutUnanswered),
      (.winnerIsEnded, .oneProofTwice), (.resumedUpgradeIsForced, .upgradeResumed),
    ])
  func mistakesAreFound(_ mutation: World.Mutation, from start: Start) async {
    #expect(await onThread { explore(start, acts: 1, mutation: mutation) }.violation != nil)
  }
}
