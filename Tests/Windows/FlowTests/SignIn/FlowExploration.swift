@testable import DoorwardFlow

/// Every state of a flow, breadth first, to a fixed point.
struct FlowExploration {
  private(set) var states: Set<FlowWorld> = []
  /// The views that each event of a view leads to, by their names.
  private(set) var transitions: [String: [String: Set<String>]] = [:]
  /// The first violation, as a run of events.
  private(set) var violation: (rule: FlowRule, run: [String])?

  /// - Parameters:
  ///   - choices: The offer of the server.
  ///   - mistake: A deliberate mistake. The exploration does not continue from states in which it breaks another rule.
  init(_ choices: SignInChoices, _ mistake: FlowMistake? = nil) async {
    let start = FlowWorld(mistake)
    var frontier = [(world: start, run: [String]())]
    states.insert(start)
    while !frontier.isEmpty {
      var next: [(FlowWorld, [String])] = []
      for (place, (world, run)) in frontier.enumerated() {
        if place.isMultiple(of: 64) { await Task.yield() }
        for event in world.events(offering: choices) {
          let name = event.name(in: world.flow)
          var changed = world
          changed.step(event)
          if let rule = changed.broken {
            if let mistake, rule != mistake.rule { continue }
            violation = (rule, run + [name])
            return
          }
          transitions[world.flow.screen.name, default: [:]][name, default: []].insert(
            changed.flow.screen.name)
          if states.insert(changed).inserted { next.append((changed, run + [name])) }
        }
      }
      frontier = next
    }
  }
}
