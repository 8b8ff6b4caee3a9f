import Sampling
import Testing

@testable import DoorwardFlow

/// Explores every order of the acts of a user, the answers of the server and the ends of timers, without a limit.
struct FlowExplorationTests {
  @Test(
    .timeLimit(.minutes(10)), .takesLong("It explores 34,000 states."), arguments: FlowOffer.allCases)
  func everyOrderKeepsTheRules(_ offer: FlowOffer) async {
    let exploration = await offer.exploration
    print("Explored \(exploration.states.count) states of the offer \(offer).")
    #expect(exploration.violation == nil)
    // The test fails if it explores nothing.
    #expect(exploration.states.count >= (offer == .nothing ? 5 : 100))
  }

  /// Every view of a flow. A new view must be reached too.
  @Test(.timeLimit(.minutes(10)), .takesLong("It waits for the states of its offers."))
  func everyViewIsReachedAndLeft() async {
    let transitions = await FlowOffer.everything.exploration.transitions
    let left = transitions.filter { name, events in events.values.contains { !$0.subtracting([name]).isEmpty }
    }
    let views = [
      "loading", "unavailable", "start", "password", "sign_up", "code.signIn", "code.signUp", "code.reset",
      "second_factor", "new_factor", "keep_account", "recovery_codes", "recovery_code_used", "your_name",
      "passkey_offer", "too_late", "wallets",
    ]
    let proofs = SignInMethod.outside.map { SignInScreen.proof($0).name }
    #expect(Set(left.keys).isSuperset(of: views + proofs))
    let reached = Set(transitions.values.flatMap { $0.values.flatMap { $0 } })
    #expect(reached.isSuperset(of: ["finished.completed", "finished.cancelled", "finished.failed"]))
    #expect(await FlowOffer.nothing.exploration.transitions["nothing_offered"] != nil)
  }

  /// Starting again leaves nothing of the sign-in before.
  @Test(.takesLong("It waits for the states of its offers."))
  func flowsThatAreStartedAgainHaveNoHistory() async {
    for world in await FlowOffer.passwordsAndCodes.exploration.states {
      var flow = world.flow
      guard flow.allows(.startAgain) else { continue }
      _ = flow.perform(.startAgain)
      guard case .start = flow.screen else {
        Issue.record("\(world.flow.screen.name) leads to \(flow.screen.name)")
        return
      }
      #expect(flow.history.isEmpty && !flow.isBusy && flow.problem == nil)
    }
  }
}
