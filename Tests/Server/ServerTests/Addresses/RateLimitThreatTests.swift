import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Rate limits over HTTP: the counted requests, the counted networks and the answers.
@Suite struct RateLimitThreatTests {
  private static func settings(_ limits: JSONValue) -> JSONObject {
    ["development": false, "rate_limits": limits]
  }

  @Test("A successful request does not reset the limit")
  func successClearsNothing() async throws {
    try await TestServer.run(Self.settings(["sign_in_per_minute": 5])) { server in
      for _ in 0..<4 {
        #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .wrongProof).status == 422)
      }
      #expect(try await EthereumTestWallet().signIn(server).status == 200)
      let refused = try await EthereumTestWallet().signIn(server)
      #expect(refused.status == 429)
    }
  }

  @Test("Every sign-in method, the page's included, counts for the same limit")
  func oneAllowance() async throws {
    try await TestServer.run(Self.settings(["sign_in_per_minute": 7])) { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let browser = try await TestBrowser.signedIn(server)
      #expect(try await server.api.send(.post, "/v1/near/sign-in", .wrongProof).status == 422)
      #expect(try await server.api.send(.post, "/v1/near/link", .wrongProof, bearer: token).status == 422)
      #expect(try await server.api.send(.post, "/v1/ethereum/link", .wrongProof, bearer: token).status == 422)
      #expect(try await browser.send(.post, "/session/near/sign-in", .wrongProof).status == 422)
      #expect(try await browser.send(.post, "/session/ethereum/link", .wrongProof).status == 422)
      for path in ["/v1/ethereum/sign-in", "/v1/near/sign-in", "/v1/near/link", "/v1/ethereum/link"] {
        #expect(try await server.api.send(.post, path, .wrongProof, bearer: token).status == 429, "\(path)")
      }
      for path in ["/session/ethereum/sign-in", "/session/near/link"] {
        #expect(try await browser.send(.post, path, .wrongProof).status == 429, "\(path)")
      }
      // Other networks, other limits and requests without a limit are not affected.
      #expect(try await EthereumTestWallet().challenge(server, TestBinding()).status == 200)
      #expect(try await server.api.send(.get, "/v1/user", bearer: token).status == 200)
    }
  }

  @Test("Passwords and codes count for the limit of sign-ins too")
  func passwordsAndCodes() async throws {
    let binding = try TestBinding()
    let answer: JSONObject = [
      "challenge_id": "x", "code": "123456", "method": "totp", "binding_secret": .string(binding.secret),
      "new_password": "a password of mine",
    ]
    let guesses: [(path: String, body: JSONValue)] = [
      ("/v1/password/sign-in", ["identifier": "ada@example.com", "password": "a wrong password"]),
      (
        "/v1/password/sign-up",
        ["username": "ada", "password": "a password of mine", "binding": .string(binding.value)]
      ),
      ("/v1/password/reset/confirm", .object(answer)), ("/v1/code/sign-in", .object(answer)),
      ("/v1/second-factor/verify", .object(answer)),
    ]
    for (path, body) in guesses {
      var settings = Self.settings(["sign_in_per_minute": 2])
      settings["applications"] = [
        [
          "id": "app", "methods": ["siwe", "password", "code"],
          "password": ["identifiers": ["email", "username"]],
        ]
      ]
      try await TestServer.runWithMail(settings) { server, _ in
        for _ in 0..<2 {
          let answer = try await server.api.send(.post, path, body)
          #expect(answer.status != 429, "\(path)")
        }
        #expect(try await server.api.send(.post, path, body).code == "rate_limited", "\(path)")
        #expect(try await EthereumTestWallet().signIn(server).status == 429, "\(path)")
      }
    }
  }

