import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// A client limits the sign-ins that it accepts, although a sign-in on the page did not name the client.
@Suite struct UnnamedClientTests {
  private static let email = "ada@example.com"
  private static let callback = "com.example.app:/callback"

  /// A sign-in on the page, and the client that does not offer it.
  struct Case: Sendable, CustomTestStringConvertible {
    let way: Way
    let client: JSONObject
    /// A client that offers the sign-in.
    let other: JSONObject

    var testDescription: String { "\(way)" }
  }

  enum Way { case password, signUp, reset, code, sms, ethereum, unverifiedPasskey }

  static let cases = [
    Case(way: .password, client: ["methods": ["code"]], other: ["methods": ["password"]]),
    // The identifiers of a password are those of a sign-up. Each user signs in with any of the own ones.
    Case(
      way: .password, client: ["methods": ["code"]],
      other: ["methods": ["password"], "password": ["identifiers": ["username"]]]),
    Case(way: .signUp, client: ["methods": ["siwe"]], other: ["methods": ["password"]]),
    Case(way: .reset, client: ["methods": ["siwe"]], other: ["methods": ["password"]]),
    Case(way: .code, client: ["methods": ["password"]], other: ["methods": ["code"]]),
    Case(
      way: .code, client: ["methods": ["code"], "code": ["channels": ["sms"]]],
      other: ["methods": ["code"], "code": ["channels": ["email"]]]),
    Case(
      way: .sms, client: ["methods": ["code"], "code": ["channels": ["email"]]],
      other: ["methods": ["code"], "code": ["channels": ["email", "sms"]]]),
    Case(
      way: .ethereum, client: ["methods": ["siwe"], "ethereum": ["chains": [137]]],
      other: ["methods": ["siwe"], "ethereum": ["chains": [1, 137]]]),
    Case(
      way: .unverifiedPasskey,
      client: ["methods": ["passkey"], "passkeys": passkeys("required")],
      other: ["methods": ["passkey"], "passkeys": passkeys("preferred")]),
  ]

  private static func passkeys(_ verification: JSONValue) -> JSONValue {
    [
      "rp_id": .string(TestPasskey.relyingPartyID), "origins": [.string(TestPasskey.origin)],
      "user_verification": verification,
    ]
  }

  @Test("A client gets no session by a sign-in that it does not offer", arguments: cases)
  func unnamed(wanted: Case) async throws {
    try await withSession(wanted) { server, browser in
      let client = try TestClient(server, "client", redirectURI: Self.callback)
      let asked = try await browser.send(
        .post, "/session/authorization", ["ticket": .string(try await client.ticket())])
      #expect(asked["next"] == "sign_in" && asked["reason"] == "other_way")
      let silent = try await browser.send(
        .post, "/session/authorization", ["ticket": .string(try await client.ticket(["prompt": "none"]))])
      #expect(TestClient.query(of: silent["redirect_to"].string)["error"] == "login_required")
      let device = try await TestDevice(server, "client").find(browser)
      #expect(device["next"] == "sign_in" && device["reason"] == "other_way")
      // The same session opens one of a client that offers the sign-in.
      let other = try TestClient(server, "other", redirectURI: Self.callback)
      #expect(try await other.exchange(other.code(browser)).status == 200)
    }
  }

  // MARK: The sign-in on the page

  private func withSession(
    _ wanted: Case, _ body: (TestServer, TestBrowser) async throws -> Void
  ) async throws {
    let base: JSONObject = [
      "methods": ["password", "code", "siwe", "passkey"], "ethereum": ["chains": [1, 137]],
      "password": ["identifiers": ["email", "username"]],
    ]
    var settings = TestPasskey.settings(base)
    func named(_ id: JSONValue, _ members: JSONObject) -> JSONValue {
      .object(
        members.merging(patch: [
          "id": id, "redirect_uris": [.string(Self.callback)], "device_authorization": true,
        ]))
    }
    settings["applications"] = .array(
      (settings["applications"]?.array ?? []) + [
        named("client", wanted.client), named("other", wanted.other),
      ])
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let browser = TestBrowser(server)
      try await signIn(wanted.way, codes, browser)
      #expect(try await browser.isSignedIn)
      try await body(server, browser)
    }
  }

  private func signIn(_ way: Way, _ codes: TestCodes, _ browser: TestBrowser) async throws {
    let (server, email) = (codes.server, JSONValue.string(Self.email))
    func answer(_ sent: TestAPI.Answer, _ kind: MessageKind) async throws -> JSONObject {
      let code = try await codes.mailbox.next(to: Self.email, kind).code
      return ["challenge_id": sent["challenge_id"], "code": .string(code)]
    }
    switch way {
    case .signUp:
      let sent = try await browser.send(
        .post, "/session/password/sign-up", ["email": email, "password": .string(TestCodes.password)])
      _ = try await browser.send(.post, "/session/code/verify", .object(answer(sent, .signUpCode)))
    case .password:
      _ = try await codes.registered(Self.email)
      _ = try await browser.send(
        .post, "/session/password/sign-in", ["identifier": email, "password": .string(TestCodes.password)])
    case .reset:
      _ = try await codes.registered(Self.email)
      server.clock.advance(by: 1)
      let sent = try await browser.send(.post, "/session/password/reset", ["identifier": email])
      var body = try await answer(sent, .passwordReset)
      body["new_password"] = "another horse battery staple"
      _ = try await browser.send(.post, "/session/password/reset/confirm", .object(body))
    case .code:
      let sent = try await browser.send(
        .post, "/session/code/send", ["email": email, "purpose": "sign_in"])
      _ = try await browser.send(.post, "/session/code/sign-in", .object(answer(sent, .signInCode)))
    case .sms:
      let sent = try await browser.send(
        .post, "/session/code/send", ["phone_number": "+4915123456789", "purpose": "sign_in"])
      let code = try await codes.mailbox.next(to: "+4915123456789", .signInCode).code
      _ = try await browser.send(
        .post, "/session/code/sign-in", ["challenge_id": sent["challenge_id"], "code": .string(code)])
    case .ethereum:
      try await EthereumTestWallet().signIn(browser)
    case .unverifiedPasskey:
      var passkey = try TestPasskey(server)
      _ = try await passkey.signUp()
      // The user is present, and not verified.
      passkey.authenticator.flags = 0b001
      let options = try await browser.send(.post, "/session/passkeys/authentication/options", [:])
      _ = try await browser.send(
        .post, "/session/passkeys/authentication", .object(passkey.authentication(options)))
    }
  }
}
