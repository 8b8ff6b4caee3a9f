import DoorwardStore
import Encodings
import Testing

@Suite("Store contract: applications")
struct ApplicationContractTests {
  private func record(
    _ id: String, _ source: ApplicationRecord.Source = .store, at position: Int64 = 0,
    name: String = "Example"
  ) -> ApplicationRecord {
    ApplicationRecord(
      id: id, settings: ["id": .string(id), "name": .string(name)], source: source, position: position)
  }

  @Test(
    "The applications of the configuration are first, each group by its positions",
    arguments: StoreKind.allCases)
  func order(_ kind: StoreKind) async throws {
    let records = [
      record("web", .configuration, at: 0), record("app", .configuration, at: 1), record("zoo", at: 0),
      record("api", at: 1),
    ]
    try await kind.withStore { store in
      try await store.write { transaction in
        for record in records.reversed() { try transaction.put(record) }
      }
      #expect(try await store.read { try $0.applications() } == records)
    }
  }

  @Test("An id has one record of each source", arguments: StoreKind.allCases)
  func replacement(_ kind: StoreKind) async throws {
    let listed = record("web", .configuration, at: 3, name: "Müller 🔑")
    let second = record("web", at: 1, name: "Second")
    try await kind.withStore { store in
      for record in [record("web"), listed, second] { try await store.write { try $0.put(record) } }
      #expect(try await store.read { try $0.applications() } == [listed, second])
      try await store.write { try $0.removeApplication("web", source: .configuration) }
      #expect(try await store.read { try $0.applications() } == [second])
    }
  }

  @Test("Each change increases the revision", arguments: StoreKind.allCases)
  func revision(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      func revision() async throws -> Int64 { try await store.read { try $0.applicationRevision() } }
      var revisions = [try await revision()]
      try await store.write { try $0.put(record("web")) }
      revisions.append(try await revision())
      try await store.write { try $0.put(record("web", name: "Shop")) }
      revisions.append(try await revision())
      try await store.write { try $0.removeApplication("web", source: .store) }
      revisions.append(try await revision())
      #expect(Set(revisions).count == 4)
      #expect(revisions == revisions.sorted())
      #expect(try await store.read { try $0.applications() }.isEmpty)
    }
  }

  @Test(
    "A failed transaction changes neither the applications nor the revision", arguments: StoreKind.allCases)
  func rollback(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      try await store.write { try $0.put(record("web")) }
      let before = try await store.read { try $0.applicationRevision() }
      await #expect(throws: CancellationError.self) {
        try await store.write { transaction in
          try transaction.removeApplication("web", source: .store)
          throw CancellationError()
        }
      }
      #expect(try await store.read { try $0.applications() }.map(\.id) == ["web"])
      #expect(try await store.read { try $0.applicationRevision() } == before)
    }
  }
}
