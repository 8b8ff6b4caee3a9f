import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// Whether the page asks for a sign-in or a click, or answers the client at once.
@Suite struct AuthorizationDecisionTests {
  private func next(
    _ client: TestClient, _ browser: TestBrowser, _ changes: [String: String?] = [:]
  ) async throws -> (next: String?, query: [String: String]) {
    let answer = try await browser.send(
      .post, "/session/authorization", ["ticket": .string(try await client.ticket(changes))])
    return (answer["next"].string, TestClient.query(of: answer["redirect_to"].string))
  }

  @Test("Signed out: the page asks for a sign-in, and prompt=none fails with login_required")
  func signedOut() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      for client in [try TestClient(server), try TestClient.site(server)] {
        #expect(try await next(client, browser).next == "sign_in")
        let silent = try await next(client, browser, ["prompt": "none"])
        #expect(silent.query["error"] == "login_required" && silent.query["iss"] == server.origin)
        let answer = try await browser.send(
          .post, "/session/authorization/allow", ["ticket": .string(try await client.ticket())])
        #expect(answer.code == "signed_out")
      }
    }
  }

  @Test("A client with a secret needs one click, and a client on this machine needs one each time")
  func signedIn() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let app = try TestClient(server)
      for _ in 0..<2 {
        #expect(try await next(app, browser).next == "confirm")
        #expect(try await next(app, browser, ["prompt": "none"]).query["error"] == "interaction_required")
        try await app.consent(browser)
      }
      let site = try TestClient.site(server)
      #expect(try await next(site, browser).next == "confirm")
      #expect(try await next(site, browser, ["prompt": "none"]).query["error"] == "consent_required")
      try await site.consent(browser)
      #expect(try await next(site, browser).query["code"] != nil)
      #expect(try await next(site, browser, ["prompt": "none"]).query["code"] != nil)
      #expect(try await next(site, browser, ["prompt": "consent"]).next == "confirm")
      #expect(try await next(site, browser, ["prompt": "select_account"]).next == "confirm")
    }
  }

  @Test("prompt=login and max_age need a newer sign-in")
  func freshness() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      try await wallet.signIn(browser)
      let site = try TestClient.site(server)
      try await site.consent(browser)
      server.clock.advance(by: 100)
      #expect(try await next(site, browser, ["max_age": "100"]).query["code"] != nil)
      #expect(try await next(site, browser, ["max_age": "99"]).next == "sign_in")
      let silent = try await next(site, browser, ["max_age": "99", "prompt": "none"])
      #expect(silent.query["error"] == "login_required")
      for changes in [["prompt": "login"], ["max_age": "0"]] {
        server.clock.advance(by: 1)
        let ticket = JSONValue.string(try await site.ticket(changes))
        let asked = try await browser.send(.post, "/session/authorization", ["ticket": ticket])
        #expect(asked["next"] == "sign_in")
        let refused = try await browser.send(.post, "/session/authorization/allow", ["ticket": ticket])
        #expect(refused.status == 401 && refused.code == "sign_in_required")
        server.clock.advance(by: 5)
        try await wallet.signIn(browser)
        let answer = try await browser.send(.post, "/session/authorization/allow", ["ticket": ticket])
        let code = try #require(TestClient.query(of: answer["redirect_to"].string)["code"])
        let claims = try TestClient.claims(of: try await site.exchange(code)["id_token"])
        #expect(claims["auth_time"]?.int64 == Int64(server.clock.now.timeIntervalSince1970))
      }
    }
  }

  @Test("A user who waits longer than max_age after the sign-in signs in again")
  func longPauseAfterSignIn() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let site = try TestClient.site(server)
      for (maximum, grace) in [("2", 60.0), ("120", 120)] {
        let ticket = JSONValue.string(
          try await site.ticket(["max_age": maximum, "scope": "openid offline_access"]))
        server.clock.advance(by: 200)
        let proven = try await wallet.signIn(browser)
        server.clock.advance(by: grace)
        let asked = try await browser.send(
          .post, "/session/authorization", ["ticket": ticket, "session_id": proven["current_session_id"]])
        #expect(asked["next"] == "confirm", "\(maximum)")
        server.clock.advance(by: 1)
        let late = try await browser.send(
          .post, "/session/authorization/allow", ["ticket": asked["ticket"]])
        #expect(late.status == 401 && late.code == "sign_in_required", "\(maximum)")
        #expect(
          try await browser.send(.post, "/session/authorization", ["ticket": ticket])["next"] == "sign_in")
        try await wallet.signIn(browser)
        let again = try await browser.send(
          .post, "/session/authorization/allow", ["ticket": asked["ticket"]])
        #expect(TestClient.query(of: again["redirect_to"].string)["code"] != nil)
      }
    }
  }

  @Test("A sign-in by a method that the client's application does not offer does not count")
  func offeredMethods() async throws {
    var settings = TestClient.settings
    settings["applications"] = [
      ["id": "default"],
      [
        "id": "site", "methods": ["near"], "redirect_uris": ["https://site.example/callback"],
        "client_secret_hash": .string(TestClient.secretHash),
      ],
    ]
    try await TestServer.run(settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      let ticket = JSONValue.string(try await site.ticket())
      let asked = try await browser.send(.post, "/session/authorization", ["ticket": ticket])
      #expect(asked["next"] == "sign_in" && asked["reason"] == "other_way")
      #expect(asked.json["state"]?["config"]?["methods"] == ["near"])
      let refused = try await browser.send(.post, "/session/authorization/allow", ["ticket": ticket])
      #expect(refused.code == "sign_in_required")
    }
  }

  @Test("The page gets the reason why it asks for another sign-in")
  func reasons() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, site) = (TestBrowser(server), try TestClient.site(server))
      func reason(_ changes: [String: String?]) async throws -> JSONValue {
        let ticket = JSONValue.string(try await site.ticket(changes))
        let answer = try await browser.send(.post, "/session/authorization", ["ticket": ticket])
        return answer["next"] == "sign_in" ? answer["reason"] : "none asked for"
      }
      #expect(try await reason([:]) == .null)
      #expect(try await reason(["prompt": "select_account"]) == "select_account")
      let other = try await TestBrowser.signedIn(server)
      let hint = try await site.exchange(try await site.code(other))["id_token"].string
      #expect(try await reason(["id_token_hint": hint]) == .null)
      try await EthereumTestWallet().signIn(browser)
      server.clock.advance(by: 1)
      #expect(try await reason(["id_token_hint": hint]) == "other_account")
      #expect(try await reason(["id_token_hint": hint, "prompt": "login"]) == "other_account")
      #expect(try await reason(["prompt": "login"]) == "too_old")
      #expect(try await reason(["max_age": "0"]) == "too_old")
      #expect(try await reason(["prompt": "select_account"]) == "none asked for")
    }
  }

  @Test("A client that asks for a second factor gets no code from a sign-in without one")
  func secondFactor() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, site) = (TestBrowser(server), try TestClient.site(server))
      let wallet = EthereumTestWallet()
      try await wallet.signIn(browser)
      try await site.consent(browser)
      let asked: [String: String?] = ["acr_values": "urn:doorward:acr:second-factor"]
      func step(_ ticket: String, _ path: String = "") async throws -> TestAPI.Answer {
        try await browser.send(.post, "/session/authorization\(path)", ["ticket": .string(ticket)])
      }
      let ticket = try await site.ticket(asked)
      let answer = try await step(ticket)
      #expect(answer["next"] == "sign_in" && answer["reason"] == "second_factor")
      #expect(try await step(ticket, "/allow").code == "sign_in_required")
      let silent = try await step(site.ticket(asked.merging(["prompt": "none"]) { $1 }))
      #expect(TestClient.query(of: silent["redirect_to"].string)["error"] == "login_required")
      // Other values describe ways to sign in, which the user chooses.
      let other = try await step(site.ticket(["acr_values": "urn:example:loa:3"]))
      #expect(TestClient.query(of: other["redirect_to"].string)["code"] != nil)

      // The sign-in for the client asks for the factor, and the user has none.
      guard
        case .object(var proof) = try await wallet.proof(browser, changing: ["ticket": .string(ticket)])
      else { throw UnexpectedAnswer() }
      proof["ticket"] = .string(ticket)
      let waiting = try await browser.send(.post, "/session/ethereum/sign-in", .object(proof))
      #expect(waiting["second_factor"]["enrollment_methods"] == ["totp", "passkey"])
      let begun = try await browser.send(
        .post, "/session/second-factor/enroll",
        ["challenge_id": waiting["second_factor"]["challenge_id"] ?? .null])
      let authenticator = TestAuthenticator(
        secret: try Base32.decode(begun["secret"].string ?? "", padded: false), clock: server.clock, id: "",
        recoveryCodes: [])
      let signedIn = try await browser.send(
        .post, "/session/second-factor/verify",
        [
          "challenge_id": begun["challenge_id"], "method": "totp", "code": .string(try authenticator.code()),
        ])
      #expect(signedIn.status == 200 && signedIn["recovery_codes"].array?.count == 10)
      let tokens = try await site.exchange(try await site.code(browser, asked))
      #expect(try TestClient.claims(of: tokens["id_token"])["acr"] == "urn:doorward:acr:second-factor")
    }
  }

  @Test("Codes that the user has chosen count for a client that accepts codes and lists no channel")
  func chosenCodes() async throws {
    var settings = TestClient.settings
    let page: JSONValue = ["id": "default", "second_factor": ["codes": ["email"]]]
    settings["applications"] = .array([page] + (settings["applications"]?.array ?? []).dropFirst())
    try await TestServer.runWithMail(settings) { server, mailbox in
      let (browser, codes, email) = (TestBrowser(server), try TestCodes(server, mailbox), "ada@example.com")
      let session = try await codes.registered(email)
      let chosen = try await server.api.send(
        .post, "/v1/second-factors/code", ["channel": "email"], bearer: session.account)
      #expect(chosen.status == 200)
      let site = try TestClient.site(server)
      let factor = "urn:doorward:acr:second-factor"
      let requests: [(String, JSONValue)] = [
        (factor, ["recovery_code"]), ("\(factor) \(factor)-code", ["recovery_code", "code"]),
      ]
      for (asked, methods) in requests {
        let ticket = JSONValue.string(try await site.ticket(["acr_values": asked]))
        let waiting = try await browser.send(
          .post, "/session/password/sign-in",
          ["identifier": .string(email), "password": .string(TestCodes.password), "ticket": ticket])
        #expect(waiting["second_factor"]["methods"] == methods)
        guard asked != factor else { continue }
        let sent = try await browser.send(
          .post, "/session/code/send",
          [
            "purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null,
            "ticket": ticket,
          ])
        let signedIn = try await browser.send(
          .post, "/session/second-factor/verify",
          [
            "challenge_id": sent["challenge_id"], "method": "code", "ticket": ticket,
            "code": .string(mailbox.next(to: email, .secondFactorCode).code),
          ])
        #expect(signedIn.status == 200)
        let tokens = try await site.exchange(site.code(browser, ["acr_values": asked]))
        #expect(try TestClient.claims(of: tokens["id_token"])["acr"] == "urn:doorward:acr:second-factor-code")
      }
    }
  }

  @Test("An application that requires a second factor gets no code from a sign-in without one")
  func requiredSecondFactor() async throws {
    var settings = TestClient.settings
    settings["applications"] = [
      ["id": "default"],
      [
        "id": "site", "redirect_uris": ["https://site.example/callback"],
        "client_secret_hash": .string(TestClient.secretHash), "second_factor": ["required": true],
      ],
    ]
    try await TestServer.run(settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let ticket = JSONValue.string(try await TestClient.site(server).ticket())
      let answer = try await browser.send(.post, "/session/authorization", ["ticket": ticket])
      #expect(answer["next"] == "sign_in" && answer["reason"] == "second_factor")
    }
  }

  @Test("The client learns of a refusal")
  func denied() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let answer = try await browser.send(
        .post, "/session/authorization/deny", ["ticket": .string(try await TestClient(server).ticket())])
      let query = TestClient.query(of: answer["redirect_to"].string)
      #expect(query["error"] == "access_denied" && query["state"] == "st&te=é")
    }
  }

  @Test("Another site can neither open nor allow a request")
  func crossSite() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let ticket = try await TestClient(server).ticket()
      for fields in [
        ["Origin": "https://evil.example"], ["Origin": ""], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"],
      ] as [HTTPFields] {
        for step in ["", "/allow", "/deny"] {
          let answer = try await browser.send(
            .post, "/session/authorization\(step)", ["ticket": .string(ticket)], fields: fields)
          #expect(answer.status == 403 && answer.code == "cross_origin")
        }
      }
      let form = try await browser.send(
        .post, "/session/authorization/allow", ["ticket": .string(ticket)],
        fields: ["Content-Type": "text/plain"])
      #expect(form.status == 415)
    }
  }
}
