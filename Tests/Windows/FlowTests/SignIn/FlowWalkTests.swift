import Sampling
import Testing

@testable import DoorwardFlow

/// Long random walks. A walk that ends begins again with another offer.
struct FlowWalkTests {
  @Test(.timeLimit(.minutes(5)), arguments: CaseSample.of([1, 2, 3, 4] as [UInt64], oneIn: 4))
  func longWalksKeepTheRules(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
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
