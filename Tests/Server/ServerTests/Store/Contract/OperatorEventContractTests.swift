import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("Store contract: acts of the operator")
struct OperatorEventContractTests {
  @Test(arguments: StoreKind.allCases)
  func `acts are taken once, the oldest first`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let events = try (0..<5).map { number in
        OperatorEvent(
          id: try OperatorEvent.ID(at: moment(Int64(number)), random: .system), at: moment(Int64(number)),
          members: ["event": "user_ban", "number": .integer(Int64(number)), "text": "ü\u{0}\n"])
      }
      #expect(try await !store.read { try $0.hasOperatorEvents() })
      try await store.write { transaction in
        for event in events.shuffled() { try transaction.insert(event) }
      }
      #expect(try await store.read { try $0.hasOperatorEvents() })
      let first = try await store.write { try $0.takeOperatorEvents(limit: 2) }
      let rest = try await store.write { try $0.takeOperatorEvents(limit: 9) }
      #expect((first + rest).map(\.id) == events.map(\.id))
      #expect((first + rest).map(\.at) == events.map(\.at))
      #expect((first + rest).map { JSONValue.object($0.members) } == events.map { .object($0.members) })
      #expect(try await store.write { try $0.takeOperatorEvents(limit: 9) }.isEmpty)
      await #expect(throws: StoreError(.conflict, "")) {
        try await store.write { transaction in
          try transaction.insert(events[0])
          try transaction.insert(events[0])
        }
      }
    }
  }
}
