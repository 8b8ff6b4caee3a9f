import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The events of a running server.
@Suite struct EventTests {
  private static func events(of server: TestServer) async throws -> [RecordedEvent] {
    try await server.withStore { store in try await store.read { try $0.events(after: nil, limit: 1000) } }
  }

  private static func wait(
    on server: TestServer, until what: String, _ query: StaticString, _ holds: ([String]) -> Bool
  ) async throws {
    let database = try server.directConnection()
    try await ServerTests.wait(until: what) { (try? database.texts(query)).map(holds) ?? false }
  }

  @Test func signInLeavesTheEventsOfItsUserAndItsSession() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server, fields: ["User-Agent": "Test/1.0"])
      let user = try #require(session["user"]["id"]?.string)
      let events = try await Self.events(of: server).filter { $0.subjects.user?.text == user }
      #expect(events.map(\.type) == ["user.created", "session.started"])
      #expect(events.map(\.subjects.session?.text) == [nil, session["session_id"].string])
      for event in events {
        #expect(event.actor == RecordedEvent.Actor(name: "user", id: user))
        #expect(event.client == ClientDescription(device: "Test/1.0", network: "127.0.0.1"))
        #expect(event.subjects.application == "default")
      }
    }
  }

  @Test func refusedSignInIsStoredWithItsCode() async throws {
    try await TestServer.run { server in
      var proof = try await EthereumTestWallet().proof(server)
      proof["signature"] = .string(try EthereumTestWallet().sign("something else"))
      let refused = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(refused.status == 401)
      try await Self.wait(
        on: server, until: "the refusal is stored", "SELECT type FROM events WHERE type = 'sign_in.refused'"
      ) {
        !$0.isEmpty
      }
      let event = try #require(try await Self.events(of: server).first { $0.type == "sign_in.refused" })
      #expect(event.content?["code"] == refused["code"] && event.content?["method"] == "siwe")
      #expect(event.actor.name == "unknown" && event.client.network == "127.0.0.1")
    }
  }

  /// No act without its event: if the event cannot be stored, the user is not signed in.
  @Test func actWhoseEventCannotBeStoredChangesNothing() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let proof = JSONValue.object(try await wallet.proof(server))
      let database = try server.directConnection()
      try database.run("ALTER TABLE events RENAME TO hidden_events")
      let failed = try await server.api.send(.post, "/v1/ethereum/sign-in", proof)
      #expect(failed.status >= 500)
      #expect(try database.texts("SELECT application_id FROM sessions").isEmpty)
      #expect(try database.texts("SELECT kind FROM users").isEmpty)
      try database.run("ALTER TABLE hidden_events RENAME TO events")
      // Nothing was spent.
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", proof).status == 200)
    }
  }

  @Test func deletedUserLeavesEventsWithoutAClient() async throws {
    try await TestServer.run(["limits": ["deletion_grace": 0]]) { server in
      let session = try await EthereumTestWallet().signIn(server, fields: ["User-Agent": "Test/1.0"])
      #expect(try await server.api.send(.delete, "/v1/user", bearer: session.account).status == 204)
      let events = try await Self.events(of: server)
      #expect(events.map(\.type) == ["user.created", "session.started", "user.deleted"])
      #expect(events.allSatisfy { $0.client == ClientDescription() })
      let report = try await server.administer { try await $0.verifyEvents() }
      #expect(report.findings.isEmpty)
    }
  }

  /// A refresh is frequent, and changes nothing that a user would look for.
  @Test func refreshLeavesNoEvent() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let count = try await Self.events(of: server).count
      let refreshed = try await server.api.send(
        .post, "/v1/token",
        [
          "grant_type": "refresh_token", "refresh_token": session["refresh_token"],
          "client_id": "default",
        ])
      #expect(refreshed.status == 200)
      #expect(try await Self.events(of: server).count == count)
    }
  }

  @Test func eventsAreRemovedAfterTheirTime() async throws {
    try await TestServer.run(["lifetimes": ["event": 86_400]]) { server in
      _ = try await EthereumTestWallet().signIn(server)
      try await Self.wait(
        on: server, until: "the events are sealed", "SELECT type FROM events WHERE number IS NULL"
      ) {
        $0.isEmpty
      }
      server.clock.advance(by: 86_401)
      try await Self.wait(on: server, until: "the events are removed", "SELECT type FROM events") {
        $0.isEmpty
      }
      _ = try await EthereumTestWallet().signIn(server)
      let report = try await server.administer { try await $0.verifyEvents() }
      #expect(report.findings.isEmpty && (report.end?.number ?? 0) >= 2)
    }
  }
}
