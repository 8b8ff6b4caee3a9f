import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The events as administrators and programs read them.
@Suite struct EventRouteTests {
  private func key(
    _ server: TestServer, _ scopes: Set<AdministrationScope> = [.readEvents]
  ) async throws -> String {
    try await server.administer { try await $0.createAdministrationKey(name: "tests", scopes: scopes).1.text }
  }

  @Test func eventsAreListedInPartsAndFiltered() async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      func list(_ query: String) async throws -> TestAPI.Answer {
        try await server.listening.send(.get, "/v1/admin/events?\(query)", bearer: key)
      }
      let signedIn = try await EthereumTestWallet().signIn(server)
      let user = try #require(signedIn["user"]["id"]?.string)
      for number in 0..<3 {
        server.clock.advance(by: 60)
        _ = try await server.administer {
          try await $0.createUser(["username": .string("user_\(number)")], for: nil)
        }
      }
      var (found, cursor) = ([JSONValue](), "")
      repeat {
        let answer = try await list("type=user.created&limit=2&cursor=\(cursor)")
        #expect(answer.status == 200)
        found += answer["items"].array ?? []
        cursor = answer["next_cursor"].string ?? ""
      } while !cursor.isEmpty
      #expect(found.count == 4)
      #expect(found.map { $0["time"]?.string ?? "" } == found.map { $0["time"]?.string ?? "" }.sorted(by: >))
      #expect(found.last?["user_id"]?.string == user)
      #expect(found.first?["actor"]?["type"]?.string == "command_line")

      let own = try await list("user=\(user)")["items"].array ?? []
      #expect(own.map { $0["type"]?.string } == ["session.started", "user.created"])
      #expect(try await list("user=\(user)&type=session.")["items"].array?.count == 1)
      #expect(try await list("actor=\(user)")["items"].array?.count == 2)
      #expect(try await list("application=none")["items"].array == [])
      let early = try #require(found.last?["time"]?.string)
      #expect(
        try await list("until=\(early)")["items"].array?.contains { $0["type"]?.string == "user.created" }
          == false)
      #expect(
        try await list("from=\(found[0]["time"]?.string ?? "")&type=user.created")["items"].array?.count == 1)
    }
  }

  @Test(arguments: [
    "type=user.craeted", "type=nobody.", "user=1", "user=a&user=b", "from=yesterday", "until=0", "usr=1",
    "limit=0",
    "limit=101", "cursor=abc",
  ])
  func wrongFilterIsRefused(_ query: String) async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      let answer = try await server.listening.send(.get, "/v1/admin/events?\(query)", bearer: key)
      #expect(answer.status == 400)
      #expect(["invalid_filter", "invalid_limit", "invalid_cursor"].contains(answer.code))
    }
  }

  @Test func cursorIsForItsFiltersOnly() async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      for _ in 0..<2 { _ = try await EthereumTestWallet().signIn(server) }
      let first = try await server.listening.send(.get, "/v1/admin/events?limit=1", bearer: key)
      let cursor = try #require(first["next_cursor"].string)
      let other = try await server.listening.send(
        .get, "/v1/admin/events?limit=1&type=user.created&cursor=\(cursor)", bearer: key)
      #expect(other.code == "invalid_cursor")
    }
  }

  @Test func sealedEventsAreCountedOnce() async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      for _ in 0..<3 { _ = try await EthereumTestWallet().signIn(server) }
      func counts(_ query: String = "") async throws -> [JSONValue] {
        let answer = try await server.listening.send(.get, "/v1/admin/event-counts\(query)", bearer: key)
        #expect(answer.status == 200)
        return (answer["items"].array ?? []).filter { $0["type"]?.string == "session.started" }
      }
      // The server seals the events within about a second.
      for _ in 0..<600 where try await counts().first?["count"]?.int64 != 3 {
        try await Task.sleep(for: .milliseconds(50))
      }
      let count = try #require(try await counts().first)
      #expect(count["detail"]?.string == "siwe")
      #expect(try await counts("?days=1&by=hour").first?["count"]?.int64 == 3)
      for query in ["?days=0", "?days=401", "?days=17&by=hour", "?by=week", "?days=x", "?day=1"] {
        let answer = try await server.listening.send(.get, "/v1/admin/event-counts\(query)", bearer: key)
        #expect(answer.code == "invalid_filter", "\(query)")
      }
    }
  }

  @Test func keyWithoutTheScopeReadsNoEvents() async throws {
    try await TestServer.run { server in
      let key = try await key(server, Set(AdministrationScope.allCases).subtracting([.readEvents]))
      for path in ["/v1/admin/events", "/v1/admin/event-counts"] {
        #expect(try await server.listening.send(.get, path, bearer: key).code == "insufficient_scope")
      }
    }
  }
}