  @Test("Codes to different addresses count for the limit of the network")
  func codesOfNetwork() async throws {
    try await TestServer.runWithMail(Self.settings(["code_per_hour_and_network": 3])) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      for name in ["ada", "eve", "bob"] {
        #expect(try await codes.send(to: "\(name)@example.com").status == 202)
      }
      let refused = try await codes.send(to: "joe@example.com")
      #expect(refused.status == 429 && refused.code == "rate_limited")
    }
  }

  @Test("The challenges of passkeys, which the page takes each time it is opened, use up no others")
  func passkeyChallenges() async throws {
    var settings = TestPasskey.settings()
    settings["development"] = false
    settings["rate_limits"] = ["challenge_per_minute": 3]
    try await TestServer.run(settings) { server in
      let passkey = try TestPasskey(server)
      for _ in 0..<3 { #expect(try await passkey.authenticationOptions().status == 200) }
      let refused = try await passkey.authenticationOptions()
      #expect(refused.status == 429 && refused.code == "rate_limited")
      for _ in 0..<2 {
        #expect(try await EthereumTestWallet().challenge(server, TestBinding()).status == 200)
      }
      #expect(try await passkey.registrationOptions().status == 200)
      #expect(try await passkey.registrationOptions().status == 429)
    }
  }

  @Test("A body that is empty, unreadable or without a proof is not counted")
  func bodiesWithoutProofAreNotCounted() async throws {
    try await TestServer.run(Self.settings(["sign_in_per_minute": 3])) { server in
      let browser = TestBrowser(server)
      _ = try await browser.send(.get, "/session/state")
      for path in [
        "/v1/ethereum/sign-in", "/v1/ethereum/link", "/v1/near/sign-in", "/v1/near/link",
        "/session/ethereum/sign-in", "/session/ethereum/link", "/session/near/sign-in", "/session/near/link",
      ] {
        for body in ["", " ", "{", "{}", "[]", "null", "{\"message\":1,\"signature\":\"x\"}", "\u{0}"] {
          let fields: HTTPFields = ["Origin": server.origin, "Sec-Fetch-Site": "same-origin"]
          let answer = try await server.api.raw(.post, path, Array(body.utf8), fields: fields)
          // A link needs a signed-in caller. This is checked before the members.
          let isObject = body.count > 1 && body.hasPrefix("{")
          #expect(answer.status == (isObject && path.hasSuffix("link") ? 401 : 400), "\(path) \(body)")
        }
      }
      #expect(try await EthereumTestWallet().signIn(server).status == 200)
      #expect(try await EthereumTestWallet().signIn(browser).status == 200)
      #expect(try await server.api.send(.post, "/v1/near/sign-in", .wrongProof).status == 422)
      #expect(try await EthereumTestWallet().signIn(server).status == 429)
    }
  }

  @Test("Challenges have one limit; refreshes and revocations have another")
  func otherRules() async throws {
    let limits: JSONValue = ["challenge_per_minute": 3, "refresh_per_minute": 2]
    try await TestServer.run(Self.settings(limits)) { server async throws in
      let browser = TestBrowser(server)
      #expect(try await EthereumTestWallet().challenge(server, TestBinding()).status == 200)
      #expect(try await NEARTestWallet().challenge(server, TestBinding()).status == 200)
      #expect(try await browser.send(.post, "/session/near/challenge", [:]).status == 200)
      #expect(try await NEARTestWallet().challenge(server, TestBinding()).status == 429)
      #expect(try await browser.send(.post, "/session/ethereum/message", [:]).status == 429)
      #expect(
        try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=x").status == 400)
      #expect(try await server.api.form("/v1/revoke", "token=x").status == 200)
      #expect(try await server.api.form("/v1/revoke", "token=x").status == 429)
      #expect(try await server.api.form("/v1/token", "").status == 429)
    }
  }

  @Test("Only calls without a valid API key are counted for their network")
  func introspection() async throws {
    try await TestServer.run(Self.settings(["api_key_failure_per_minute": 3])) { server async throws in
      let key = try await server.apiKey()
      func introspect(_ bearer: String?) async throws -> TestAPI.Answer {
        try await server.api.form(
          "/v1/introspect", "token=x", fields: bearer.map { ["Authorization": "Bearer \($0)"] } ?? [:])
      }
      for _ in 0..<10 { #expect(try await introspect(key).status == 200) }
      for wrong in ["\(key)x", "x", nil] { #expect(try await introspect(wrong).status == 401) }
      for wrong in ["\(key)x", "", nil] {
        let refused = try await introspect(wrong)
        #expect(refused.status == 429)
        #expect(refused.code == "rate_limited")
        #expect(refused["error"] == "temporarily_unavailable")
        #expect((1...60).contains(try #require(refused.fields["Retry-After"].flatMap { Int($0) })))
      }
      #expect(try await introspect(key).status == 200)
    }
  }

  @Test("A refusal has the waiting time, as a problem, and in the form of OAuth for OAuth calls")
  func answers() async throws {
    let limits: JSONValue = ["sign_in_per_minute": 1, "refresh_per_minute": 1]
    try await TestServer.run(Self.settings(limits)) { server in
      for _ in 0..<2 {
        _ = try await server.api.send(.post, "/v1/near/sign-in", .wrongProof)
        _ = try await server.api.form("/v1/token", "")
      }
      let problem = try await server.api.send(.post, "/v1/near/sign-in", .wrongProof)
      #expect(problem.status == 429)
      #expect(problem.fields["Content-Type"] == "application/problem+json")
      #expect(problem.code == "rate_limited")
      #expect(problem["status"] == 429)
      #expect(problem["trace_id"].string?.isEmpty == false)
      #expect((1...60).contains(try #require(problem.fields["Retry-After"].flatMap { Int($0) })))
      #expect(problem.fields["Cache-Control"] == "no-store")
      let oauth = try await server.api.form("/v1/token", "")
      #expect(oauth.status == 429)
      #expect(oauth.fields["Content-Type"] == "application/json")
      #expect(oauth["error"] == "temporarily_unavailable")
      #expect(oauth["error_description"].string?.contains("Too many requests") == true)
      #expect(oauth.code == "rate_limited")
      #expect((1...60).contains(try #require(oauth.fields["Retry-After"].flatMap { Int($0) })))
    }
  }

  @Test("Loopback is exempt only in development, and only if the client itself is on loopback")
  func loopback() async throws {
    let limits: JSONValue = ["sign_in_per_minute": 1]
    try await TestServer.run(["rate_limits": limits, "trusted_proxies": ["127.0.0.1/32"]]) {
      server async throws in
      for _ in 0..<20 {
        #expect(try await server.api.send(.post, "/v1/near/sign-in", .wrongProof).status == 422)
      }
      let forwarded: HTTPFields = ["X-Forwarded-For": "198.51.100.1"]
      #expect(
        try await server.api.send(.post, "/v1/near/sign-in", .wrongProof, fields: forwarded).status == 422)
      #expect(
        try await server.api.send(.post, "/v1/near/sign-in", .wrongProof, fields: forwarded).status == 429)
    }
    try await TestServer.run(Self.settings(limits)) { server async throws in
      #expect(try await server.api.send(.post, "/v1/near/sign-in", .wrongProof).status == 422)
      #expect(try await server.api.send(.post, "/v1/near/sign-in", .wrongProof).status == 429)
    }
  }
}
