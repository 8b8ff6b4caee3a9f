import Foundation
import Testing

@testable import Doorward

/// Explores every interleaving of the acts of users, the results of effects, one failure and a second process.
@Suite(.serialized) struct SessionExplorationTests {
  private static let depth = 8
  private static let mostStates = 2_000_000

  private struct Exploration: Sendable {
    var states: Set<Int> = []
    var steps = 0
    var depth = 0
    var violation: String?
  }

  private func explore(
    _ start: ExplorationStart, acts further: Int, mutation: SessionWorld.Mutation? = nil
  ) -> Exploration {
    var exploration = Exploration()
    var frontier = [start.run(mutation)]
    let acts = frontier[0].world.acts
    let times = frontier[0].world.timesPassed
    exploration.states.insert(frontier[0].fingerprint)
    while exploration.depth < Self.depth, !frontier.isEmpty {
      exploration.depth += 1
      var next: [ModelRun] = []
      for run in frontier {
        let choices = run.world.choices(
          acts: SessionWorld.Act.allCases, maxActs: acts + further, maxTimes: times + 1, faults: 1)
        for choice in choices {
          var run = run
          run.step(choice)
          exploration.steps += 1
          if let violation = run.world.violation {
            exploration.violation = violation
            return exploration
          }
          if exploration.states.insert(run.fingerprint).inserted { next.append(run) }
          if exploration.states.count >= Self.mostStates { return exploration }
        }
      }
      frontier = next
    }
    return exploration
  }

  /// With `DOORWARD_EXPLORATION=full` two more acts of users instead of one, which takes minutes in a debug build.
  private static let isFull = ProcessInfo.processInfo.environment["DOORWARD_EXPLORATION"] == "full"

  @Test(.timeLimit(.minutes(15)), arguments: ExplorationStart.allCases)
  func everyInterleavingKeepsTheInvariants(_ start: ExplorationStart) async {
    let begin = ContinuousClock.now
    let acts = Self.isFull || start == .notRead ? 2 : 1
    let exploration = await onThread { explore(start, acts: acts) }
    let (states, depth) = (exploration.states.count, exploration.depth)
    print("Explored \(states) states to depth \(depth) from \(start) in \(ContinuousClock.now - begin).")
    #expect(exploration.violation == nil)
    #expect(depth == Self.depth || states >= Self.mostStates)
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

  /// The fewest states of an exploration, so that the test fails if it explores nothing.
  private static let fewest: [ExplorationStart: Int] = [
    .notRead: 5_000, .renewing: 10_000, .upgradeSent: 15_000, .upgradeAnswered: 15_000,
    .signOutUnanswered: 12_000, .twoSignIns: 15_000, .upgradeResumed: 10_000, .oneProofTwice: 8_000,
    .oneProofAroundAnother: 10_000,
  ]

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      (SessionWorld.Mutation.withoutLock, ExplorationStart.twoRenewals), (.keyIsNotStored, .tokensExpired),
      (.signOutIsNotStored, .signedIn), (.readsAreStale, .tokensExpired), (.upgradeIsNotStored, .visitor),
      (.alarmIsLost, .signOutUnanswered), (.alarmRepeatsNothing, .signOutUnanswered),
      (.winnerIsEnded, .oneProofTwice), (.resumedUpgradeIsForced, .upgradeResumed),
    ])
  func mistakesAreFound(_ mutation: SessionWorld.Mutation, from start: ExplorationStart) async {
    #expect(await onThread { explore(start, acts: 1, mutation: mutation) }.violation != nil)
  }
}
