import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import DoorwardWire
import Encodings
import Testing

/// A backend creates users.
@Suite struct BackendUserCreationTests {
  @Test("A created user signs in by each identifier that the backend has given")
  func create() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let key = try await server.apiKey()
      let created = try await server.api.send(
        .post, "/v1/users",
        [
          "email": "Ada@Example.com", "phone_number": "+49 151 23456789", "username": "Ada_L",
          "password": "eleven purple boots swim", "name": "Ada", "first_name": "Ada",
          "last_name": "Lovelace", "locale": "en-GB", "metadata": ["theme": "dark"],
          "app_metadata": ["plan": "pro"], "id": "x", "created_at": "2000-01-01T00:00:00Z",
        ], bearer: key)
      #expect(created.status == 201 && created.fields["Cache-Control"] == "no-store")
      #expect(created["email"] == "ada@example.com")
      #expect(created["email_verified"] == false && created["phone_number"] == "+4915123456789")
      #expect(created["has_password"] == true && created["last_sign_in_at"] == .null)
      #expect(
        created["name"] == "Ada" && created["locale"] == "en-GB" && created["metadata"] == ["theme": "dark"])
      #expect(created["app_metadata"] == ["plan": "pro"] && created["kind"] == "registered")
      let id = try #require(created["id"].string)
      #expect(try await server.api.send(.get, "/v1/users/\(id)", bearer: key).json == created.json)
      for identifier in ["ada@example.com", "+4915123456789", "ada_l"] {
        let session = try await codes.signIn(identifier, password: "eleven purple boots swim")
        #expect(session.json["user"]?["id"] == .string(id), "\(identifier)")
        #expect(session["is_new_user"] == false)
      }
      server.clock.advance(by: 1)
      #expect(try await codes.signIn("ada@example.com").json["user"]?["id"] == .string(id))
      // The creation sends no message. The sign-ins are on devices that the user has not used before.
      #expect(mailbox.all.allSatisfy { $0.kind == .newDevice })
    }
  }

  @Test("A created user with an imported hash signs in, and the hash is replaced")
  func importedHash() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let key = try await server.apiKey()
      let hash = "$2a$10$CCCCCCCCCCCCCCCCCCCCC.KgQljzbljH4iwhlg3oTf8buusOTZRX6"
      let body: JSONValue = ["email": "ada@example.com", "password_hash": .string(hash)]
      #expect(try await server.api.send(.post, "/v1/users", body, bearer: key).status == 201)
      #expect(try await codes.signIn("ada@example.com", password: "U*V").code == "invalid_credentials")
      for _ in 0..<2 { #expect(try await codes.signIn("ada@example.com", password: "U*U").status == 200) }
    }
  }

  @Test("A bcrypt hash is not replaced by that of a longer password, which it does not prove")
  func longPassword() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let key = try await server.apiKey()
      // libxcrypt computed it of the first 87 bytes, and bcrypt reads 72.
      let password = String(repeating: "correct horse battery staple ", count: 3)
      let body: JSONValue = [
        "email": "ada@example.com",
        "password_hash": "$2b$10$abcdefghijklmnopqrstuuFbRN1dWiNk9JEaLLzkFVCPaDXzUZf9K",
      ]
      #expect(try await server.api.send(.post, "/v1/users", body, bearer: key).status == 201)
      for typed in [password + "and more", String(password.prefix(72)), password, password] {
        #expect(try await codes.signIn("ada@example.com", password: typed).status == 200)
      }
    }
  }

  @Test("A hash that is too cheap to guess is refused with the minimum")
  func weakHash() async throws {
    try await TestServer.runWithMail { server, _ in
      let body: JSONValue = [
        "email": "ada@example.com",
        "password_hash": "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      ]
      let answer = try await server.api.send(.post, "/v1/users", body, bearer: try await server.apiKey())
      #expect(answer.status == 422 && answer.code == "invalid_password_hash")
      #expect(answer["detail"].string?.contains("bcrypt needs the cost 10") == true)
    }
  }

  @Test("A created user gets an invitation if the backend asks for it")
  func invite() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let key = try await server.apiKey()
      let created = try await server.api.send(
        .post, "/v1/users", ["email": "ada@example.com", "invite": true, "inviter": "Grace"], bearer: key)
      #expect(created.status == 201)
      let message = try await mailbox.next(to: "ada@example.com", .invitation)
      #expect(message.text.contains("Grace invites you") && !message.text.contains("expires"))
      #expect(message.link == "\(server.origin)/")
      let refused = try await server.api.send(
        .post, "/v1/users", ["username": "grace", "invite": true], bearer: key)
      #expect(refused.code == "missing_address")
      #expect(try await server.api.send(.get, "/v1/users?username=grace", bearer: key)["items"] == [])
    }
  }

  @Test("An identifier of another user is refused, and nothing is stored")
  func conflicts() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let key = try await server.apiKey()
      _ = try await server.api.send(
        .post, "/v1/users", ["email": "ada@example.com", "username": "ada_l"], bearer: key)
      let cases: [(JSONValue, String)] = [
        (["email": "ADA@example.com", "username": "other"], "identity_in_use"),
        (["email": "eve@example.com", "username": "Ada_L"], "username_taken"),
      ]
      for (body, code) in cases {
        let answer = try await server.api.send(.post, "/v1/users", body, bearer: key)
        #expect(answer.status == 409 && answer.code == code)
      }
      let all = try await server.api.send(.get, "/v1/users", bearer: key)
      #expect(all["items"].array?.count == 1)
      let parallel = try await inParallel(20) { _ in
        try await server.api.send(.post, "/v1/users", ["email": "eve@example.com"], bearer: key).status
      }
      #expect(parallel.filter { $0 == 201 }.count == 1 && parallel.filter { $0 == 409 }.count == 19)
    }
  }

  @Test(
    "Wrong values are refused",
    arguments: [
      ([:], 400, "missing_address"), (["email": "x"], 422, nil), (["phone_number": "12"], 422, nil),
      (["username": "admin"], 422, nil), (["email": 1], 400, "wrong_type"),
      (["email": "a@example.com", "password": "short"], 422, nil),
      (
        ["email": "a@example.com", "password_hash": "5f4dcc3b5aa765d61d8327deb882cf99"], 422,
        "invalid_password_hash"
      ),
      (
        [
          "email": "a@example.com", "password": "eleven purple boots swim",
          "password_hash": "$2a$10$CCCCCCCCCCCCCCCCCCCCC.KgQljzbljH4iwhlg3oTf8buusOTZRX6",
        ], 422, "invalid_password_hash"
      ),
      (["email": "a@example.com", "name": "two\nlines"], 422, "invalid_name"),
      (["email": "a@example.com", "name": "two\u{2028}lines"], 422, "invalid_name"),
      (["email": "a@example.com", "name": "two\u{85}lines"], 422, "invalid_name"),
      (["email": "a@example.com", "metadata": 1], 400, "wrong_type"),
    ] as [(JSONValue, Int, String?)])
  func wrongValues(_ body: JSONValue, _ status: Int, _ code: String?) async throws {
    try await TestServer.runWithMail { server, _ in
      let key = try await server.apiKey()
      let answer = try await server.api.send(.post, "/v1/users", body, bearer: key)
      #expect(answer.status == status)
      if let code { #expect(answer.code == code) }
      #expect(try await server.api.send(.get, "/v1/users", bearer: key)["items"] == [])
    }
  }
}
