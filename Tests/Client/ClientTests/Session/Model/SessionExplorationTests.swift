import Foundation
import Sampling
import Testing

@testable import Doorward

/// Explores every interleaving of the acts of users, the results of effects, one failure, a session that the server ends,
/// and a second process.
@Suite(.serialized) struct SessionExplorationTests {
  private static let depth = 8
  private static let leastDepth = 5
  /// The number of states at which an exploration ends before its depth. With `DOORWARD_EXPLORATION=full`, as
  /// `make explore` sets it in a release build, users act twice, and an exploration goes on to depth 8 or 2,000,000 states.
  private static let isFull = ProcessInfo.processInfo.environment["DOORWARD_EXPLORATION"] == "full"
  private static let mostStates = 2_000_000
  private static let enough = isFull ? mostStates : 6_000

  private struct Exploration: Sendable {
    var states: Set<Int> = []
    var steps = 0
    var depth = 0
    var violation: SessionViolation?
    /// The phases that a step has left.
    var left: Set<SessionPhase> = []
  }

  /// - Parameters:
  ///   - start: The first state.
  ///   - scope: The limits of events and faults.
  ///   - further: The most acts of users from there.
  ///   - enough: The number of states after which no further level is explored, from the least depth on.
  ///   - mutation: A deliberate mistake, and the rule that it breaks. The exploration does not continue from states in
  ///     which it breaks another rule.
  /// - Returns: The states and the violations.
  private func explore(
    _ start: ExplorationStart, _ scope: SessionWorld.Scope, acts further: Int, enough: Int = enough,
    _ mutation: (mistake: SessionWorld.Mutation, rule: SessionRule)? = nil
  ) -> Exploration {
    var exploration = Exploration()
    var frontier = [start.run(mutation?.mistake)]
    let acts = frontier[0].world.acts
    let times = frontier[0].world.timesPassed
    exploration.violation = frontier[0].world.violation
    exploration.states.insert(frontier[0].fingerprint)
    while exploration.depth < Self.depth, !frontier.isEmpty,
      exploration.depth < Self.leastDepth || exploration.states.count < enough
    {
      exploration.depth += 1
      var next: [ModelRun] = []
      for run in frontier {
        let phase = SessionPhase(run.world.processes[0].machine)
        let choices = run.world.choices(
          scope, maxActs: acts + further, maxTimes: times + 1, faults: 1)
        for choice in choices {
          var run = run
          run.step(choice)
          exploration.steps += 1
          if let violation = run.world.violation {
            if let mutation, violation.rule != mutation.rule { continue }
            exploration.violation = violation
            return exploration
          }
          if SessionPhase(run.world.processes[0].machine) != phase { exploration.left.insert(phase) }
          // The states of the last level are not gone on from.
          if exploration.states.insert(run.fingerprint).inserted, exploration.depth < Self.depth {
            next.append(run)
          }
          if exploration.states.count >= Self.mostStates { return exploration }
        }
      }
      frontier = next
    }
    return exploration
  }

  @Test(
    .timeLimit(.minutes(60)), .takesLong("It explores 300,000 states."), arguments: ExplorationStart.allCases)
  func everyInterleavingKeepsTheInvariants(_ start: ExplorationStart) async {
    let begin = ContinuousClock.now
    let acts = Self.isFull || start == .notRead ? 2 : 1
    let exploration = await onThread { explore(start, .everything, acts: acts) }
    let (states, depth) = (exploration.states.count, exploration.depth)
    print("Explored \(states) states to depth \(depth) from \(start) in \(ContinuousClock.now - begin).")
    #expect(exploration.violation == nil)
    #expect(depth == Self.depth || depth >= Self.leastDepth && states >= Self.enough)
    // The test fails if it explores nothing.
    #expect(states >= 900)
  }

