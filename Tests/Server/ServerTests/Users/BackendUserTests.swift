import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings
import Testing

/// A backend with an API key reads users, and writes the `app_metadata` of its own application.
@Suite struct BackendUserTests {
  private static let two: JSONObject = ["applications": [["id": "shop"], ["id": "game"]]]

  @Test("A backend reads the same user as the user does, and writes app_metadata as a JSON Merge Patch")
  func readAndWrite() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      let path = "/v1/users/\(try #require(session.json["user"]?["id"]?.string))"
      let read = try await server.api.send(.get, path, bearer: key)
      #expect(read.status == 200)
      #expect(read.fields["Cache-Control"] == "no-store")
      #expect(read.json == (try await server.api.send(.get, "/v1/user", bearer: token)).json)

      let patches: [(JSONValue, JSONValue)] = [
        (
          ["app_metadata": ["plan": "pro", "seats": ["used": 1, "of": 5]]],
          [
            "plan": "pro", "seats": ["used": 1, "of": 5],
          ]
        ),
        (["app_metadata": ["plan": nil, "seats": ["used": 2]]], ["seats": ["used": 2, "of": 5]]),
        ([:], ["seats": ["used": 2, "of": 5]]), (["app_metadata": nil], [:]),
      ]
      for (patch, expected) in patches {
        let answer = try await server.api.send(.patch, path, patch, bearer: key)
        #expect(answer.status == 200)
        #expect(answer["app_metadata"] == expected)
        #expect(try await server.api.send(.get, "/v1/user", bearer: token).json == answer.json)
      }
    }
  }

  @Test("A backend changes the names and the language, by the rules for the user")
  func profile() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let path = "/v1/users/\(try #require(session.json["user"]?["id"]?.string))"
      var patch: JSONObject = ["app_metadata": ["plan": "pro"]]
      for text in ProfileText.allCases { patch[text.rawValue] = text == .lastName ? "Lovelace" : "en-GB" }
      let answer = try await server.api.send(.patch, path, .object(patch), bearer: key)
      #expect(answer.status == 200 && answer["app_metadata"] == ["plan": "pro"])
      for text in ProfileText.allCases {
        #expect(answer.json.object?[text.rawValue] == patch[text.rawValue], "\(text)")
      }
      #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).json == answer.json)
      let cleared = try await server.api.send(.patch, path, ["name": nil, "locale": ""], bearer: key)
      #expect(cleared["name"] == .null && cleared["locale"] == .null && cleared["last_name"] == "Lovelace")
      let wrong: [(JSONValue, String)] = [
        (["last_name": "two\nlines"], "invalid_last_name"), (["locale": "no tag"], "invalid_locale"),
        (["name": 7], "wrong_type"), (["name": "Eve", "app_metadata": 7], "wrong_type"),
      ]
      for (patch, code) in wrong {
        #expect(try await server.api.send(.patch, path, patch, bearer: key).code == code)
      }
      #expect(try await server.api.send(.get, path, bearer: key).json == cleared.json)
    }
  }

  @Test("A backend writes only the profile and app_metadata of a user")
  func massAssignment() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let before = try #require(session.json["user"])
      let answer = try await server.api.send(
        .patch, "/v1/users/\(try #require(before["id"]?.string))",
        [
          "id": "x", "kind": "anonymous", "username": "ann", "email": "a@b.example", "email_verified": true,
          "metadata": ["a": 1], "identities": [], "created_at": "2000-01-01T00:00:00Z",
        ], bearer: key)
      #expect(answer.json == before)
    }
  }

  @Test("A user who never signed in to the key's application is not found")
  func otherApplication() async throws {
    try await TestServer.run(Self.two) { server in
      let (shop, game) = (try await server.apiKey("shop"), try await server.apiKey("game"))
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let id = try #require(session.json["user"]?["id"]?.string)
      let path = "/v1/users/\(id)"
      #expect(try await server.api.send(.get, path, bearer: shop).status == 200)
      for name in [id, id.uppercased() + "0", "x", "00000000-0000-4000-8000-000000000000"] {
        #expect(try await server.api.send(.get, "/v1/users/\(name)", bearer: game).code == "not_found")
        let patch = try await server.api.send(
          .patch, "/v1/users/\(name)", ["app_metadata": ["role": "admin"]], bearer: game)
        #expect(patch.code == "not_found")
      }
      #expect(try await server.api.send(.get, path, bearer: shop)["app_metadata"] == [:])
      // A header field does not move a key to another application.
      let named: HTTPFields = ["Doorward-Application": "shop"]
      #expect(try await server.api.send(.get, path, bearer: game, fields: named).code == "invalid_client")

      let there = try await wallet.signIn(server, fields: ["Doorward-Application": "game"])
      #expect(there.json["user"]?["id"] == .string(id))
      #expect(try await server.api.send(.get, path, bearer: game).status == 200)
      // An ended session counts too.
      let token = try #require(there["account_token"].string)
      _ = try await server.api.send(.post, "/v1/sign-out", ["scope": "all"], bearer: token)
      #expect(try await server.api.send(.get, path, bearer: game).status == 200)
    }
  }

  @Test("Only a valid API key is accepted")
  func bearers() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let path = "/v1/users/\(try #require(session.json["user"]?["id"]?.string))"
      let (record, key) = try await server.administer {
        try await $0.createAPIKey(name: "backend", application: nil, scopes: [.readUsers, .writeUsers])
      }
      #expect(try await server.api.send(.get, path, bearer: key.text).status == 200)
      _ = try await server.administer { try await $0.revokeAPIKey(record.id.text) }
      let tokens = [
        key.text, session["access_token"].string, session["account_token"].string,
        session["refresh_token"].string, "dwk_x", nil,
      ]
      for token in tokens {
        for (method, body) in [(HTTPMethod.get, nil), (.patch, ["app_metadata": [:]] as JSONValue?)] {
          let answer = try await server.api.send(method, path, body, bearer: token)
          #expect(answer.status == 401)
          #expect(answer.code == "invalid_client")
          #expect(answer.fields["WWW-Authenticate"] == "Bearer")
        }
      }
    }
  }

  @Test("app_metadata must be an object of limited size")
  func limits() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let path = "/v1/users/\(try #require(session.json["user"]?["id"]?.string))"
      for (body, code) in [
        ([1] as JSONValue, "wrong_type"), (["app_metadata": "x"], "wrong_type"),
        (["app_metadata": ["a": .string(String(repeating: "x", count: 16 * 1024))]], "metadata_too_large"),
      ] {
        #expect(try await server.api.send(.patch, path, body, bearer: key).code == code)
      }
      #expect(try await server.api.send(.get, path, bearer: key)["app_metadata"] == [:])
    }
  }

  @Test("Parallel writes of 100 backends, one member each, are all kept")
  func parallel() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let path = "/v1/users/\(try #require(session.json["user"]?["id"]?.string))"
      _ = try await inParallel(100) { index in
        try await server.api.send(.patch, path, ["app_metadata": .object(["m\(index)": 1])], bearer: key)
      }
      #expect(
        try await server.api.send(.get, path, bearer: key)["app_metadata"].object?.keys.count == 100)
    }
  }
}
