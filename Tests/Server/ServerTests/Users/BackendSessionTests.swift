import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Testing

/// A backend lists and ends the sessions of a user.
@Suite struct BackendSessionTests {
  @Test("A backend lists the sessions of a user, ends one, and ends all")
  func listAndEnd() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      var sessions: [TestAPI.Answer] = []
      for _ in 0..<3 {
        sessions.append(try await wallet.signIn(server))
        server.clock.advance(by: 1)
      }
      let stranger = try await EthereumTestWallet().signIn(server)
      let key = try await server.apiKey()
      let path = "/v1/users/\(try #require(sessions[0].json["user"]?["id"]?.string))/sessions"
      let first = try await server.api.send(.get, "\(path)?limit=2", bearer: key)
      let cursor = try #require(first["next_cursor"].string)
      let rest = try await server.api.send(.get, "\(path)?limit=2&cursor=\(cursor)", bearer: key)
      let items = (first["items"].array ?? []) + (rest["items"].array ?? [])
      #expect(items.map { $0["id"] } == sessions.reversed().map { $0["session_id"] })
      #expect(items.allSatisfy { $0["current"] == false } && rest["next_cursor"] == .null)

      let one = try #require(sessions[1]["session_id"].string)
      #expect(try await server.api.send(.delete, "\(path)/\(one)", bearer: key).status == 204)
      #expect(try await server.api.send(.delete, "\(path)/\(one)", bearer: key).code == "not_found")
      let foreign = try #require(stranger["session_id"].string)
      for id in [foreign, "x"] {
        #expect(try await server.api.send(.delete, "\(path)/\(id)", bearer: key).code == "not_found")
      }
      let statuses = try await [sessions[0], sessions[1], stranger].asyncMap {
        try await server.api.send(.get, "/v1/user", bearer: try $0.account).status
      }
      #expect(statuses == [200, 401, 200])
      #expect(try await server.api.send(.delete, path, bearer: key).status == 204)
      #expect(try await server.api.send(.get, path, bearer: key)["items"] == [])
      #expect(try await server.api.send(.get, "/v1/user", bearer: try stranger.account).status == 200)
      // The user signs in again.
      #expect(try await wallet.signIn(server).status == 200)
    }
  }

  @Test("Each call needs its scope, and a user of the application (case 24)")
  func scopes() async throws {
    try await TestServer.run(["applications": [["id": "shop"], ["id": "game"]]]) { server in
      let session = try await EthereumTestWallet().signIn(server)
      let id = try #require(session.json["user"]?["id"]?.string)
      let calls: [(HTTPMethod, String, JSONValue?, Bool)] = [
        (.get, "/v1/users", nil, false), (.post, "/v1/users", ["username": "ann"], true),
        (.delete, "/v1/users/\(id)", nil, true), (.post, "/v1/users/\(id)/ban", [:], true),
        (.post, "/v1/users/\(id)/unban", [:], true), (.get, "/v1/users/\(id)/sessions", nil, false),
        (.delete, "/v1/users/\(id)/sessions", nil, true),
        (.delete, "/v1/users/\(id)/sessions/\(id)", nil, true), (.get, "/v1/invitations", nil, false),
        (.post, "/v1/invitations", ["email": "a@example.com"], true),
        (.delete, "/v1/invitations/\(id)", nil, true),
      ]
      let (reading, writing) = (
        try await server.apiKey("shop", scopes: [.readUsers]),
        try await server.apiKey("shop", scopes: [.writeUsers])
      )
      let foreign = try await server.apiKey("game")
      for (method, path, body, isWrite) in calls {
        let wrong = try await server.api.send(method, path, body, bearer: isWrite ? reading : writing)
        #expect(wrong.status == 403 && wrong.code == "insufficient_scope", "\(method) \(path)")
        for bearer in [nil, try session.account, session["access_token"].string] {
          let refused = try await server.api.send(method, path, body, bearer: bearer)
          #expect(refused.status == 401 && refused.code == "invalid_client", "\(method) \(path)")
        }
        if path.contains(id) {
          #expect(try await server.api.send(method, path, body, bearer: foreign).code == "not_found")
        }
      }
      #expect(try await server.api.send(.get, "/v1/user", bearer: try session.account).status == 200)
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