  /// Explores on a thread of its own: the tasks of the other tests need those that there are.
  private func onThread(_ body: @escaping @Sendable () -> Exploration) async -> Exploration {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.qualityOfService = .utility
      thread.start()
    }
  }

  @Test(.timeLimit(.minutes(60))) func everyPhaseIsReachedAndLeft() async {
    var left: Set<SessionPhase> = []
    for start in [ExplorationStart.notRead, .signedIn, .tokensExpired, .visitor, .guest] {
      left.formUnion(await onThread { explore(start, .everything, acts: 1, enough: 0) }.left)
    }
    #expect(left == Set(SessionPhase.allCases))
  }

  // MARK: Deliberate mistakes

  struct Mistake: Sendable {
    let mutation: SessionWorld.Mutation
    let start: ExplorationStart
    let rule: SessionRule
    let scope: SessionWorld.Scope
    let acts: Int

    init(
      _ mutation: SessionWorld.Mutation, _ start: ExplorationStart, _ rule: SessionRule,
      _ scope: SessionWorld.Scope = .common, acts: Int = 1
    ) {
      self.mutation = mutation
      self.start = start
      self.rule = rule
      self.scope = scope
      self.acts = acts
    }
  }

  private static let mistakes = [
    Mistake(.withoutLock, .twoRenewals, .endedSessionDoesNotReturn),
    Mistake(.keyIsNotStored, .twoRenewals, .usedTokenIsSentWithItsKey, acts: 0),
    Mistake(.signOutIsNotStored, .signedIn, .storedRecordIsKnown),
    Mistake(.readsAreStale, .tokensExpired, .storedRecordIsKnown, .everything),
    Mistake(.upgradeIsNotStored, .visitor, .announcedSessionIsStored),
    Mistake(.upgradeIsForgotten, .upgradeAnswered, .upgradedUserIsNotLost, .everything),
    Mistake(.renewalRemovesTheSession, .tokensExpired, .storageKeepsTheSession),
    Mistake(.unreadableCountsAsEmpty, .visitor, .unreadableRecordIsReplacedForAReason, .everything),
    Mistake(.deviceIsRemoved, .signedIn, .storageKeepsTheDevice),
    Mistake(.resumedUpgradeIsForced, .upgradeResumed, .resumedUpgradeUndoesNothing),
    Mistake(.signOutIsForgotten, .signedIn, .endedSessionIsNotAnnounced),
    Mistake(.usedSessionsAreForgotten, .oneProofCancelled, .sessionIsNotStoredAfterItsEnd, acts: 0),
    Mistake(.usedSessionsAreForgotten, .oneProofAroundAnother, .endedSessionDoesNotReturn),
    Mistake(.waitersAreForgotten, .renewing, .tokenIsOfTheSamePerson),
    Mistake(.waitersAreForgotten, .signedIn, .tokenIsNotTheRefusedOne, .everything),
    Mistake(.jobIsForgotten, .tokensExpired, .callerIsServed),
    Mistake(.jobIsForgotten, .tokensExpired, .queueMoves, acts: 2),
    Mistake(.jobIsForgotten, .visitor, .signInIsSent),
    Mistake(.refusalIsAssumed, .renewing, .signedOutForAReason),
    Mistake(.alarmIsLost, .signOutUnanswered, .serverIsAskedToEnd),
    Mistake(.alarmIsLost, .signedIn, .changeIsStored),
    Mistake(.alarmRepeatsNothing, .signOutUnanswered, .alarmRepeatsEnds),
    Mistake(.winnerIsEnded, .oneProofTwice, .presentSessionIsNotEnded),
    Mistake(.jobIsLost, .signedIn, .laneMoves),
    Mistake(.signInIsLost, .signedIn, .signInEnds),
    Mistake(.endIsLost, .signedIn, .serverIsAskedToEnd),
    Mistake(.endIsLost, .signedIn, .signOutReturns),
    Mistake(.replyIsLost, .signedIn, .callerGetsAReply),
    Mistake(.announcementIsLost, .signedIn, .viewIsAnnounced),
    Mistake(.announcementIsLost, .tokensExpired, .announcedSessionIsStored),
    Mistake(.announcementIsLate, .tokensExpired, .tokenIsOfTheAnnouncedSession),
    Mistake(.cancelledSignInSucceeds, .twoSignIns, .cancelledSignInIsNotAdopted),
  ]

  @Test(.timeLimit(.minutes(60)), arguments: CaseSample.of(mistakes, oneIn: 6))
  func everyMistakeBreaksItsRule(_ mistake: Mistake) async {
    let exploration = await onThread {
      explore(
        mistake.start, mistake.scope, acts: mistake.acts, enough: Self.mostStates,
        (mistake.mutation, mistake.rule))
    }
    #expect(exploration.violation?.rule == mistake.rule, "\(exploration.states.count) states")
  }

  @Test func everyRuleCanBeBroken() {
    #expect(Set(Self.mistakes.map(\.rule)) == Set(SessionRule.allCases))
    #expect(Set(Self.mistakes.map(\.mutation)) == Set(SessionWorld.Mutation.allCases))
  }
}
