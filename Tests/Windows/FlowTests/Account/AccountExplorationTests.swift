import Sampling
import Testing

@testable import DoorwardFlow

/// Every state of an account window, breadth first, to a fixed point.
struct AccountExploration {
  private(set) var states: Set<AccountWorld> = []
  /// The first violation, as a run of events.
  private(set) var violation: (rule: AccountRule, run: [String])?

  /// - Parameter mistake: A deliberate mistake. The exploration does not continue from states in which it breaks another rule.
  init(_ mistake: AccountMistake? = nil) async {
    let start = AccountWorld(mistake)
    var frontier = [(world: start, run: [String]())]
    states.insert(start)
    while !frontier.isEmpty {
      var next: [(AccountWorld, [String])] = []
      for (place, (world, run)) in frontier.enumerated() {
        if place.isMultiple(of: 64) { await Task.yield() }
        for event in AccountEvent.events(of: world.flow) {
          var changed = world
          changed.step(event)
          if let rule = changed.broken {
            if let mistake, rule != mistake.rule { continue }
            violation = (rule, run + [event.name])
            return
          }
          if states.insert(changed).inserted { next.append((changed, run + [event.name])) }
        }
      }
      frontier = next
    }
  }
}

/// Explores every order of the acts of a user, the answers of the server and the ends of timers, without a limit.
struct AccountExplorationTests {
  @Test(.timeLimit(.minutes(10)), .takesLong("It explores 50,000 states."))
  func everyOrderKeepsTheRulesAndHasAUsableWindow() async {
    let exploration = await AccountExploration()
    print("Explored \(exploration.states.count) states of the account.")
    #expect(exploration.violation == nil)
    #expect(exploration.states.count > 1000)
    var broken: Set<String> = []
    for flow in visibleFlows(exploration) {
      let window = AccountContent.inEnglish.window(of: AccountState(flow: flow), at: FlowEvent.time(0))
      for content in [window.page, window.dialog?.content].compactMap(\.self) {
        for rule in ScreenRules(content, allows: flow.allows).broken {
          broken.insert("\(content.name): \(rule)")
        }
      }
    }
    #expect(broken.isEmpty, "\(broken.sorted().prefix(10))")
  }

  /// One flow for each window that looks different.
  private func visibleFlows(_ exploration: AccountExploration) -> [AccountFlow] {
    struct Look: Hashable {
      let dialog: AccountDialog?
      let problem: SignInProblem?
      let request: AccountRequest?
      let made: MadeChange?
      let lists: AccountLists?
      let isRead: Bool
    }
    let flows = exploration.states.map(\.flow).map { flow in
      // The page below a dialog is the same, with disabled controls.
      (
        Look(
          dialog: flow.dialog, problem: flow.problem, request: flow.pending?.request, made: flow.made,
          lists: flow.dialog == nil ? flow.lists : nil, isRead: flow.user != nil), flow
      )
    }
    return Array(Dictionary(flows, uniquingKeysWith: { first, _ in first }).values)
  }

  @Test(.timeLimit(.minutes(10)), arguments: CaseSample.of(AccountMistake.allCases, oneIn: 5))
  func everyMistakeBreaksItsRule(_ mistake: AccountMistake) async {
    #expect(await AccountExploration(mistake).violation?.rule == mistake.rule)
  }

  @Test func everyRuleCanBeBroken() {
    #expect(Set(AccountMistake.allCases.map(\.rule)) == Set(AccountRule.allCases))
  }
}

extension AccountFlow {
  /// Whether the flow allows the act of an action; nil if the renderer performs it.
  func allows(_ action: ScreenAction, _ texts: FieldTexts) -> Bool? {
    if case .account(let step) = action { allows(step.act(with: texts)) } else { nil }
  }
}
