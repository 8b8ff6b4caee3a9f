import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// `/authorize`: requests that the page shows, errors for the client, and errors without a redirect.
@Suite struct AuthorizationRequestTests {
  @Test("An error in the client or the redirect URI is shown to the user, without a redirect")
  func refusals() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient(server)
      for changes: [String: String?] in [
        ["client_id": nil], ["client_id": "unknown"], ["client_id": "Default"], ["redirect_uri": nil],
        ["redirect_uri": "https://evil.example/callback"],
        ["redirect_uri": "http://127.0.0.1.evil.com/callback"],
        ["redirect_uri": "http://127.0.0.1:80@evil.com/callback"],
        ["redirect_uri": "http://127.0.0.1:80\\@evil.com/callback"],
        ["redirect_uri": "http://127.0.0.1/callback#"], ["redirect_uri": "http://127.0.0.1/callback%2f"],
        ["client_id": "site"], ["state": String(repeating: "s", count: 8193)],
      ] {
        let answer = try await client.authorize(changes)
        #expect(answer.status == 400, "\(changes)")
        #expect(!answer.fields.contains("Location"))
        let page = String(decoding: answer.body, as: UTF8.self)
        #expect(page.contains("data-testid=\"refusal\"") && !page.contains("evil"))
        #expect(answer.fields["Cache-Control"] == "no-store")
        #expect(answer.fields["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
      }
      let twice = try await server.api.send(
        .get, "/authorize?\(TestClient.form(client.parameters()))&redirect_uri=https%3A%2F%2Fevil.example")
      #expect(twice.status == 400 && !twice.fields.contains("Location"))
      let broken = try await server.api.send(.get, "/authorize?client_id=%zz")
      #expect(broken.status == 400 && !broken.fields.contains("Location"))
      #expect(broken.fields["Content-Type"] == "text/html; charset=utf-8")
    }
  }

  @Test(
    "Every other error goes to the client, with its state and the issuer",
    arguments: [
      (["response_type": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
      (["response_type": "code id_token"], "unsupported_response_type"),
      (["code_challenge": nil], "invalid_request"), (["code_challenge_method": nil], "invalid_request"),
      (["code_challenge_method": "plain"], "invalid_request"),
      (["code_challenge": "short"], "invalid_request"),
      (["scope": nil], "invalid_scope"), (["scope": "unknown"], "invalid_scope"),
      (["scope": "offline_access"], "invalid_scope"), (["prompt": "none login"], "invalid_request"),
      (["prompt": "dance"], "invalid_request"), (["max_age": "-1"], "invalid_request"),
      (["max_age": "soon"], "invalid_request"), (["response_mode": "fragment"], "invalid_request"),
      (["request": "eyJ"], "request_not_supported"),
      (["request_uri": "https://evil.example/r"], "request_uri_not_supported"),
      (["registration": "{}"], "registration_not_supported"),
      (["nonce": String(repeating: "n", count: 1025)], "invalid_request"),
    ] as [([String: String?], String)])
  func redirectedErrors(_ changes: [String: String?], _ error: String) async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient(server)
      let answer = try await client.authorize(changes)
      #expect(answer.status == 303)
      #expect(answer.fields["Location"]?.hasPrefix("\(client.redirectURI)?error=") == true)
      let query = TestClient.query(of: answer.fields["Location"])
      #expect(query["error"] == error)
      #expect(query["state"] == "st&te=é")
      #expect(query["iss"] == server.origin)
      #expect(query["code"] == nil)
    }
  }

  @Test("Only the server's own apps may request the whole account")
  func accountScope() async throws {
    try await TestServer.run(TestClient.settings) { server in
      #expect(try await TestClient(server).authorize(["scope": "account"]).status == 200)
      let site = try await TestClient.site(server).authorize(["scope": "openid account"])
      #expect(TestClient.query(of: site.fields["Location"])["error"] == "invalid_scope")
      let app = try TestClient(server, "app", redirectURI: "com.example.app:/callback")
      let answer = try await app.authorize(["scope": "account"])
      #expect(answer.fields["Location"]?.hasPrefix("com.example.app:/callback?error=invalid_scope") == true)
    }
  }

  @Test("A form has the same effect as a query")
  func form() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient(server)
      let page = try await server.api.form("/authorize", TestClient.form(client.parameters()))
      #expect(page.status == 200)
      #expect(String(decoding: page.body, as: UTF8.self).contains("doorward-ticket"))
      let error = try await server.api.form(
        "/authorize", TestClient.form(client.parameters(["response_type": "token"])))
      #expect(TestClient.query(of: error.fields["Location"])["error"] == "unsupported_response_type")
    }
  }

  @Test("In production there is no client that the operator did not list")
  func production() async throws {
    try await TestServer.run(.behindTLS) { server in
      let answer = try await TestClient(server).authorize()
      #expect(answer.status == 400)
    }
  }

  @Test("A ticket that was changed, forged, or is an hour old is refused")
  func tickets() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let ticket = try await TestClient(server).ticket()
      var flipped = Array(ticket.utf8)
      flipped[40] = flipped[40] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      for text in [String(decoding: flipped, as: UTF8.self), "", "e30", String(ticket.dropLast(4))] {
        for step in ["", "/allow", "/deny"] {
          let answer = try await browser.send(
            .post, "/session/authorization\(step)", ["ticket": .string(text)])
          #expect(answer.code == "invalid_ticket")
        }
      }
      server.clock.advance(by: 3599)
      #expect(
        try await browser.send(.post, "/session/authorization", ["ticket": .string(ticket)]).status == 200)
      server.clock.advance(by: 1)
      let old = try await browser.send(.post, "/session/authorization/allow", ["ticket": .string(ticket)])
      #expect(old.code == "invalid_ticket")
    }
  }
}
