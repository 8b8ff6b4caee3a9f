import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// No answer shows whether a user exists, or which identifiers belong to one user (case 8).
@Suite struct EnumerationTests {
  @Test("All challenges have the same length", arguments: ["", String(repeating: "n", count: 200)])
  func challengeLength(name: String) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      var lengths: Set<Int> = []
      for email in [
        "ada@example.com", "eve@example.com", "a-much-longer-name@a-much-longer-domain.example.com",
      ] {
        let signUp = try await server.api.send(
          .post, "/v1/password/sign-up",
          ["email": .string(email), "password": .string(TestCodes.password), "name": .string(name)])
        for answer in try await [signUp, codes.reset(email), codes.send(to: email)] {
          lengths.insert(answer["challenge_id"].string?.count ?? 0)
        }
      }
      #expect(lengths.count == 1 && !lengths.contains(0))
    }
  }

  @Test("A reset without the correct code does not disclose the user by the rules of passwords")
  func resetShowsNoIdentifiers() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      for email in ["ada@example.com", "eve@example.com"] {
        let challenge = try await codes.reset(email)
        let answer = try await codes.confirm(challenge, "000000", "\(email) 123456")
        #expect(answer.status == 401 && answer.code == "invalid_code")
      }
    }
  }

  @Test("The guesses of one identifier do not count for another one, nor passwords for codes")
  func guessesOfIdentifiers() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      server.clock.advance(by: 1)
      let challenge = try await server.api.send(
        .post, "/v1/code/send",
        ["phone_number": "+4915123456789", "purpose": "verify", "binding": .string(codes.binding.value)],
        bearer: session.account)
      let code = try await mailbox.next(to: "+4915123456789", .verifyAddress).code
      _ = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: session.account)
      for identifier in ["ada@example.com", "eve@example.com"] {
        for _ in 0..<5 { _ = try await codes.signIn(identifier, password: "not the password") }
        #expect(try await codes.signIn(identifier, password: "not the password").code == "too_many_guesses")
        #expect(
          try await codes.confirm(codes.reset(identifier), "000000").code == "invalid_code")
      }
      #expect(
        try await codes.signIn("+4915123456789", password: "not the password").code == "invalid_credentials")
      // The signed-in user changes the password, although others have guessed it.
      let change = try await server.api.send(
        .post, "/v1/password/change",
        ["current_password": .string(TestCodes.password), "new_password": "a new long password"],
        bearer: session.account)
      #expect(change.status == 204)
    }
  }

  @Test("A sign-in by another way forgets the guesses")
  func otherWay() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      for _ in 0..<5 { _ = try await codes.signIn("ada@example.com", password: "not the password") }
      #expect(
        try await codes.signIn("ada@example.com", password: TestCodes.password).code == "too_many_guesses")
      #expect(try await codes.signIn("ada@example.com").status == 200)
      #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
    }
  }

  @Test("The sign-in of another user forgets no guesses (case 3)")
  func signInOfAnotherUser() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      for email in ["ada@example.com", "eve@example.com"] { _ = try await codes.registered(email) }
      for _ in 0..<5 {
        #expect(
          try await codes.signIn("ada@example.com", password: "not the password").code
            == "invalid_credentials")
        #expect(try await codes.signIn("eve@example.com", password: TestCodes.password).status == 200)
      }
      #expect(
        try await codes.signIn("ada@example.com", password: TestCodes.password).code == "too_many_guesses")
    }
  }

  @Test("Codes and resets of known and unknown users have the same limits, with the same answers")
  func limitsOfCodes() async throws {
    let (directory, clock, mailbox) = (try TemporaryDirectory(), TestClock(), TestMailbox())
    try await TestServer.run(in: directory, mailbox: mailbox, clock: clock) { server in
      _ = try await TestCodes(server, mailbox).registered("ada@example.com")
    }
    // Only a server that has just started has counted no code of the known user.
    let limits: JSONObject = [
      "rate_limits": ["code_pause": 0, "code_per_hour_and_address": 3, "code_per_hour_and_network": 1000]
    ]
    for asksForReset in [false, true] {
      try await TestServer.run(limits, in: directory, mailbox: mailbox, clock: clock) { server in
        if StoreKind.ofServers == .postgresql {
          // The processes of one database share their counts, so a new process knows them.
          try server.directConnection().run("DELETE FROM request_limits")
        }
        let codes = try TestCodes(server, mailbox)
        var seen: [[String]] = []
        for email in ["ada@example.com", "eve@example.com"] {
          var answers: [String] = []
          for _ in 0..<5 {
            let answer = try await asksForReset ? codes.reset(email) : codes.send(to: email)
            // Rounded up, because seconds may pass between the answers.
            let minutes = ((Int(answer.fields["Retry-After"] ?? "") ?? 0) + 59) / 60
            answers.append("\(answer.status) \(answer.code ?? "-") \(minutes) minutes")
          }
          seen.append(answers)
        }
        #expect(seen[0] == seen[1])
        #expect(
          seen[0].first?.hasPrefix("202") == true && seen[0].last?.hasPrefix("429 rate_limited") == true)
      }
    }
  }

  @Test("After a hundred wrong guesses in a row, the password is refused for a day")
  func lock() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      for _ in 0..<100 {
        #expect(
          try await codes.signIn("ada@example.com", password: "not the password").code
            == "invalid_credentials")
        server.clock.advance(by: 900)
      }
      #expect(
        try await codes.signIn("ada@example.com", password: TestCodes.password).code == "too_many_guesses")
      server.clock.advance(by: 24 * 3600)
      #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
    }
  }

  /// One user has an email address and a user name; the names of the user share a limit, because they look alike.
  private static let named: JSONObject = [
    "applications": [
      [
        "id": "app", "methods": ["password", "code", "passkey"],
        "password": ["identifiers": ["email", "username"]],
        "passkeys": ["rp_id": .string(TestPasskey.relyingPartyID), "origins": [.string(TestPasskey.origin)]],
      ]
    ],
    "rate_limits": ["code_pause": 0, "code_per_hour_and_address": 2, "code_per_hour_and_network": 1000],
  ]

  @Test("The limits of codes show neither a user name nor the mailbox of its user")
  func resetByName() async throws {
    try await TestServer.runWithMail(Self.named) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await server.api.send(
        .post, "/v1/password/sign-up",
        [
          "email": "ada@example.com", "username": "lovelace", "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ])
      let code = try await mailbox.next(to: "ada@example.com", .signUpCode).code
      _ = try await server.api.send(.post, "/v1/code/verify", .object(codes.answer(challenge, code)))
      // The sign-up has used up one code of its address.
      _ = try await codes.send(to: "eve@example.com")
      for (name, email) in [("lovelace", "ada@example.com"), ("babbage", "eve@example.com")] {
        let answers = [
          try await codes.reset(name), try await codes.reset(name), try await codes.reset(name),
          try await codes.send(to: email), try await codes.send(to: email), try await codes.reset(email),
        ]
        #expect(answers.map(\.status) == [202, 202, 429, 202, 429, 429], "\(name)")
        #expect(Set(answers.prefix(2).map { $0.json.object?.keys }).count == 1)
      }
    }
  }

  @Test("The challenge of a passkey does not depend on the user whom the request names")
  func passkeyOptions() async throws {
    try await TestServer.runWithMail(Self.named) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      for email in ["ada@example.com", "eve@example.com"] {
        let answer = try await server.api.send(
          .post, "/v1/passkeys/authentication/options",
          ["binding": .string(codes.binding.value), "email": .string(email), "identifier": .string(email)])
        #expect(answer.status == 200)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("\"id\""), "it lists no credential")
      }
    }
  }

  @Test("The names of a user have one limit together")
  func resetByEachName() async throws {
    let settings = Self.named
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await server.api.send(
        .post, "/v1/password/sign-up",
        [
          "email": "ada@example.com", "username": "lovelace", "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ])
      let code = try await mailbox.next(to: "ada@example.com", .signUpCode).code
      _ = try await server.api.send(.post, "/v1/code/verify", .object(codes.answer(challenge, code)))
      #expect(try await codes.reset("lovelace").status == 202)
      _ = try await mailbox.next(to: "ada@example.com", .passwordReset)
      // A name that only looks like that of the user names no user.
      #expect(try await codes.reset("1ove1ace").status == 202)
      #expect(try await codes.reset("l0velace").status == 429)
      #expect(!mailbox.all.contains { $0.kind == .passwordReset })
    }
  }
}
