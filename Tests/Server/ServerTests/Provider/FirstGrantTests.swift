import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The rules of a client for new users hold at a user's first grant to the client. A sign-up that did not name the client does
/// not go around them.
@Suite struct FirstGrantTests {
  private static let email = "ada@example.com"
  private static let callback = "com.example.app:/callback"

  static let policies: [JSONObject] = [
    ["sign_up": "closed"], ["sign_up": "invited"], ["email_domains": ["example.org"]],
  ]

  /// Runs `body` with a client of these rules, beside the open application of the page.
  private func withClient(
    _ policy: JSONObject, _ body: (TestServer, TestMailbox, TestCodes) async throws -> Void
  ) async throws {
    let client = policy.merging(patch: [
      "id": "client", "redirect_uris": [.string(Self.callback)], "device_authorization": true,
    ])
    let settings: JSONObject = ["applications": [["id": "default"], .object(client)]]
    try await TestServer.runWithMail(settings) { server, mailbox in
      try await body(server, mailbox, TestCodes(server, mailbox))
    }
  }

  private func signUp(on browser: TestBrowser, _ mailbox: TestMailbox, _ email: String = email) async throws {
    let sent = try await browser.send(
      .post, "/session/code/send", ["email": .string(email), "purpose": "sign_in"])
    let code = try await mailbox.next(to: email, .signInCode).code
    _ = try await browser.send(
      .post, "/session/code/sign-in", ["challenge_id": sent["challenge_id"], "code": .string(code)])
    #expect(try await browser.isSignedIn)
  }

  private func next(_ server: TestServer, _ browser: TestBrowser) async throws -> TestAPI.Answer {
    let client = try TestClient(server, "client", redirectURI: Self.callback)
    return try await browser.send(
      .post, "/session/authorization", ["ticket": .string(try await client.ticket())])
  }

  @Test("A client that does not accept a new user gets no session of a user who exists", arguments: policies)
  func refused(policy: JSONObject) async throws {
    try await withClient(policy) { server, mailbox, codes in
      let browser = TestBrowser(server)
      try await signUp(on: browser, mailbox)
      let page = try await next(server, browser)
      #expect(page["next"] == "sign_in" && page["reason"] == "other_account")
      let device = try await TestDevice(server, "client").find(browser)
      #expect(device["next"] == "sign_in" && device["reason"] == "other_account")
      server.clock.advance(by: 61)
      let challenge = try await codes.send(to: Self.email, fields: ["Doorward-Application": "client"])
      let code = try await mailbox.next(to: Self.email, .signInCode).code
      let direct = try await codes.signIn(challenge, code, fields: ["Doorward-Application": "client"])
      #expect(direct.status == 403)
      #expect(
        ["sign_up_closed", "invitation_required", "email_domain_not_allowed"].contains(direct.code ?? ""))
    }
  }

  @Test("A second factor does not go around the rules", arguments: policies)
  func secondFactor(policy: JSONObject) async throws {
    try await withClient(policy) { server, _, codes in
      let session = try await codes.registered(Self.email)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      server.clock.advance(by: 30)
      let waiting = try await codes.signIn(
        Self.email, password: TestCodes.password, fields: ["Doorward-Application": "client"])
      #expect(waiting.code == "second_factor_required")
      let answer = try await server.api.verify(
        waiting, authenticator.code(), fields: ["Doorward-Application": "client"])
      #expect(answer.status == 403)
    }
  }

  @Test("An invitation admits a user who exists, once for all")
  func invited() async throws {
    try await withClient(["sign_up": "invited"]) { server, mailbox, codes in
      let browser = TestBrowser(server)
      try await signUp(on: browser, mailbox)
      let key = try await server.apiKey("client")
      let invited = try await server.api.send(
        .post, "/v1/invitations", ["email": .string(Self.email)], bearer: key)
      #expect(invited.status == 201)
      let client = try TestClient(server, "client", redirectURI: Self.callback)
      #expect(try await client.exchange(client.code(browser)).status == 200)
      let listed = try await server.api.send(.get, "/v1/invitations", bearer: key)
      #expect(listed["items"].array?.first?["accepted_at"]?.string != nil)
      #expect(try await client.exchange(client.code(browser)).status == 200)
    }
  }

  @Test("A user of a client stays one when the client's rules become stricter")
  func existing() async throws {
    try await withClient(["sign_up": "open"]) { server, mailbox, codes in
      let browser = TestBrowser(server)
      try await signUp(on: browser, mailbox)
      let client = try TestClient(server, "client", redirectURI: Self.callback)
      #expect(try await client.exchange(client.code(browser)).status == 200)
      let stricter: JSONObject = [
        "id": "client", "sign_up": "closed", "redirect_uris": [.string(Self.callback)],
      ]
      try await server.beside(["applications": [["id": "default"], .object(stricter)]]) { other in
        server.clock.advance(by: 61)
        let challenge = try await codes.send(to: Self.email, fields: ["Doorward-Application": "client"])
        let code = try await mailbox.next(to: Self.email, .signInCode).code
        let answer = try await other.api.send(
          .post, "/v1/code/sign-in", .object(codes.answer(challenge, code)),
          fields: ["Doorward-Application": "client"])
        #expect(answer.status == 200)
      }
    }
  }

  @Test("A user who signed up on the page of an application is its user after the application is closed")
  func page() async throws {
    try await TestServer.runWithMail(["applications": [["id": "default"]]]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      try await signUp(on: TestBrowser(server), mailbox)
      server.clock.advance(by: 61)
      try await server.beside(["applications": [["id": "default", "sign_up": "closed"]]]) { other in
        let challenge = try await codes.send(to: Self.email)
        let code = try await mailbox.next(to: Self.email, .signInCode).code
        let answer = try await other.api.send(
          .post, "/v1/code/sign-in", .object(codes.answer(challenge, code)))
        #expect(answer.status == 200)
      }
    }
  }
}
