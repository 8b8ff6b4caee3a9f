import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// The header fields that restrict browsers on the account origin.
@Suite struct PageHeaderTests {
  @Test("The content security policy of the account page is exactly this")
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

  @Test("The page has no inline script, handler or style that the policy would have to allow")
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

  @Test func fileNamesHaveAHashAndFilesAreCachedWithoutLimit() async throws {
    try await TestServer.run(.behindTLS) { server in
      for (origin, path) in [(server.listening, "/"), (server.wallets, "/near")] {
        let page = try await origin.send(.get, path)
        #expect(page.fields["Cache-Control"] == (path == "/" ? "no-cache" : "no-store"))
        let paths = PageFiles.paths(page)
        #expect(paths.count >= 2)
        for path in paths {
          #expect(path.wholeMatch(of: /\/assets\/[a-z-]+\.[0-9a-f]{16}\.[a-z]+/) != nil, "\(path)")
          let file = try await origin.send(.get, path)
          #expect(file.status == 200)
          #expect(file.fields["X-Content-Type-Options"] == "nosniff")
          #expect(file.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        }
      }
      #expect(try await server.listening.send(.get, "/assets/account.js").status == 404)
      #expect(try await server.listening.send(.get, "/assets/..%2fpage.html").status == 400)
    }
  }

  @Test func filesAreCompressedForClientsThatAcceptIt() async throws {
    try await TestServer.run { server in
      let path = try #require(
        PageFiles.paths(try await server.api.send(.get, "/")).first { $0.hasSuffix(".js") })
      let plain = try await server.api.send(.get, path)
      for accepted in ["gzip", "br;q=1.0, GZIP;q=0.5", "*", "x-gzip", "deflate,\tgzip"] {
        let file = try await server.api.send(.get, path, fields: ["Accept-Encoding": accepted])
        #expect(
          file.fields["Content-Encoding"] == "gzip" && file.fields["Vary"] == "Accept-Encoding", "\(accepted)"
        )
        #expect(file.body.count < plain.body.count / 2)
      }
      for accepted in ["", "identity", "br", "gzip;q=0", "gzip; q=0.000, *", "*;q=0"] {
        let file = try await server.api.send(.get, path, fields: ["Accept-Encoding": accepted])
        #expect(!file.fields.contains("Content-Encoding") && file.body == plain.body, "\(accepted)")
        #expect(file.fields["Vary"] == "Accept-Encoding")
      }
    }
  }

  @Test("Every answer behind TLS has HSTS, and no answer without TLS")
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

  @Test("Caches do not store answers about a user or a session, nor refusals")
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

  @Test("Without a public wallet origin, the page has no frame and does not offer NEAR")
  func noWalletOrigin() async throws {
    var settings = JSONObject.behindTLS
    settings["wallet_url"] = nil
    try await TestServer.run(settings) { server in
      #expect(server.server.walletURL == nil)
      let page = try await server.listening.send(.get, "/")
      #expect(page.fields["Content-Security-Policy"]?.contains("frame-src 'none';") == true)
      let config = try #require(try await TestBrowser(server).send(.get, "/session/state").json["config"])
      #expect(config["methods"] == ["passkey", "siwe"])
      #expect(config["near"] == nil)
    }
  }
}
