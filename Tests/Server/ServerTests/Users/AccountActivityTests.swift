import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import Testing

/// The events that a user sees on the account page.
@Suite struct AccountActivityTests {
  private func types(_ server: TestServer, _ session: TestAPI.Answer) async throws -> [String?] {
    let answer = try await server.api.send(.get, "/v1/user/activity", bearer: session.account)
    #expect(answer.status == 200)
    return (answer["items"].array ?? []).map { $0["type"]?.string }
  }

  @Test func userSeesOwnActsOfTheLastNinetyDays() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let first = try await wallet.signIn(server, fields: ["User-Agent": "First/1.0"])
      _ = try await NEARTestWallet().link(server, first.account)
      _ = try await EthereumTestWallet().signIn(server)
      server.clock.advance(by: 60)
      let second = try await wallet.signIn(server, fields: ["User-Agent": "Second/1.0"])
      let answer = try await server.api.send(.get, "/v1/user/activity", bearer: second.account)
      let items = try #require(answer["items"].array)
      #expect(
        items.map { $0["type"]?.string } == [
          "session.started", "identity.added", "session.started", "user.created",
        ])
      #expect(items.map { $0["current"] } == [true, false, false, false])
      #expect(items[0]["device"] == "Second/1.0" && items[2]["device"] == "First/1.0")
      #expect(items[2]["session_id"] == first["session_id"] && items[1]["data"]?["kind"] == "near")
      #expect(answer.fields["Cache-Control"] == "no-store")

      // An own sign-out is not shown, and neither is what is older.
      _ = try await server.api.send(.post, "/v1/sign-out", ["scope": "others"], bearer: second.account)
      #expect(try await types(server, second).count == 4)
      server.clock.advance(by: 90 * 86_400 - 30)
      let third = try await wallet.signIn(server)
      #expect(try await types(server, third) == ["session.started", "session.started"])
    }
  }

  @Test func actsOfTheOperatorAreShownWithoutTheClient() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let user = try #require(session["user"]["id"]?.string)
      _ = try await server.administer { try await $0.endSessions(of: user, nil) }
      let again = try await wallet.signIn(server)
      let answer = try await server.api.send(.get, "/v1/user/activity", bearer: again.account)
      let ended = try #require(answer["items"].array?.first { $0["type"] == "sessions.ended" })
      #expect(ended["actor"] == "command_line" && ended["device"] == .null && ended["network"] == .null)
    }
  }

  @Test func activityIsReadInPartsOfItsUserOnly() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      for _ in 0..<3 { _ = try await wallet.signIn(server) }
      var (found, cursor) = ([JSONValue](), "")
      repeat {
        let answer = try await server.api.send(
          .get, "/v1/user/activity?limit=2&cursor=\(cursor)", bearer: session.account)
        found += answer["items"].array ?? []
        cursor = answer["next_cursor"].string ?? ""
        guard let first = found.first, found.count == 2 else { continue }
        #expect(first["type"] == "session.started")
        let other = try await EthereumTestWallet().signIn(server)
        let foreign = try await server.api.send(
          .get, "/v1/user/activity?cursor=\(cursor)", bearer: other.account)
        #expect(foreign.code == "invalid_cursor")
      } while !cursor.isEmpty
      #expect(found.count == 5)
      #expect(Set(found.compactMap { $0["id"]?.string }).count == 5)
      #expect(try await server.api.send(.get, "/v1/user/activity").code == "missing_token")
    }
  }
}
