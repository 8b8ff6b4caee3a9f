import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Wallet code has a separate origin without access to the account.
@Suite struct WalletOriginThreatTests {
  /// The nonce for scripts in the policy.
  private func nonce(_ answer: TestAPI.Answer) throws -> String {
    let policy = try #require(answer.fields["Content-Security-Policy"])
    return String(try #require(policy.firstMatch(of: #/script-src 'nonce-([A-Za-z0-9+/]+)' 'self' /#)).1)
  }

  @Test("The wallet page allows scripts by a nonce that is new for each answer")
  func freshNonce() async throws {
    try await TestServer.run(.behindTLS) { server in
      var nonces: Set<String> = []
      for _ in 0..<8 {
        let page = try await server.wallets.send(.get, "/near")
        let nonce = try nonce(page)
        #expect(try Base64.decode(nonce).count == 18)
        nonces.insert(nonce)
        let html = String(decoding: page.body, as: UTF8.self)
        #expect(html.contains(nonce))
        #expect(page.fields["Cache-Control"] == "no-store")
      }
      #expect(nonces.count == 8)
    }
  }

  @Test("Only the account page may frame the wallet page")
  func framing() async throws {
    try await TestServer.run(.behindTLS) { server in
      let page = try await server.wallets.send(.get, "/near")
      let policy = try #require(page.fields["Content-Security-Policy"])
      let directives = policy.split(separator: "; ").map(String.init)
      #expect(directives.contains("frame-ancestors https://accounts.example.com"))
      #expect(directives.contains("default-src 'none'"))
      #expect(directives.contains("base-uri 'none'"))
      #expect(directives.contains("form-action 'none'"))
      let scripts = try #require(directives.first { $0.hasPrefix("script-src") })
      for word in ["unsafe-inline", "'unsafe-eval'", "https:", "data:", "*", "strict-dynamic"] {
        #expect(!scripts.contains(word), "\(word)")
      }
      #expect(!policy.contains("127.0.0.1"))
      // X-Frame-Options cannot list origins: it would also exclude the account page.
      #expect(!page.fields.contains("X-Frame-Options"))
    }
  }

  @Test("The wallet origin has no route of the account, with or without the cookie")
  func walletHasNoAccount() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = try await TestBrowser.signedIn(server)
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let cookie = "__Host-doorward_session=\(try #require(await browser.session))"
      let files = PageFiles.paths(try await server.listening.send(.get, "/"))
      let paths = [
        "/", "/session/state", "/session/sessions", "/v1/user", "/v1/sessions", "/v1/config",
        "/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/openapi.json", "/readyz",
      ]
      for path in paths + files.filter({ !$0.contains("/icon.") }) {
        let answer = try await server.wallets.send(
          .get, path, bearer: token, fields: ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"])
        #expect(answer.status == 404, "\(path)")
        #expect(!answer.fields.contains("Set-Cookie"))
      }
      for path in [
        "/v1/token", "/v1/sign-out", "/session/sign-out", "/v1/near/sign-in", "/session/near/link",
      ] {
        let answer = try await server.wallets.send(
          .post, path, [:], bearer: token,
          fields: [
            "Cookie": cookie, "Origin": "https://accounts.example.com", "Sec-Fetch-Site": "same-origin",
          ])
        #expect(answer.status == 404, "\(path)")
        #expect(!answer.fields.contains("Set-Cookie"))
      }
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("The wallet origin never sets a cookie")
  func noCookies() async throws {
    try await TestServer.run(.behindTLS) { server in
      let files = PageFiles.paths(try await server.wallets.send(.get, "/near"))
      let requests: [(HTTPMethod, String)] = [
        (.get, "/near"), (.head, "/near"), (.get, "/healthz"), (.options, "/near"),
      ]
      for (method, path) in requests + files.map({ (.get, $0) }) {
        let answer = try await server.wallets.send(method, path)
        #expect((200..<300).contains(answer.status), "\(method) \(path)")
        #expect(!answer.fields.contains("Set-Cookie"))
      }
      let post = try await server.wallets.send(.post, "/near", [:])
      #expect(post.status == 405)
      #expect(post.fields["Allow"] == "GET, HEAD, OPTIONS")
    }
  }

  @Test("The account origin has neither the wallet page nor its scripts")
  func accountHasNoWallet() async throws {
    try await TestServer.run(.behindTLS) { server in
      let paths = PageFiles.paths(try await server.wallets.send(.get, "/near"))
      // The script, the texts of the language and the style sheet.
      #expect(paths.count == 3)
      for path in paths + ["/near"] {
        let answer = try await server.listening.send(.get, path)
        #expect(answer.status == 404, "\(path)")
      }
    }
  }

  @Test("Without public names the two origins have different names")
  func ownNames() async throws {
    try await TestServer.run { server in
      let wallet = try #require(server.server.walletURL)
      #expect(wallet.host != server.server.accountURL.host)
      #expect(wallet.port != server.server.accountURL.port)
      let page = try await server.wallets.send(.get, "/near")
      #expect(page.fields["Content-Security-Policy"]?.hasSuffix("frame-ancestors \(server.origin)") == true)
    }
  }

  @Test("The operator's settings are text in the page, never markup")
  func escaping() async throws {
    var settings = JSONObject.behindTLS
    settings["near_connect"] = [
      "script_url": "https://cdn.example/a.js?\"><script>alert(1)</script>",
      "script_integrity": "sha384-\"onload='x'", "manifest_url": "https://cdn.example/&'<b>.json",
    ]
    try await TestServer.run(settings) { server in
      let page = try await server.wallets.send(.get, "/near")
      let html = String(decoding: page.body, as: UTF8.self)
      #expect(!html.contains("<script>alert"))
      #expect(html.contains("?&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
      #expect(html.contains("sha384-&quot;onload=&#39;x&#39;"))
      #expect(html.contains("&amp;&#39;&lt;b&gt;.json"))
      #expect(page.fields["Content-Security-Policy"]?.contains("cdn.example") == false)
    }
  }
}
