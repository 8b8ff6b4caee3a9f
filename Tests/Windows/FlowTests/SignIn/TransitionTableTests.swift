import Foundation
import Sampling
import Testing

@testable import DoorwardFlow

/// `transitions.json` lists the views that each event of each view can lead to, so that a change of the flow shows every
/// transition that it changes.
struct TransitionTableTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "transitions.json")

  @Test(.timeLimit(.minutes(10)), .takesLong("It waits for the states of its offers."))
  func tableIsThatOfTheExploration() async throws {
    var table: [String: [String: [String]]] = [:]
    for offer in [FlowOffer.everything, .codes, .nothing] {
      for (view, events) in await offer.exploration.transitions {
        for (event, views) in events {
          table[view, default: [:]][event] = views.union(table[view]?[event] ?? []).sorted()
        }
      }
    }
    // Methods of one kind have the same transitions, so the table has a method of each kind.
    for method in SignInMethod.outside where !SignInSamples.methods.contains(method) {
      let view = SignInScreen.proof(method).name
      let sample = try #require(SignInSamples.methods.first { $0.traits.kind == method.traits.kind })
      let ofSample = SignInScreen.proof(sample).name
      let own = table.removeValue(forKey: view)?.mapValues { $0.map { $0 == view ? ofSample : $0 } }
      #expect(own == table[ofSample])
      table = table.mapValues { events in events.mapValues { views in views.filter { $0 != view } } }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = String(decoding: try encoder.encode(table), as: UTF8.self) + "\n"
    if ProcessInfo.processInfo.environment["DOORWARD_WRITE_TRANSITIONS"] == "1" {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(
      stored == text,
      "The table is out of date. Run: DOORWARD_WRITE_TRANSITIONS=1 swift test --filter TransitionTableTests")
  }
}
