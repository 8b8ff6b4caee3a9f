import Sampling
import Testing

@testable import DoorwardFlow

/// The exploration finds deliberate mistakes.
struct FlowMistakeTests {
  @Test(.timeLimit(.minutes(10)), arguments: CaseSample.of(FlowMistake.allCases, oneIn: 5))
  func everyMistakeBreaksItsRule(_ mistake: FlowMistake) async {
    let exploration = await FlowExploration(FlowOffer.passwordsAndCodes.choices, mistake)
    #expect(exploration.violation?.rule == mistake.rule)
  }

  @Test func everyRuleCanBeBroken() {
    #expect(Set(FlowMistake.allCases.map(\.rule)) == Set(FlowRule.allCases))
  }
}
