import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Neither a stranger nor the holder of the password uses up what the owner needs to sign in (threats 34 and 44).
@Suite struct OwnerAccessTests {
  private static let hourly: JSONObject = [
    "rate_limits": [
      "code_pause": 0, "code_per_hour_and_address": 5, "code_per_hour_and_network": 1000,
      "sign_in_per_minute": 10_000, "challenge_per_minute": 10_000,
    ]
  ]

  @Test("A known device has codes of the second factor of its own, and the owner is told of unused ones")
  func factorCodes() async throws {
    try await ChosenCodeScene.withUser(Self.hourly) { scene in
      let mailbox = scene.codes.mailbox
      #expect(try await scene.choose().status == 200)
      let own = try await scene.signIn().device
      func asked(on device: HTTPFields = [:]) async throws -> TestAPI.Answer {
        // The pauses between passwords end.
        scene.server.clock.advance(by: 1000)
        return try await scene.sendCode(scene.firstStep(on: device), on: device)
      }
      // The sign-in above has asked for one code.
      for _ in 0..<4 { #expect(try await asked().status == 202) }
      for _ in 0..<3 {
        let refused = try await asked()
        #expect(refused.status == 429)
        #expect(refused.code == "rate_limited")
      }
      let notice = try await mailbox.next(to: ChosenCodeScene.email, .secondFactorCodesUnused)
      #expect(notice.link.contains("/secure#"))
      for _ in 0..<5 {
        let sent = try await asked(on: own)
        #expect(sent.status == 202)
      }
      #expect(try await asked(on: own).status == 429)
      #expect(!mailbox.all.contains { $0.kind == .secondFactorCodesUnused })
    }
  }

  @Test("A stranger in the owner's network uses up no codes of a known device")
  func network() async throws {
    let limits: JSONObject = [
      "development": false,
      "rate_limits": [
        "code_pause": 0, "code_per_hour_and_address": 1000, "code_per_hour_and_network": 4,
        "sign_in_per_minute": 10_000,
      ],
    ]
    try await ChosenCodeScene.withUser(limits) { scene in
      #expect(try await scene.choose().status == 200)
      // The sign-up and this sign-in have asked for two codes.
      let own = try await scene.signIn().device
      for name in ["eve", "mallory"] {
        #expect(try await scene.codes.send(to: "\(name)@example.com").status == 202)
      }
      #expect(try await scene.codes.send(to: ChosenCodeScene.email).code == "rate_limited")
      func factorCode(_ device: HTTPFields) async throws -> TestAPI.Answer {
        try await scene.sendCode(scene.firstStep(on: device), on: device)
      }
      #expect(try await factorCode([:]).code == "rate_limited")
      #expect(try await factorCode(own).status == 202)
      #expect(try await scene.codes.send(to: ChosenCodeScene.email, fields: own).status == 202)
      // The device proves nothing about other addresses.
      #expect(try await scene.codes.send(to: "eve@example.com", fields: own).code == "rate_limited")
    }
  }

  @Test("A stranger in the owner's network uses up no codes of the owner's device with known devices")
  func knownDevicesOfNetwork() async throws {
    try await TestServer.runWithMail(Self.network(of: 3, address: 10)) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      func send(to address: String, _ device: HTTPFields) async throws -> TestAPI.Answer {
        try await codes.send(to: address, fields: device)
      }
      let own = try await codes.registered("ada@example.com").device
      for name in ["eve@example.com", "mallory@example.com"] {
        let device = try await codes.registered(name).device
        for _ in 0..<4 { #expect(try await send(to: name, device).status == 202) }
      }
      #expect(try await codes.send(to: "ada@example.com").code == "rate_limited")
      for _ in 0..<4 { #expect(try await send(to: "ada@example.com", own).status == 202) }
    }
  }

  @Test("The known devices of one user have a reserve together, and count as unknown ones after it")
  func manyKnownDevices() async throws {
    try await TestServer.runWithMail(Self.network(of: 4, address: 2)) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let email = "ada@example.com"
      var devices = [try await codes.registered(email).device]
      for _ in 0..<4 { devices.append(try await codes.signIn(email, password: TestCodes.password).device) }
      var answers: [Int] = []
      for device in devices {
        for _ in 0..<2 { answers.append(try await codes.send(to: email, fields: device).status) }
      }
      // Twice the limit of an address, and the code that the sign-up has left to unknown devices.
      #expect(answers == [202, 202, 202, 202, 202, 429, 429, 429, 429, 429])
    }
  }

  @Test("A refused request of a known device takes nothing of the reserve")
  func refusedRequests() async throws {
    try await TestServer.runWithMail(Self.network(of: 100, address: 2)) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let email = "ada@example.com"
      let first = try await codes.registered(email).device
      let second = try await codes.signIn(email, password: TestCodes.password).device
      var answers: [Int] = []
      for device in [HTTPFields](repeating: first, count: 8) + [second, second] {
        answers.append(try await codes.send(to: email, fields: device).status)
      }
      #expect(answers == [202, 202, 429, 429, 429, 429, 429, 429, 202, 202])
    }
  }

