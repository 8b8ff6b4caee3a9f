import Sampling
import Testing

@testable import DoorwardFlow

/// Long random walks. A walk that ends begins again with another offer.
struct FlowWalkTests {
  @Test(.timeLimit(.minutes(5)), arguments: CaseSample.of([1, 2, 3, 4] as [UInt64], oneIn: 4))
  func longWalksKeepTheRules(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var offer = FlowOffer.everything
    var world = FlowWorld()
    var ends = 0
    for step in 1...10_000 {
      guard let event = world.events(offering: offer.choices).randomElement(using: &random) else {
        ends += 1
        world = FlowWorld()
        offer = try #require(FlowOffer.allCases.randomElement(using: &random))
        continue
      }
      let name = "\(world.flow.screen.name): \(event.name(in: world.flow))"
      world.step(event)
      try #require(world.broken == nil, "step \(step), \(name)")
    }
    #expect(ends > 100)
  }
}

/// SplitMix64: the same numbers for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
