import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The list of all routes: what a route declares is what it does, and what `docs/routes.md` says.
@Suite struct RouteTableTests {
  @Test func theDocumentHasTheDeclarationOfEveryRoute() async throws {
    try await TestServer.run { server in
      let routes = server.server.accountRoutes.filter { !$0.pattern.hasPrefix("/assets/") }
      let text = try Self.document
      let documented = text.split(separator: "\n").map(String.init).filter { $0.contains(/^\| `[A-Z]+ \//) }
      let declared = routes.map(\.row)
      #expect(documented == declared, "the table is:\n\(declared.joined(separator: "\n"))")
      for caller in Set(routes.compactMap(\.caller)) {
        #expect(text.contains("\n| \(caller.rawValue) |"), "\(caller)")
      }
      for limit in Set(routes.flatMap(\.limits)) {
        #expect(text.contains("\n| `\(limit.rawValue)` |"), "\(limit)")
      }
    }
  }

  @Test func everyRouteDeclaresItsCallerAndItsModule() async throws {
    try await TestServer.run { server in
      for route in server.server.accountRoutes {
        #expect(route.caller != nil, "\(route.name)")
        #expect(route.module.hasPrefix("Doorward"), "\(route.name)")
      }
    }
  }

  /// Routes that check the ticket of the page before its session.
  private static let afterTicket: Set = ["POST /session/authorization/allow"]

  @Test func aRouteForAuthenticatedCallersRefusesOthers() async throws {
    try await TestServer.run { server in
      let browser = TestBrowser(server)
      _ = try await browser.send(.get, "/session/state")
      for route in server.server.accountRoutes {
        let answer = try await route.request(at: server, browser, ["ticket": "x"])
        switch route.caller {
        case .accountToken?, .accessToken?, .accessOrAccountToken?:
          #expect(answer.status == 401 && answer.code == "missing_token", "\(route.name): \(answer.status)")
        case .pageSession? where Self.afterTicket.contains(route.name):
          #expect(answer.code == "invalid_ticket", "\(route.name)")
        case .pageSession?:
          #expect(answer.status == 401 && answer.code == "signed_out", "\(route.name): \(answer.status)")
        case .apiKey?, .administrator?:
          #expect(answer.status == 401, "\(route.name): \(answer.status)")
        default:
          #expect(answer.code != "missing_token" && answer.code != "signed_out", "\(route.name)")
        }
      }
    }
  }

  @Test func theLimitOfANetworkIsTheDeclaredOne() async throws {
    let settings: JSONObject = [
      "development": false, "trusted_proxies": ["127.0.0.1/32"],
      "rate_limits": [
        "sign_in_per_minute": 2, "challenge_per_minute": 2, "browser_sign_in_per_minute": 2,
        "refresh_per_minute": 2, "device_per_minute": 2, "api_key_failure_per_minute": 2, "code_pause": 0,
        "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000,
      ],
      "applications": Self.applications,
    ]
    try await TestServer.runWithMail(settings) { server, _ in
      let wallet = EthereumTestWallet()
      let token = try #require(try await wallet.signIn(server)["account_token"].string)
      let browser = try await TestBrowser.signedIn(server)
      let body = Self.body(for:)
      let isLimited = { (route: RouteDeclaration) in
        route.limits.contains(where: Self.limitsOfNetworks.contains)
      }
      // Other changes could end the session of the test.
      let routes = server.server.accountRoutes.filter { $0.method == .get || isLimited($0) }
      #expect(routes.filter(isLimited).count > 60)
      for (index, route) in routes.enumerated() {
        // Every route is called from a network of its own.
        let network = "10.0.\(index / 250).\(index % 250 + 1)"
        var codes: [String?] = []
        for _ in 0..<3 {
          codes.append(
            try await route.request(
              at: server, browser, try body(route), bearer: token, fields: ["X-Forwarded-For": network]
            ).code)
        }
        #expect(!codes.dropLast().contains("rate_limited"), "\(route.name)")
        #expect((codes.last == "rate_limited") == isLimited(route), "\(route.name): \(codes)")
      }
    }
  }

  /// The limits that count requests of a network, except polls of devices: their number is fixed.
  private static let limitsOfNetworks: Set<RouteLimit> = [
    .challenge, .passkeyChallenge, .signIn, .refresh, .navigation, .pageStep, .deviceAuthorization, .userCode,
    .apiKeyFailure,
  ]

  /// The limits that count requests of a user, a session or an address, and polls of devices.
  private static let otherLimits: Set<RouteLimit> = [
    .accountWrite, .accountRemoval, .code, .factorCode, .userCodeOfSession, .devicePoll,
  ]

  /// The address of the first depends on its user, and that of the second counts apart: see ``ResetMessageTests`` and
  /// ``MessageRouteTests``.
  private static let hasOwnTestOfCodes = ["/v1/admin/users/{id}/reset-message", "/v1/admin/test-message"]

  @Test func everyLimitHasATest() async throws {
    try await TestServer.run { server in
      let declared = Set(server.server.accountRoutes.flatMap(\.limits))
      // ``SignInLinkTests`` has that of links.
      #expect(declared == Self.limitsOfNetworks.union(Self.otherLimits).union([.signInLink]))
    }
  }

  /// Another route uses the limit up. So a route is only refused if it counts its requests against the same limit.
  @Test func theLimitOfAUserASessionOrAnAddressIsTheDeclaredOne() async throws {
    var settings = Self.onlyOtherLimits
    settings["applications"] = Self.applications
    try await TestServer.runWithMail(settings) { server, mailbox in
      let bearer = try await EthereumTestWallet().signIn(server).account
      let browser = try await TestBrowser.signedIn(server)
      let key = try await server.apiKey()
      let administrationKey = try await server.administer {
        try await $0.createAdministrationKey(name: "tests", scopes: [.writeUsers]).1.text
      }
      let passkey = try await browser.send(
        .post, "/session/passkeys/registration/options", ["purpose": "link"])
      var body = try Self.body(for: nil)
      body.set([
        "name": "Ann", "channel": "email", "scope": "others", "invite": true,
        "challenge_id": passkey["challenge_id"],
      ])
      func uses(_ limit: RouteLimit, onPage isPage: Bool) async throws {
        switch (limit, isPage) {
        case (.accountWrite, false):
          _ = try await server.api.send(.patch, "/v1/user", ["name": "Ann"], bearer: bearer)
        case (.accountWrite, true): _ = try await browser.send(.patch, "/session/user", ["name": "Ann"])
        case (.accountRemoval, false):
          _ = try await server.api.send(.delete, "/v1/sessions/x", bearer: bearer)
        case (.accountRemoval, true): _ = try await browser.send(.delete, "/session/sessions/x")
        case (.code, _): _ = try await TestCodes(server, mailbox).send(to: "ada@example.com")
        case (.userCodeOfSession, _):
          _ = try await browser.send(.post, "/session/device", ["user_code": "x"])
        default: Issue.record("\(limit) has a test of its own")
        }
      }
      var count = 0
      for route in server.server.accountRoutes where !Self.hasOwnTestOfCodes.contains(route.pattern) {
        for limit in route.limits
        where Self.otherLimits.contains(limit) && ![.factorCode, .devicePoll].contains(limit) {
          try await uses(limit, onPage: route.pattern.hasPrefix("/session/"))
          let answer = try await route.request(
            at: server, browser, body, bearer: bearer, apiKey: key, administrationKey: administrationKey)
          #expect(answer.code == "rate_limited", "\(route.name), \(limit.rawValue): \(answer.status)")
          count += 1
        }
      }
      #expect(count > 40)
    }
  }

  @Test(arguments: ["/v1", "/session"])
  func aCodeOfASecondFactorCountsForItsUser(prefix: String) async throws {
    try await ChosenCodeScene.withUser(Self.onlyOtherLimits) { scene in
      #expect(try await scene.choose().status == 200)
      let browser = TestBrowser(scene.server)
      _ = try await browser.send(.get, "/session/state")
      func send(_ path: String, _ body: JSONValue) async throws -> TestAPI.Answer {
        prefix == "/session"
          ? try await browser.send(.post, prefix + path, body)
          : try await scene.server.api.send(.post, prefix + path, body)
      }
      let waiting = try await send(
        "/password/sign-in",
        ["identifier": .string(ChosenCodeScene.email), "password": .string(TestCodes.password)])
      let first = try await send(
        "/code/send",
        ["purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null])
      #expect(first.status == 202)
      let second = try await send(
        "/code/send", ["purpose": "second_factor", "challenge_id": first["challenge_id"]])
      #expect(second.code == "rate_limited")
    }
  }

  @Test func pollsOfDevicesCountForTheNetwork() async throws {
    try await TestServer.run(["development": false, "limits": ["waiting_devices_per_network": 1]]) { server in
      var codes: [String?] = []
      for _ in 0...12 {
        codes.append(
          try await server.api.form(
            "/v1/token",
            "grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=default&device_code=x"
          ).code)
      }
      #expect(!codes.dropLast().contains("rate_limited"))
      #expect(codes.last == "rate_limited")
    }
  }

  /// An application with every method.
  private static let applications: JSONValue = [
    [
      "id": "app", "methods": ["siwe", "near", "password", "code", "passkey", "anonymous", "guest"],
      "password": ["identifiers": ["email", "username"]],
      "passkeys": ["rp_id": "example.org", "origins": ["https://example.org"]],
    ]
  ]

  /// One request of a user, a session or an address is allowed, and many of a network.
  private static let onlyOtherLimits: JSONObject = [
    "rate_limits": [
      "account_write_per_minute": 1, "user_code_per_session": 1, "code_pause": 0,
      "code_per_hour_and_address": 1, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000,
      "challenge_per_minute": 1000, "device_per_minute": 1000,
    ]
  ]

  /// The routes that count a request before they check its ticket. A sign-in checks the ticket first.
  private static let withTicket = ["/session/authorization", "/session/device", "/session/end"]

  /// A body with the members of all routes, with values that pass the checks before the count.
  private static func body(for route: RouteDeclaration?) throws -> JSONObject {
    let binding = try TestBinding()
    var body: JSONObject = [
      "binding": .string(binding.value), "binding_secret": .string(binding.secret), "purpose": "sign_in",
      "challenge_id": "x", "code": "123456", "method": "totp", "identifier": "ada@example.com",
      "password": "a password of mine", "new_password": "another password of mine",
      "email": "ada@example.com",
      "message": "x", "signature": "x", "account_id": "x", "public_key": "x", "recipient": "x", "nonce": "x",
      "network": "mainnet", "response": [:], "token": "x", "user_code": "x", "id": "x",
    ]
    if let route, withTicket.contains(where: { route.pattern.hasPrefix($0) }) { body["ticket"] = "x" }
    return body
  }

  private static var document: String {
    get throws {
      // The package reaches its tests through a link.
      let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      let root = (0..<5).reduce(file) { folder, _ in folder.deletingLastPathComponent() }
      return try String(contentsOf: root.appendingPathComponent("docs/routes.md"), encoding: .utf8)
    }
  }
}

extension RouteDeclaration {
  /// The row of the route in the document.
  fileprivate var row: String {
    let limits = limits.isEmpty ? "–" : limits.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return "| `\(name)` | \(caller?.rawValue ?? "") | \(limits) | `\(module)` |"
  }

  /// Sends a request to the route: as the page's script, as a form for OAuth, or else with a token.
  fileprivate func request(
    at server: TestServer, _ browser: TestBrowser, _ body: JSONObject, bearer: String? = nil,
    apiKey: String? = nil, administrationKey: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    let path = pattern.replacing(/{[^}]*}/, with: "x")
    let content: JSONValue? = method == .get || method == .delete ? nil : .object(body)
    switch caller {
    case .browser?, .page?, .pageSession?:
      return try await browser.send(method, path, content, fields: fields)
    case .client?:
      return try await server.api.form(path, "grant_type=refresh_token&token=x", fields: fields)
    case .apiKey?:
      return try await server.api.send(method, path, content, bearer: apiKey, fields: fields)
    case .administrator?:
      return try await server.api.send(method, path, content, bearer: administrationKey, fields: fields)
    default: return try await server.api.send(method, path, content, bearer: bearer, fields: fields)
    }
  }
}
