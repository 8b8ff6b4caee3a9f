import Testing

@testable import NEARConnect

struct BridgePulseTests {
  @Test func answeringPageIsNeverReportedAsBlocked() {
    var pulse = BridgePulse()
    for number in 1...1000 {
      #expect(pulse.beat() == .ask(UInt64(number)))
      // The page answers late, but within the limit.
      for _ in 1..<BridgePulse.maximumMisses { #expect(pulse.beat() == .wait) }
      pulse.answered(UInt64(number))
    }
  }

  @Test func blockedPageIsReportedWithinFiveSeconds() {
    var pulse = BridgePulse()
    #expect(pulse.beat() == .ask(1))
    // The page blocks immediately after its answer.
    pulse.answered(1)
    var beats = 1
    while pulse.beat() != .reportBlocked, beats < 100 { beats += 1 }
    #expect(BridgePulse.interval * beats < .seconds(5))
  }

  @Test func answerToAnotherQuestionDoesNotCount() {
    var pulse = BridgePulse()
    #expect(pulse.beat() == .ask(1))
    for _ in 1..<BridgePulse.maximumMisses {
      #expect(pulse.beat() == .wait)
      pulse.answered(2)
      pulse.answered(0)
    }
    #expect(pulse.beat() == .reportBlocked)
  }

  @Test func dialogStopsCountUntilLaterQuestionIsAnswered() {
    var pulse = BridgePulse()
    #expect(pulse.beat() == .ask(1))
    pulse.pause()
    // This answer was already on its way when the dialog appeared.
    pulse.answered(1)
    #expect(pulse.beat() == .ask(2))
    for _ in 0..<100 { #expect(pulse.beat() == .wait) }
    pulse.answered(2)
    #expect(pulse.beat() == .ask(3))
    for _ in 1..<BridgePulse.maximumMisses { #expect(pulse.beat() == .wait) }
    #expect(pulse.beat() == .reportBlocked)
  }

  @Test func suspendedPageIsNotBlocked() {
    var pulse = BridgePulse()
    #expect(pulse.beat(isSuspended: true) == .ask(1))
    for _ in 0..<100 { #expect(pulse.beat(isSuspended: true) == .wait) }
    #expect(pulse.beat() == .wait)
  }
}
