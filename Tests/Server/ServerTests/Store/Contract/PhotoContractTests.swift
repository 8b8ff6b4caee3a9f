import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: photos and pending deletions")
struct PhotoContractTests {
  private func photo(_ content: UInt8) throws -> PhotoRecord {
    PhotoRecord(
      id: try PhotoID(random: .system), createdAt: moment(5),
      renditions: [
        PhotoRecord.Rendition(side: 64, bytes: [content]),
        PhotoRecord.Rendition(side: 512, bytes: [content, content]),
      ])
  }

  @Test("A photo replaces the previous one", arguments: StoreKind.allCases)
  func replace(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let (first, second) = (try photo(1), try photo(2))
      try await store.write {
        try $0.insert(user)
        try $0.setPhoto(first, of: user.id)
      }
      #expect(try await store.read { try $0.user(user.id)?.photo } == first.id)
      #expect(try await store.read { try $0.photo(of: user.id) } == first)
      #expect(try await store.read { try $0.photo(first.id, side: 512) } == [1, 1])
      #expect(try await store.read { try $0.photo(first.id, side: 128) } == nil)
      try await store.write { try $0.setPhoto(second, of: user.id) }
      #expect(try await store.read { try $0.photo(first.id, side: 512) } == nil)
      #expect(try await store.read { try $0.photo(of: user.id) } == second)
      // A change of the user keeps the photo.
      try await store.write { try $0.update(user) }
      #expect(try await store.read { try $0.user(user.id)?.photo } == second.id)
      try await store.write { try $0.deletePhoto(of: user.id) }
      #expect(try await store.read { try $0.user(user.id)?.photo } == nil)
    }
  }

  @Test("A photo belongs to a user and is removed with the user", arguments: StoreKind.allCases)
  func ownership(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let photo = try photo(1)
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { try $0.setPhoto(photo, of: user.id) }
      }
      try await store.write {
        for user in [user, other] { try $0.insert(user) }
        try $0.setPhoto(photo, of: user.id)
      }
      await #expect(throws: StoreError(.conflict, "")) {
        try await store.write { try $0.setPhoto(photo, of: other.id) }
      }
      try await store.write { try $0.deletePhoto(of: other.id) }
      #expect(try await store.read { try $0.photo(photo.id, side: 64) } == [1])
      try await store.write { try $0.deleteUser(user.id) }
      #expect(try await store.read { try $0.photo(photo.id, side: 64) } == nil)
    }
  }

  @Test("Users whose deletion is due are removed, and others stay", arguments: StoreKind.allCases)
  func deletions(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let users = try (0..<4).map { _ in try User.sample() }
      let deletion = { @Sendable in PendingDeletion(requestedAt: moment(0), dueAt: moment($0)) }
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { try $0.schedule(deletion(1), of: users[0].id) }
      }
      try await store.write {
        for user in users { try $0.insert(user) }
        try $0.schedule(deletion(10), of: users[0].id)
        try $0.schedule(deletion(11), of: users[1].id)
        try $0.schedule(deletion(10), of: users[2].id)
        try $0.cancelDeletion(of: users[2].id)
      }
      #expect(try await store.read { try $0.user(users[1].id)?.deletion } == deletion(11))
      #expect(try await store.read { try $0.user(users[2].id)?.deletion } == nil)
      #expect(try await store.write { try $0.deleteDueUsers(at: moment(9), limit: 10) } == 0)
      #expect(try await store.write { try $0.deleteDueUsers(at: moment(10), limit: 10) } == 1)
      let left = try await store.read { snapshot in try users.map { try snapshot.user($0.id) != nil } }
      #expect(left == [false, true, true, true])
    }
  }
}
