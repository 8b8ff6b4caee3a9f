import DoorwardServer
import Encodings
import HTTPCore
import Testing

/// Threat case 21: what the account origin tells browsers to hold its page to.
@Suite struct PageHeaderTests {
  @Test("Case 21: the account page's policy, word for word")
  func policy() async throws {
    try await TestServer.run(.behindTLS) { server in
      let page = try await server.listening.send(.get, "/")
      #expect(page.status == 200)
      #expect(page.fields["Content-Type"] == "text/html; charset=utf-8")
      #expect(
        page.fields["Content-Security-Policy"]
          == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src https://wallets.example.com; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
      )
      #expect(page.fields.values(for: "Content-Security-Policy").count == 1)
      #expect(page.fields["X-Frame-Options"] == "DENY")
      #expect(page.fields["X-Content-Type-Options"] == "nosniff")
      #expect(page.fields["Referrer-Policy"] == "no-referrer")
      #expect(page.fields["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups")
      #expect(page.fields["Cross-Origin-Resource-Policy"] == "same-origin")
      #expect(!page.fields.contains("Set-Cookie"))
    }
  }

  @Test("Case 21: the page has no inline script, handler or style that the policy would have to allow")
  func nothingInline() async throws {
    try await TestServer.run(.behindTLS) { server in
      let page = try await server.listening.send(.get, "/")
      let html = String(decoding: page.body, as: UTF8.self)
      let scripts = html.matches(of: /<script([^>]*)>([^<]*)<\/script>/)
      #expect(!scripts.isEmpty)
      for script in scripts {
        #expect(script.1.contains("src=\"/assets/"))
        #expect(script.2.firstMatch(of: /\S/) == nil)
      }
      #expect(html.firstMatch(of: /<style|\sstyle=|\son[a-z]+=|javascript:|https?:\/\//) == nil)
    }
  }

  @Test("Case 21: every asset of the page is what it says it is, and is asked for again when it changed")
  func assets() async throws {
    try await TestServer.run(.behindTLS) { server in
      let page = try await server.listening.send(.get, "/")
      let html = String(decoding: page.body, as: UTF8.self)
      let paths = html.matches(of: /(?:src|href)="(\/assets\/[^"]+)"/).map { String($0.1) }
      #expect(paths.count >= 2)
      for path in Set(paths) {
        let asset = try await server.listening.send(.get, path)
        #expect(asset.status == 200)
        #expect(asset.fields["X-Content-Type-Options"] == "nosniff")
        let tag = try #require(asset.fields["ETag"])
        let again = try await server.listening.send(.get, path, fields: ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
      }
      #expect(try await server.listening.send(.get, "/assets/..%2fpage.html").status == 400)
      #expect(try await server.listening.send(.get, "/assets/wallet.js").status == 404)
    }
  }

  @Test("Case 21: HSTS behind TLS, on every answer, and never without it")
  func strictTransport() async throws {
    try await TestServer.run(.behindTLS) { server in
      for path in ["/", "/v1/config", "/session/state", "/nothing", "/healthz", "/v1/user"] {
        let answer = try await server.listening.send(.get, path)
        #expect(answer.fields["Strict-Transport-Security"] == "max-age=63072000; includeSubDomains")
        #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
      }
      let wallet = try await server.wallets.send(.get, "/near")
      #expect(wallet.fields.contains("Strict-Transport-Security"))
    }
    try await TestServer.run { server in
      for path in ["/", "/v1/config", "/session/state"] {
        let answer = try await server.api.send(.get, path)
        #expect(!answer.fields.contains("Strict-Transport-Security"))
      }
    }
  }

  @Test("Case 21: no answer about a person or a session is kept by a cache, refusals included")
  func noStore() async throws {
    try await NEARScene.run(.behindTLS) { scene in
      let browser = TestBrowser(scene.server)
      let wallet = try scene.wallet("alice.near")
      var answers = [try await browser.send(.get, "/session/state"), try await wallet.signIn(browser)]
      for path in ["/session/state", "/session/sessions"] {
        answers.append(try await browser.send(.get, path))
      }
      answers.append(try await browser.send(.patch, "/session/user", ["name": "Ann"]))
      answers.append(try await browser.send(.post, "/session/near/sign-in", [:]))
      answers.append(try await browser.send(.get, "/session/state", fields: ["Sec-Fetch-Site": "same-site"]))
      let api = scene.server.listening
      let session = try await wallet.signIn(scene.server)
      let bearer = try #require(session["account_token"].string)
      answers.append(session)
      for path in ["/v1/user", "/v1/sessions", "/v1/user/identities"] {
        answers.append(try await api.send(.get, path, bearer: bearer))
        answers.append(try await api.send(.get, path))
      }
      answers.append(try await wallet.challenge(scene.server, TestBinding()))
      answers.append(try await api.form("/v1/revoke", "token=x"))
      for answer in answers { #expect(answer.fields["Cache-Control"] == "no-store", "\(answer.status)") }
    }
  }

  @Test("Without a public wallet origin the page frames nobody and offers no NEAR")
  func noWalletOrigin() async throws {
    var settings = JSONObject.behindTLS
    settings["wallet_url"] = nil
    try await TestServer.run(settings) { server in
      #expect(server.server.walletURL == nil)
      let page = try await server.listening.send(.get, "/")
      #expect(page.fields["Content-Security-Policy"]?.contains("frame-src 'none';") == true)
      let config = try #require(try await TestBrowser(server).send(.get, "/session/state").json["config"])
      #expect(config["methods"] == ["siwe"])
      #expect(config["near"]?["wallet_origin"] == .null)
    }
  }
}