  @Test("The messages of known devices in one network have a limit far above the need of its users")
  func knownDevicesOfOneNetwork() async throws {
    try await TestServer.runWithMail(Self.network(of: 1, address: 100)) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let device = try await codes.registered("eve@example.com").device
      var answers: [Int] = []
      for _ in 0..<17 { answers.append(try await codes.send(to: "eve@example.com", fields: device).status) }
      #expect(answers == [Int](repeating: 202, count: 16) + [429])
    }
  }

  /// The limits of the codes of a network and of an address.
  private static func network(of count: UInt64, address: UInt64) -> JSONObject {
    [
      "development": false,
      "rate_limits": [
        "code_pause": 0, "code_per_hour_and_address": .integer(address),
        "code_per_hour_and_network": .integer(count), "sign_in_per_minute": 10_000,
        "challenge_per_minute": 10_000,
      ],
    ]
  }

  @Test("The holder of the password cannot lock the owner's recovery codes and passkeys")
  func wrongCodes() async throws {
    let settings = TestPasskey.settings(["methods": ["password", "code", "passkey"]])
      .merging(patch: Self.hourly)
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      var passkey = try TestPasskey(server)
      #expect(try await passkey.add(to: session.account).status == 200)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      server.clock.advance(by: 30)
      /// A sign-in of the attacker, whose wrong codes have caused a pause.
      func locked() async throws -> TestAPI.Answer {
        for _ in 0..<4 {
          // The pauses between passwords end.
          server.clock.advance(by: 1000)
          let waiting = try await codes.signIn("ada@example.com", password: TestCodes.password)
          for _ in 0..<4 {
            let answer = try await server.api.verify(waiting, authenticator.wrongCode())
            if answer.code == "too_many_guesses" { return waiting }
          }
        }
        throw UnexpectedAnswer()
      }
      let recovery = authenticator.recoveryCodes[0]
      #expect(try await server.api.verify(locked(), recovery, method: "recovery_code").status == 200)
      #expect(try await passkey.verify(locked()).status == 200)
    }
  }

  @Test("An SMS that will not be sent is refused, except for a second factor and a known device")
  func messages() async throws {
    try await TestServer.runWithMail([
      "applications": [["id": "default", "second_factor": ["codes": ["sms"]]]]
    ]) {
      server, mailbox in
      let phone: JSONValue = "+4915123456789"
      let binding = try TestBinding()
      func send(_ device: HTTPFields = [:]) async throws -> TestAPI.Answer {
        server.clock.advance(by: 61)
        return try await server.api.send(
          .post, "/v1/code/send",
          ["phone_number": phone, "purpose": "sign_in", "binding": .string(binding.value)], fields: device)
      }
      func reset(_ device: HTTPFields = [:]) async throws -> TestAPI.Answer {
        try await server.api.send(
          .post, "/v1/password/reset", ["identifier": phone, "binding": .string(binding.value)],
          fields: device)
      }
      let sent = try await send()
      let session = try await server.api.send(
        .post, "/v1/code/sign-in",
        [
          "challenge_id": sent["challenge_id"], "binding_secret": .string(binding.secret),
          "code": .string(try await mailbox.next(to: "+4915123456789", .signInCode).code),
        ])
      #expect(session.status == 200)
      mailbox.useUp([.usual])
      let key = try await server.apiKey()
      let invitation: JSONValue = ["phone_number": phone]
      for refused in try await [
        send(), reset(), server.api.send(.post, "/v1/invitations", invitation, bearer: key),
      ] {
        #expect(refused.status == 503 && refused.code == "sms_limit_reached")
        #expect(refused.fields["Retry-After"] != nil)
      }
      // The answer does not depend on the number.
      let other: JSONValue = [
        "phone_number": "+4915123456780", "purpose": "sign_in", "binding": .string(binding.value),
      ]
      #expect(try await server.api.send(.post, "/v1/code/send", other).code == "sms_limit_reached")
      #expect(try await send(session.device).status == 202)
      #expect(try await reset(session.device).status == 202)
      mailbox.useUp([.usual, .reserved])
      #expect(try await send(session.device).code == "sms_limit_reached")
    }
  }

  @Test("The reserve sends codes of the second factor")
  func factorMessage() async throws {
    try await ChosenCodeScene.withUser { scene in
      let (server, mailbox) = (scene.server, scene.codes.mailbox)
      let sent = try await server.api.send(
        .post, "/v1/code/send",
        [
          "phone_number": "+4915123456789", "purpose": "verify",
          "binding": .string(scene.codes.binding.value),
        ], bearer: scene.session.account)
      let code = try await mailbox.next(to: "+4915123456789", .verifyAddress).code
      #expect(
        try await server.api.send(
          .post, "/v1/code/verify", .object(scene.codes.answer(sent, code)), bearer: scene.session.account
        ).status == 200)
      mailbox.useUp([.usual])
      #expect(try await scene.sendCode(scene.firstStep("bank"), "bank").status == 202)
      mailbox.useUp([.usual, .reserved])
      #expect(try await scene.sendCode(scene.firstStep("bank"), "bank").code == "sms_limit_reached")
    }
  }
}
