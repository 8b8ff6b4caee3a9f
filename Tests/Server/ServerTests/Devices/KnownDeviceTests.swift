import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A sign-in on a new device is announced to the user.
@Suite struct KnownDeviceTests {
  private static let address = "ada@example.com"
  private static let firefox: HTTPFields = [
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
  ]

  private func signIn(
    _ codes: TestCodes, _ fields: HTTPFields = [:], identifier: String = Self.address,
    password: String = TestCodes.password, bearer: String? = nil
  ) async throws -> TestAPI.Answer {
    try await codes.signIn(identifier, password: password, bearer: bearer, fields: fields)
  }

  private func notices(_ mailbox: TestMailbox) -> Int { mailbox.all.count { $0.kind == .newDevice } }

  /// Ends the server, so that every message has been sent or is not sent at all.
  private func notices(_ server: TestServer, _ mailbox: TestMailbox) async throws -> Int {
    _ = try await TestCodes(server, mailbox).send(to: "last@example.com")
    _ = try await mailbox.next(to: "last@example.com", .signInCode)
    return notices(mailbox)
  }

  @Test("A sign-in on another device sends one notice with the device and the time")
  func notice() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered(Self.address)
      #expect(try await notices(server, mailbox) == 0, "a sign-up is not announced")
      #expect(try await signIn(codes, Self.firefox).status == 200)
      let mail = try await mailbox.next(to: Self.address, .newDevice)
      #expect(mail.text.contains("Firefox on Linux") && mail.text.contains("127.0.0.1"))
      #expect(mail.link.hasPrefix("\(server.origin)/secure#"))
      #expect(try await signIn(codes, password: "not the password").status == 401)
      #expect(try await notices(server, mailbox) == 0, "a refused sign-in is not announced")
    }
  }

  @Test(
    "A notice names the device from a list, and shows no text of the client",
    arguments: [
      ("https://evil.example/secure", "an unknown device"), ("evil.example", "an unknown device"),
      ("Mozilla/5.0 (https://evil.example)", "an unknown device"), ("Example TV/1.0", "an unknown device"),
      ("https://evil.example (X11; Linux) Firefox/1", "Firefox on Linux"),
      ("Example (iOS) Doorward/1.0", "iOS"),
      ("Example (macOS) Doorward/1.0", "macOS"), ("Example (Linux) Doorward/1.0", "Linux"),
    ])
  func deviceName(_ agent: String, _ name: String) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered(Self.address)
      #expect(try await signIn(codes, ["User-Agent": agent]).status == 200)
      let mail = try await mailbox.next(to: Self.address, .newDevice)
      #expect(mail.text.contains(": \(name), network") && !mail.text.contains("evil.example"))
    }
  }

  @Test("A device is known after a sign-up and after a sign-in, by each method")
  func known() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      server.clock.advance(by: 1)
      let again = try await signIn(codes, session.device)
      #expect(again.status == 200 && !again.device.isEmpty)
      let challenge = try await codes.send(to: Self.address)
      let code = try await mailbox.next(to: Self.address, .signInCode).code
      #expect(try await codes.signIn(challenge, code, fields: again.device).status == 200)
      // A client that holds a session of the user is known without the token of a device.
      #expect(try await signIn(codes, bearer: session.account).status == 200)
      #expect(try await notices(server, mailbox) == 0)
    }
  }

  @Test("The second factor finishes a sign-in on a new device, and the notice is sent then")
  func secondFactor() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      let waiting = try await signIn(codes)
      #expect(waiting.code == "second_factor_required" && waiting.device.isEmpty)
      #expect(try await notices(server, mailbox) == 0)
      let signedIn = try await server.api.verify(waiting, authenticator.nextCode())
      #expect(!signedIn.device.isEmpty)
      _ = try await mailbox.next(to: Self.address, .newDevice)
      let known = try await signIn(codes, signedIn.device)
      let finished = try await server.api.verify(known, authenticator.nextCode(), fields: signedIn.device)
      #expect(finished.status == 200)
      #expect(try await notices(server, mailbox) == 0)
    }
  }

  @Test("The page keeps its device in a cookie that outlives the session")
  func page() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered(Self.address)
      let browser = TestBrowser(server)
      let proof: JSONValue = [
        "identifier": .string(Self.address), "password": .string(TestCodes.password),
      ]
      #expect(try await browser.send(.post, "/session/password/sign-in", proof).status == 200)
      _ = try await mailbox.next(to: Self.address, .newDevice)
      #expect(try await browser.send(.post, "/session/sign-out", [:]).status == 204)
      #expect(try await browser.send(.post, "/session/password/sign-in", proof).status == 200)
      #expect(try await notices(server, mailbox) == 0)
    }
  }

  @Test("A device of another user, a forged token and a token of another kind are new devices")
  func foreign() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      let eve = try await TestCodes(server, mailbox).registered("eve@example.com")
      let token = try #require(session.fields["Doorward-Device"])
      let forged = String(token.dropLast(2)) + (token.hasSuffix("AA") ? "BB" : "AA")
      let texts = [
        try #require(eve.fields["Doorward-Device"]), forged, try eve.account, try eve.refreshToken, "", "x",
      ]
      for text in texts {
        #expect(try await signIn(codes, ["Doorward-Device": text]).status == 200)
        _ = try await mailbox.next(to: Self.address, .newDevice)
      }
    }
  }

  @Test("A device remembers several users, and not more than five")
  func severalUsers() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let users = (0..<6).map { "user\($0)@example.com" }
      for user in users { _ = try await codes.registered(user) }
      var device: HTTPFields = [:]
      for user in users {
        let session = try await signIn(codes, device, identifier: user)
        device = session.device
        _ = try await mailbox.next(to: user, .newDevice)
      }
      for user in users.dropFirst() {
        #expect(try await signIn(codes, device, identifier: user).status == 200)
      }
      #expect(try await notices(server, mailbox) == 0)
      #expect(try await signIn(codes, device, identifier: users[0]).status == 200)
      _ = try await mailbox.next(to: users[0], .newDevice)
      #expect(try #require(device["Doorward-Device"]).utf8.count < 256)
    }
  }

  @Test("After lost second factors were removed, no device is known")
  func lostFactors() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      let user = try #require(session.json["user"]?["id"]?.string)
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      server.clock.advance(by: 1)
      let key = try await server.apiKey()
      let removed = try await server.api.send(.delete, "/v1/users/\(user)/second-factors", bearer: key)
      #expect(removed.status == 204)
      server.clock.advance(by: 1)
      #expect(try await signIn(codes, session.device).status == 200)
      _ = try await mailbox.next(to: Self.address, .newDevice)
    }
  }

  @Test("After a change of the password, only the device of the change is known")
  func passwordChange() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      let other = try await signIn(codes)
      _ = try await mailbox.next(to: Self.address, .newDevice)
      server.clock.advance(by: 1)
      let new = "another correct horse battery"
      let change = try await server.api.send(
        .post, "/v1/password/change",
        ["current_password": .string(TestCodes.password), "new_password": .string(new)],
        bearer: session.account, fields: session.device)
      #expect(change.status == 204 && !change.device.isEmpty)
      #expect(try await signIn(codes, change.device, password: new).status == 200)
      #expect(try await notices(server, mailbox) == 0)
      #expect(try await signIn(codes, other.device, password: new).status == 200)
      _ = try await mailbox.next(to: Self.address, .newDevice)
    }
  }

  @Test("A user without an address, and an anonymous user, get no notice and no error")
  func noAddress() async throws {
    try await TestServer.runWithMail([
      "applications": [["id": "app", "methods": ["siwe", "anonymous"]]]
    ]) { server, mailbox in
      let wallet = EthereumTestWallet()
      _ = try await wallet.signIn(server)
      #expect(try await wallet.signIn(server).status == 200)
      let visitor = try await server.api.send(.post, "/v1/anonymous", [:])
      #expect(visitor.status == 200 && visitor.device.isEmpty)
      #expect(mailbox.all.isEmpty)
    }
  }
}
