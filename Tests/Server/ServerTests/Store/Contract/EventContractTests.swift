import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("Store contract: events")
struct EventContractTests {
  private struct Refused: Error {}

  private static let client = ClientDescription(device: awkwardText, network: "2001:db8::1")

  private func event(
    _ kind: EventKind = .passwordChanged, of user: User.ID? = nil, _ actor: EventActor = .system,
    at time: Int64 = 0
  ) -> Event {
    Event(
      kind, about: EventSubjects(user: user, application: "ü", session: nil),
      by: EventOrigin(actor, Self.client), at: moment(time))
  }

  @Test(arguments: StoreKind.allCases)
  func eventsAreStoredAsTheyHappened(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, session) = (
        try User.ID(at: moment(0), random: .system), try Session.ID(at: moment(0), random: .system)
      )
      let full = Event(
        .userChanged(["name", "ü\n"]), about: EventSubjects(user: user, application: "a", session: session),
        by: EventOrigin(.commandLine("ö"), Self.client), at: moment(1))
      let empty = Event(.usersImported(count: 3), about: EventSubjects(), by: .system, at: moment(2))
      try await store.write { transaction in
        for event in [empty, full] { try transaction.insert(event) }
      }
      let stored = try await store.read { try $0.events(after: nil, limit: 10) }
      #expect(stored.map(\.id) == [full.id, empty.id])
      #expect(stored.map(\.type) == ["user.changed", "users.imported"])
      #expect(stored.map(\.at) == [moment(1), moment(2)])
      #expect(stored.map(\.subjects) == [full.subjects, EventSubjects()])
      #expect(stored.map(\.client) == [Self.client, ClientDescription()])
      #expect(
        stored.map(\.actor.name) == ["command_line", "system"] && stored.map(\.actor.id) == ["ö", nil])
      #expect(stored[0].content == ["members": ["name", "ü\n"]] && stored[1].content == ["count": 3])
      #expect(stored.allSatisfy { $0.seal == nil })
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(full) } }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func eventOfAnActThatFailsIsNotStored(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      await #expect(throws: Refused.self) {
        try await store.write { [event = event()] transaction in
          try transaction.insert(event)
          throw Refused()
        }
      }
      let stored = try await store.read { try $0.events(after: nil, limit: 1) }
      #expect(stored.isEmpty)
    }
  }

  @Test func idsOfOneMomentAreInTheOrderOfTheEvents() {
    let ids = (0..<1000).map { _ in event().id.text }
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
    // RFC 9562 §5.7: version 7, variant 10.
    #expect(
      ids.allSatisfy { $0.dropFirst(14).first == "7" && "89ab".contains($0.dropFirst(19).first ?? "0") })
  }

  @Test(arguments: StoreKind.allCases)
  func eventsOfAUserAreReadInParts(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let users = try (0..<2).map { _ in try User.ID(at: moment(0), random: .system) }
      // Several events have the same time.
      let events = (0..<20).map { event(of: users[$0 % 2], at: Int64($0 / 4)) }
      try await store.write { transaction in
        for event in events.shuffled() { try transaction.insert(event) }
      }
      let expected = events.filter { $0.subjects.user == users[0] && $0.at >= moment(1) }.map(\.id).reversed()
      var (found, position): ([Event.ID], ListPosition<Event>?) = ([], nil)
      repeat {
        let part = try await store.read { [position] in
          try $0.events(of: users[0], since: moment(1), after: position, limit: 3)
        }
        found += part.map(\.id)
        position = part.last?.position
      } while position != nil && found.count < 30
      #expect(found == Array(expected))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func timeOfTheNewestEventOfATypeIsKnownBeforeAndAfterItsSeal(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let read = { try await store.read { try $0.timeOfNewestEvent(of: .backupMade) } }
      #expect(try await read() == nil)
      try await store.write { transaction in
        for hour: Int64 in [2, 5, 3] {
          try transaction.add(
            EventCount(hour: EventHour(number: hour), type: "backup.made", detail: "", count: 1))
        }
        try transaction.add(
          EventCount(hour: EventHour(number: 9), type: "user.created", detail: "", count: 1))
      }
      #expect(try await read() == EventHour(number: 5).start)
      try await store.write {
        try $0.record(.backupMade, about: EventSubjects(), by: .system, at: moment(90_000))
      }
      #expect(try await read() == moment(90_000))
    }
  }

  /// The events of a deleted user stay, and name the user by id alone.
  @Test(arguments: StoreKind.allCases)
  func deletionOfAUserErasesTheClientsOfTheEvents(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let events = [
        event(of: user.id, .user(user.id)), event(of: other.id, .user(other.id)),
        event(of: other.id, .administrator(user.id)), event(of: nil, .unknown),
      ]
      try await store.write { transaction in
        for user in [user, other] { try transaction.insert(user) }
        for event in events { try transaction.insert(event) }
        try transaction.deleteUser(user.id)
      }
      let stored = try await store.read { try $0.events(after: nil, limit: 10) }
      let none = ClientDescription()
      #expect(stored.map(\.client) == [none, Self.client, none, Self.client])
      #expect(stored.map(\.subjects.user) == [user.id, other.id, other.id, nil])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func dueDeletionIsAnEvent(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.schedule(PendingDeletion(requestedAt: moment(0), dueAt: moment(5)), of: user.id)
        #expect(try transaction.deleteDueUsers(at: moment(9), limit: 5) == 1)
      }
      let stored = try await store.read { try $0.events(after: nil, limit: 10) }
      #expect(stored.map(\.type) == ["user.deleted"] && stored.map(\.subjects.user) == [user.id])
      #expect(stored.map(\.at) == [moment(9)])
    }
  }
}
