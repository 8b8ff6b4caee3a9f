import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Unknown methods and paths.
@Suite struct RoutingThreatTests {
  @Test("An unknown path is 404; an unsupported method is 405 with the supported methods")
  func refusals() async throws {
    try await TestServer.run { server in
      for path in [
        "/nothing", "/v1", "/v1/", "/v1/user/", "/v2/user", "/session", "/V1/user", "/v1/user;x", "/v1//user",
        "//v1/user", "/v1/nothing", "/healthz/",
      ] {
        let answer = try await server.api.send(.get, path)
        #expect(answer.status == 404, "\(path)")
        #expect(answer.fields["Content-Type"] == "application/problem+json")
        #expect(answer.code == "not_found")
        #expect(answer["type"] == "about:blank")
        #expect(answer["title"] == "Not Found")
        #expect(answer["trace_id"].string?.isEmpty == false)
      }
      for (method, path, allow) in [
        (.get, "/v1/token", "OPTIONS, POST"), (.post, "/v1/user", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        (.put, "/v1/config", "GET, HEAD, OPTIONS"), (.delete, "/v1/sessions", "GET, HEAD, OPTIONS"),
        (.get, "/v1/sessions/x", "DELETE, OPTIONS"),
        (HTTPMethod(rawValue: "PROPFIND"), "/v1/user", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        (HTTPMethod(rawValue: "TRACE"), "/", "GET, HEAD, OPTIONS"),
        (HTTPMethod(rawValue: "get"), "/healthz", "GET, HEAD, OPTIONS"),
      ] as [(HTTPMethod, String, String)] {
        let answer = try await server.api.send(method, path)
        #expect(answer.status == 405, "\(method) \(path)")
        #expect(answer.fields["Allow"] == allow, "\(method) \(path)")
        #expect(answer.fields["Content-Type"]?.hasPrefix("application/") == true)
      }
    }
  }

  @Test("HEAD is GET without the body; OPTIONS lists the methods")
  func headAndOptions() async throws {
    try await TestServer.run { server in
      for path in [
        "/", "/healthz", "/v1/config", "/.well-known/jwks.json", "/openapi.json",
      ] + PageFiles.paths(try await server.api.send(.get, "/")) {
        let get = try await server.api.send(.get, path)
        let head = try await server.api.send(.head, path)
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        for name in ["Content-Type", "Content-Length", "Cache-Control", "Content-Security-Policy"] {
          #expect(head.fields[name] == get.fields[name], "\(path) \(name)")
        }
        let options = try await server.api.send(.options, path)
        #expect(options.status == 204)
        #expect(options.fields["Allow"] == "GET, HEAD, OPTIONS")
      }
      #expect(try await server.api.send(.head, "/v1/user").status == 401)
      #expect(try await server.api.send(.head, "/v1/token").status == 405)
    }
  }

  @Test(
    "Paths that other programs may read differently are refused",
    arguments: [
      "/v1/%2e%2e/session/state", "/assets/%2e%2e%2fpage.html", "/v1%2fuser", "/v1/user%5c", "/v1/%00",
      "/v1/user%0a",
      "/%zz", "/%", "/v1/user%2", "/%c0%af", "/%ff",
    ])
  func ambiguousPaths(_ path: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.api.send(.get, path)
      #expect(answer.status == 400, "\(path)")
      #expect(answer.fields["Content-Type"] == "application/problem+json")
    }
  }

  @Test("An escaped spelling of a path does not bypass the rules for the path")
  func escapedPaths() async throws {
    var settings = JSONObject.behindTLS
    settings["applications"] = [["id": "default", "origins": ["https://app.example.com"]]]
    try await TestServer.run(settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      for path in [
        "/%73ession/sign-out", "/sessio%6E/sign-out", "/%73%65%73%73%69%6f%6e/sign%2dout",
        "/session%2Fsign-out",
      ] {
        let foreign = try await browser.send(
          .post, path, ["scope": "all"],
          fields: ["Origin": "https://wallets.example.com", "Sec-Fetch-Site": "same-site"])
        #expect((400...403).contains(foreign.status), "\(path)")
        let own = try await browser.send(.post, path, ["scope": "all"])
        #expect(own.status == 400, "\(path)")
      }
      #expect(try await browser.isSignedIn)
      for path in ["/%73ession/state", "/session/st%61te", "/%761/config", "/v1/%75ser"] {
        let answer = try await browser.send(.get, path, fields: ["Origin": "https://app.example.com"])
        #expect((400...403).contains(answer.status), "\(path)")
        #expect(answer["config"] == .null)
      }
    }
  }

  @Test("An identifier in a path selects only the caller's own items")
  func identifiers() async throws {
    try await TestServer.run { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      for id in [
        "x", "00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-00000000000G", "1%20OR%201=1",
        "%F0%9F%92%A9",
        String(repeating: "a", count: 2000), "ffffffff-ffff-ffff-ffff-ffffffffffff", "*",
      ] {
        for path in ["/v1/sessions/\(id)", "/v1/user/identities/\(id)"] {
          #expect(try await server.api.send(.delete, path, bearer: token).status == 404, "\(path)")
        }
      }
      let mine = try await server.api.send(.get, "/v1/sessions", bearer: token)
      let id = try #require(mine["items"][0]?["id"]?.string)
      // An identifier has one spelling only.
      #expect(
        try await server.api.send(.delete, "/v1/sessions/\(id.uppercased())", bearer: token).status == 404)
      #expect(try await server.api.send(.delete, "/v1/sessions/\(id)", bearer: token).status == 204)
    }
  }
}
