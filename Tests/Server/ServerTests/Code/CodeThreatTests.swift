import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Guesses, and codes that are used for something else than they were sent for.
@Suite struct CodeThreatTests {
  @Test("After five wrong guesses the right code is refused (case 6)")
  func sixthGuess() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      for _ in 0..<5 {
        #expect(try await codes.signIn(challenge, TestCodes.wrong(code)).code == "invalid_code")
      }
      server.clock.advance(by: 60)
      #expect(try await codes.signIn(challenge, code).code == "code_exhausted")
    }
  }

  @Test("Of many guesses at the same time no more than five are compared")
  func parallelGuesses() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let answers = try await inParallel(100) { _ in
        try await codes.signIn(challenge, TestCodes.wrong(code)).code
      }
      #expect(answers.filter { $0 == "invalid_code" }.count <= 5)
      server.clock.advance(by: 60)
      #expect(try await codes.signIn(challenge, code).code == "code_exhausted")
    }
  }

  @Test("A new code does not reset the guesses of the account (case 6)")
  func newCodeKeepsTheCount() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      for _ in 0..<2 {
        let challenge = try await codes.send(to: "ada@example.com")
        let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
        for _ in 0..<3 { _ = try await codes.signIn(challenge, TestCodes.wrong(code)) }
        server.clock.advance(by: 61)
      }
      // Five guesses in a row were counted, and a sixth was refused. After the next one the account waits two seconds.
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      #expect(try await codes.signIn(challenge, TestCodes.wrong(code)).code == "invalid_code")
      let waiting = try await codes.signIn(challenge, code)
      #expect(waiting.status == 429 && waiting.code == "too_many_guesses")
      #expect(waiting.fields["Retry-After"] == "2")
      server.clock.advance(by: 2)
      #expect(try await codes.signIn(challenge, code).status == 200)
    }
  }

  @Test("A sign-up with the address of another person leaves no password on the owner's account (case 10)")
  func preparedAccount() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let stranger = try TestCodes(server, mailbox)
      let owner = try TestCodes(server, mailbox)
      let prepared = try await stranger.signUp("ada@example.com", "the password of a stranger")
      #expect(prepared.status == 202)
      // The stranger cannot read the code: it is in the mailbox of the owner.
      let sent = try await mailbox.next(to: "ada@example.com", .signUpCode).code
      let challenge = try await owner.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      if sent != code { #expect(try await owner.signIn(challenge, sent).code == "invalid_code") }
      let session = try await owner.signIn(challenge, code)
      #expect(session.status == 200 && session["is_new_user"] == true)
      #expect(session.json["user"]?["has_password"] == false)
      let opened = try await stranger.signIn("ada@example.com", password: "the password of a stranger")
      #expect(opened.status == 401 && opened.code == "invalid_credentials")

      // The code of the stranger's own sign-up no longer opens an account with the stranger's password.
      let late = try await server.api.send(
        .post, "/v1/code/verify", .object(stranger.answer(prepared, sent)))
      #expect(late.status != 200, "\(late)")
      let after = try await server.api.send(.get, "/v1/user", bearer: session.account)
      #expect(after.json["has_password"] == false && after.json["identities"]?.array?.count == 1)
      #expect(
        try await stranger.signIn("ada@example.com", password: "the password of a stranger").code
          == "invalid_credentials")
    }
  }

  @Test("A code needs the secret of the client that asked for it")
  func foreignBinding() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      #expect(try await TestCodes(server, mailbox).signIn(challenge, code).code == "invalid_challenge")
    }
  }

  @Test("A code of one application signs in to no other")
  func foreignApplication() async throws {
    try await TestServer.runWithMail(["applications": [["id": "one"], ["id": "other"]]]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let answer = try await codes.signIn(challenge, code, fields: ["Doorward-Application": "other"])
      #expect(answer.code == "invalid_challenge")
    }
  }

  @Test("A code for one purpose does nothing else (case 7)")
  func otherPurpose() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let account = try session.account
      let signIn = try await codes.send(to: "bob@example.com")
      let code = try await mailbox.next(to: "bob@example.com", .signInCode).code
      let verify = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(signIn, code)), bearer: account)
      #expect(verify.code == "invalid_challenge")
      let reset = try await server.api.send(
        .post, "/v1/password/reset/confirm",
        .object(codes.answer(signIn, code).merging(patch: ["new_password": "a new long password"])))
      #expect(reset.code == "invalid_challenge")
      let change = try await codes.send(to: "eve@example.com", purpose: "change", bearer: account)
      let other = try await mailbox.next(to: "eve@example.com", .changeAddress).code
      #expect(try await codes.signIn(change, other).code == "invalid_challenge")
    }
  }

  @Test("A changed challenge is refused", arguments: [0, 20, 200])
  func changedChallenge(position: Int) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      var text = Array(challenge["challenge_id"].string ?? "")
      text[position] = text[position] == "A" ? "B" : "A"
      var body = codes.answer(challenge, code)
      body["challenge_id"] = .string(String(text))
      let answer = try await server.api.send(.post, "/v1/code/sign-in", .object(body))
      #expect(answer.code == "invalid_challenge")
    }
  }

  @Test("A minute must pass between two codes for an address, and five codes are sent in an hour")
  func sendLimits() async throws {
    let limits: JSONObject = ["rate_limits": ["code_per_hour_and_address": 5]]
    try await TestServer.runWithMail(limits) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      #expect(try await codes.send(to: "ada@example.com").status == 202)
      let early = try await codes.send(to: "Ada@EXAMPLE.com")
      #expect(early.status == 429 && early.fields["Retry-After"] == "60")
    }
    let hour: JSONObject = ["rate_limits": ["code_pause": 0, "code_per_hour_and_address": 5]]
    try await TestServer.runWithMail(hour) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      for _ in 0..<5 { #expect(try await codes.send(to: "ada@example.com").status == 202) }
      #expect(try await codes.send(to: "ada@example.com").code == "rate_limited")
      #expect(try await codes.send(to: "bob@example.com").status == 202)
    }
  }

  /// Networks ignore digits after the last one of a number, so the numbering plan's number is the phone.
  @Test("Codes to a phone number with more digits count for the number, and other numbers for themselves")
  func digitsAfterTheNumber() async throws {
    try await TestServer.runWithMail(["rate_limits": ["code_per_hour_and_address": 5]]) {
      server, mailbox in
      let codes = try TestCodes(server, mailbox)
      func send(_ number: String) async throws -> Int {
        try await server.api.send(
          .post, "/v1/code/send",
          ["phone_number": .string(number), "binding": .string(codes.binding.value)]
        ).status
      }
      #expect(try await send("+4915123456789") == 202)
      for digits in ["0", "1", "00", "12"] { #expect(try await send("+4915123456789\(digits)") == 429) }
      // Numbers of plans that are newer than the installed ones.
      for number in ["+2290195123456", "+2290195123457", "+2250705181123", "+2250705181124", "+19832345678"] {
        #expect(try await send(number) == 202)
      }
    }
  }

  @Test("No answer, header or log has the code (case 33)")
  func codeIsInNoAnswer() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let session = try await codes.signIn(challenge, code)
      for answer in [challenge, session] {
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(code))
        #expect(!answer.fields.contains { $0.value.contains(code) })
      }
      await server.stop()
      #expect(!server.log.text.contains(code))
    }
  }
}
