import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The log of requests contains no secrets.
@Suite struct RequestLogTests {
  @Test("A secret in a path is not logged; logged paths and methods have a limited length")
  func secretsInPathsAreNotLogged() async throws {
    try await TestServer.run { server in
      let userCode = "BCDF-GHJK"
      let secret = try TestBinding().secret
      let method = String(repeating: "SECRET", count: 50)
      for path in [
        "/device/\(userCode)", "/\(userCode)", "/session/device/\(userCode.lowercased())", "/v1/\(secret)",
        "/v1/near/\(secret)/sign-in", "/v1/user/\(secret.prefix(20))", "/v1/users/dwk_\(secret)",
        "/device?user_code=\(userCode)", "/v1/sessions/\(secret.prefix(36))",
        "/\(String(repeating: "a/", count: 500))\(userCode)",
      ] {
        _ = try await server.api.send(.get, path)
      }
      _ = try await RawExchange.send(
        "\(method) /v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        to: server.server.accountAddress)
      let log = server.log.text
      for text in [userCode, userCode.lowercased(), String(secret.prefix(20)), method] {
        #expect(!log.contains(text), "\(text)")
      }
      for line in server.log.lines {
        #expect((line["path"]?.string ?? "").utf8.count < 200)
        #expect((line["method"]?.string ?? "").utf8.count < 24)
      }
      #expect(server.log.requests("/v1/near/…/sign-in").count == 1)
      #expect(server.log.requests("/v1/config").count == 1)
    }
  }

  @Test("The path of a route is logged unchanged, with its ids")
  func routesAreLogged() async throws {
    try await TestServer.run { server in
      let id = "0190b6f4-1a2b-7c3d-8e4f-5a6b7c8d9e0f"
      _ = try await server.api.send(.get, "/v1/users/\(id)")
      let line = try #require(server.log.requests("/v1/users/\(id)").first)
      #expect(line["method"] == "GET")
      #expect(line["status"] == 401)
      #expect(line["code"] == "invalid_client")
      #expect(line["level"] == "info")
    }
  }

  @Test("Health checks are at debug level, other requests at info")
  func healthChecksAreAtDebugLevel() async throws {
    try await TestServer.run { server in
      for path in ["/healthz", "/readyz"] {
        #expect(try await server.api.send(.get, path).status == 200)
        #expect(server.log.requests(path).map { $0["level"] } == ["debug"])
      }
      _ = try await server.wallets.send(.get, "/healthz")
      #expect(server.log.requests("/healthz").map { $0["level"] } == ["debug", "debug"])
      _ = try await server.api.send(.get, "/v1/config")
      #expect(server.log.requests("/v1/config").map { $0["level"] } == ["info"])
    }
  }

  @Test("The start is logged with the version and the addresses")
  func startIsLogged() async throws {
    try await TestServer.run { server in
      let line = try #require(server.log.lines.first { $0["message"] == "server started" })
      #expect(line["level"] == "notice")
      #expect(line["version"] == .string(DoorwardVersion.current))
      #expect(line["account_url"] == .string(server.origin))
      #expect(line["listen"] == .string("\(server.server.accountAddress)"))
    }
  }

  @Test("Levels are ordered, and lines below the threshold are not written")
  func levelsAreOrdered() {
    #expect(Logger.Level.allCases == [.debug, .info, .notice, .warning, .error])
    for threshold in Logger.Level.allCases {
      let log = TestLog()
      let logger = Logger(threshold: threshold) { log.append($0) }
      for level in Logger.Level.allCases { logger.log(level, "line") }
      let written = Logger.Level.allCases.filter { $0 >= threshold }.map { JSONValue.string($0.rawValue) }
      #expect(log.lines.compactMap { $0["level"] } == written)
    }
  }
}
