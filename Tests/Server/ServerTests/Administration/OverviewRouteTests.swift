import DoorwardAdministration
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The numbers of the overview are those of what has happened.
@Suite struct OverviewRouteTests {
  private static func overview(_ server: TestServer, _ key: String) async throws -> TestAPI.Answer {
    try await server.listening.send(.get, "/v1/admin/overview", bearer: key)
  }

  @Test func usersSessionsAndMessagesAreCounted() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let key = try await server.administer {
        try await $0.createAdministrationKey(
          name: "tests", scopes: [.readServer, .readEvents], lifetime: 90 * 86_400
        ).1.text
      }
      let wallet = EthereumTestWallet()
      _ = try await wallet.signIn(server)
      server.clock.advance(by: 10 * 86_400)
      _ = try await EthereumTestWallet().signIn(server)
      _ = try await TestCodes(server, mailbox).send(to: "ada@example.com")
      _ = try await mailbox.next(to: "ada@example.com", .signInCode)
      let first = try await Self.overview(server, key)
      let users = first["users"]
      #expect(users["total"] == 2 && users["new_in_day"] == 1 && users["new_in_month"] == 2)
      #expect(users["active_in_day"] == 1 && users["active_in_week"] == 1 && users["active_in_month"] == 2)
      #expect(first["live_sessions"] == 2)
      // The first user comes back. The numbers of active users count for some minutes.
      _ = try await wallet.signIn(server)
      #expect(try await Self.overview(server, key)["users"]["active_in_day"] == 1)
      server.clock.advance(by: 300)
      #expect(try await Self.overview(server, key)["users"]["active_in_day"] == 2)
      // The mailbox has the message a moment before the server knows that it was accepted.
      func accepted() async throws -> [JSONValue] {
        let counts = try await server.listening.send(.get, "/v1/admin/event-counts?days=2", bearer: key)
        return (counts["items"].array ?? []).filter { $0["type"] == "delivery.accepted" }
      }
      try await wait(until: "the message is counted") { (try? await accepted().isEmpty) == false }
      let counted = try await accepted()
      #expect(counted.map { $0["detail"] } == ["email"] && counted.map { $0["count"] } == [1])
    }
  }
}
