import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("Store contract: settings")
struct SettingsContractTests {
  private func change(_ milliseconds: Int64, application: String? = nil) -> SettingsChange {
    SettingsChange(
      id: .init(at: moment(milliseconds), entropy: [UInt8](repeating: 7, count: 10)),
      at: moment(milliseconds),
      application: application, actor: "command_line", actorID: nil, keys: ["limits.deletion_grace"],
      content: [1, 2, 3])
  }

  @Test(arguments: StoreKind.allCases) func settingsAreReplaced(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      #expect(
        try await store.read { try $0.settings() } == SettingsRecord(revision: 0, values: [:], secrets: []))
      let first = SettingsRecord(
        revision: 1, values: ["limits": ["deletion_grace": 5]], secrets: [0, 255])
      let second = SettingsRecord(revision: 2, values: [:], secrets: [])
      for record in [first, second] {
        try await store.write { try $0.put(record) }
        #expect(try await store.read { try $0.settings() } == record)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func changesAreListedAndPurged(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let changes = [change(1), change(2, application: "shop"), change(3)]
      try await store.write { transaction in for change in changes { try transaction.insert(change) } }
      #expect(
        try await store.read { try $0.settingsChanges(before: nil, limit: 2) } == [changes[2], changes[1]])
      #expect(
        try await store.read { try $0.settingsChanges(before: changes[1].id, limit: 9) } == [changes[0]])
      #expect(try await store.read { try $0.settingsChange(changes[1].id) } == changes[1])
      #expect(try await store.write { try $0.purgeSettingsChanges(before: moment(3), limit: 1) } == 1)
      #expect(try await store.write { try $0.purgeSettingsChanges(before: moment(3), limit: 9) } == 1)
      #expect(try await store.read { try $0.settingsChanges(before: nil, limit: 9) } == [changes[2]])
      #expect(try await store.read { try $0.settingsChange(changes[0].id) } == nil)
    }
  }
}
