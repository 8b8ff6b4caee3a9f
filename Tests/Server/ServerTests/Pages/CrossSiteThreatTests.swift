import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// Requests that another site, another origin of the same site or a form makes a browser send.
@Suite struct CrossSiteThreatTests {
  private static let writes: [(HTTPMethod, String)] = [
    (.post, "/session/ethereum/message"), (.post, "/session/ethereum/sign-in"),
    (.post, "/session/ethereum/link"), (.post, "/session/near/challenge"), (.post, "/session/near/sign-in"),
    (.post, "/session/near/link"), (.patch, "/session/user"), (.post, "/session/sign-out"),
    (.delete, "/session/sessions/00000000-0000-4000-8000-000000000000"),
    (.delete, "/session/user/identities/00000000-0000-4000-8000-000000000000"),
  ]
  private static let reads = ["/session/state", "/session/sessions"]

  /// Other origins, most of which resemble the account origin.
  private static let foreignOrigins = [
    "null", "https://evil.example", "https://wallets.example.com", "http://accounts.example.com",
    "https://accounts.example.com:8443", "https://accounts.example.com.evil.example", "https://example.com",
    "https://sub.accounts.example.com", "https://accounts.example.com/", "https://ACCOUNTS.example.com",
    "https://accounts.example.com@evil.example", "https://app.example.com", "http://127.0.0.1",
  ]

  private func signedIn(_ server: TestServer) async throws -> TestBrowser {
    let browser = try await TestBrowser.signedIn(server)
    return browser
  }

  /// With an application that other origins may call the API for. This gives no access to the page.
  private static let settings: JSONObject = {
    var settings = JSONObject.behindTLS
    settings["applications"] = [["id": "default", "origins": ["https://app.example.com"]]]
    return settings
  }()

  @Test("Every route that changes data refuses a request without the page's own Origin")
  func origin() async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = try await signedIn(server)
      for (method, path) in Self.writes {
        for origin in Self.foreignOrigins + [""] {
          for fetch in ["", "same-origin"] {
            let answer = try await browser.send(
              method, path, ["scope": "all"], fields: ["Origin": origin, "Sec-Fetch-Site": fetch])
            #expect(answer.status == 403, "\(method) \(path) from \(origin)")
            #expect(answer.code == "cross_origin")
            #expect(!answer.fields.contains("Access-Control-Allow-Origin"))
            #expect(!answer.fields.contains("Set-Cookie"))
          }
        }
      }
      #expect(try await browser.isSignedIn)
    }
  }

  @Test(
    "Every route refuses requests that Fetch Metadata marks as cross-site or same-site",
    arguments: [
      "same-site", "cross-site", "none", "SAME-ORIGIN", "x",
    ])
  func fetchMetadata(_ site: String) async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = try await signedIn(server)
      for (method, path) in Self.writes + Self.reads.map({ (.get, $0) }) {
        let answer = try await browser.send(
          method, path, method == .get ? nil : ["scope": "all"], fields: ["Sec-Fetch-Site": site])
        #expect(answer.status == 403, "\(method) \(path)")
        #expect(answer.code == "cross_origin")
        #expect(answer["user"] == .null)
      }
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("Reads are refused for every other origin, and no answer is shared with another origin")
  func reads() async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = try await signedIn(server)
      for path in Self.reads {
        for origin in Self.foreignOrigins {
          let answer = try await browser.send(.get, path, fields: ["Origin": origin])
          #expect(answer.status == 403, "\(path) from \(origin)")
          #expect(!answer.fields.contains("Access-Control-Allow-Origin"))
        }
        // Browsers without Fetch Metadata send neither field; their same-origin policy keeps others from reading.
        let old = try await browser.send(.get, path, fields: ["Sec-Fetch-Site": ""])
        #expect(old.status == 200)
        #expect(!old.fields.contains("Access-Control-Allow-Origin"))
        #expect(old.fields["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(old.fields["Cache-Control"] == "no-store")
      }
    }
  }

  @Test(
    "A content type that forms can send is refused with 415, also if the body is JSON",
    arguments: [
      "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain",
      "text/plain; charset=utf-8", "text/plain;application/json", "application/jsonp", "application/json/x",
      "",
    ])
  func formTypes(_ type: String) async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = try await signedIn(server)
      for (method, path) in Self.writes {
        // TestAPI adds a type if there is a body, so the request without a type has no body.
        let answer = try await browser.send(
          method, path, type.isEmpty ? nil : ["scope": "all"], fields: ["Content-Type": type])
        #expect(answer.status == 415, "\(method) \(path)")
        #expect(answer.code == "unsupported_media_type")
      }
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("A preflight under /session/ gets no permission")
  func preflight() async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = TestBrowser(server)
      for (method, path) in Self.writes {
        for origin in ["https://app.example.com", "https://evil.example"] {
          let answer = try await browser.send(
            .options, path,
            fields: [
              "Origin": origin, "Access-Control-Request-Method": method.rawValue,
              "Sec-Fetch-Site": "cross-site",
              "Access-Control-Request-Headers": "content-type", "Content-Type": "",
            ])
          #expect(answer.status == 403)
          for field in answer.fields { #expect(!field.name.lowercased().hasPrefix("access-control-")) }
        }
      }
    }
  }

  @Test("On loopback, the wallet page's origin and this origin's other names are refused")
  func loopback() async throws {
    try await TestServer.run { server in
      let browser = try await signedIn(server)
      let wallet = try #require(server.server.walletURL)
      let port = server.server.accountAddress.port
      for origin in ["\(wallet)", "http://localhost:\(port)", "http://[::1]:\(port)", "http://127.0.0.1"] {
        let answer = try await browser.send(
          .post, "/session/sign-out", ["scope": "all"], fields: ["Origin": origin])
        #expect(answer.code == "cross_origin", "\(origin)")
      }
      #expect(try await browser.isSignedIn)
    }
  }
}
