import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Case 42 of the threats: a request can name any application, and none lowers what the sign-in of a user needs.
@Suite struct NarrowedSecondFactorTests {
  enum Factor: String, CaseIterable {
    case authenticator = "totp"
    case passkey
    case code
  }

  /// The ways to name an application.
  enum Way: CaseIterable {
    case api, authorization, device
  }

  /// The applications that a request can name, with their methods. Each leaves out some of the server's methods.
  private static let applications: [String: [JSONValue]] = [
    "passwords": ["password"], "codes": ["code"], "both": ["password", "code"],
    "strict": ["password", "code"],
  ]

  @Test(
    "A sign-in for any application needs the factor, and the page takes it for each",
    arguments: Factor.allCases, Way.allCases)
  func everyApplication(factor: Factor, way: Way) async throws {
    try await withUser(factor) { scene, prove in
      for (application, methods) in Self.applications {
        // A code does not follow another one by the same channel.
        for first in methods where !(factor == .code && first == "code") {
          let place: Comment = "\(application) by \(first)"
          let browser = TestBrowser(scene.server)
          let ticket = try await scene.ticket(way, application, browser)
          let waiting = try await scene.firstStep(first, application, ticket, browser)
          #expect([401, 403].contains(waiting.status), place)
          #expect(
            ["second_factor_required", "second_factor_unavailable"].contains(waiting.code), place)
          guard ticket != nil else { continue }
          #expect(try await !browser.isSignedIn, place)
          let offered = waiting["second_factor"]["methods"]?.array ?? []
          // An application that requires a second factor accepts only the codes that it lists.
          guard !(factor == .code && application == "strict") else {
            #expect(!offered.contains("code"), place)
            continue
          }
          #expect(offered.contains(.string(factor.rawValue)), place)
          let proven = try await prove(waiting, ticket, browser)
          #expect(proven.status == 200 && proven["signed_in"] == true, place)
          if way == .authorization {
            let client = try TestClient(
              scene.server, application, redirectURI: "com.example.app:/callback")
            let claims = try TestClient.claims(
              of: try await client.exchange(client.code(browser))["id_token"])
            #expect(claims["acr"]?.string?.hasPrefix("urn:doorward:acr:second-factor") == true, place)
          }
        }
      }
    }
  }

  @Test("A session from before the factor opens nothing for a client", arguments: Factor.allCases)
  func olderSession(factor: Factor) async throws {
    try await withUser(factor) { scene, _ in
      for (application, methods) in Self.applications where methods.contains("password") {
        let client = try TestClient(scene.server, application, redirectURI: "com.example.app:/callback")
        let asked = try await scene.older.send(
          .post, "/session/authorization", ["ticket": .string(try await client.ticket())])
        #expect(asked["next"] == "sign_in" && asked["reason"] == "second_factor", "\(application)")
        let device = try await TestDevice(scene.server, application).find(scene.older)
        #expect(device["next"] == "sign_in" && device["reason"] == "second_factor", "\(application)")
      }
      // A code and a device that the session allowed before the factor was added open no session either.
      #expect(try await scene.olderClient.exchange(scene.olderCode).code == "invalid_grant")
      #expect(try await scene.olderDevice.poll().code == "invalid_grant")
    }
  }

  // MARK: The user

  /// Proves the factor of a waiting sign-in on the page.
  private typealias Proving = (TestAPI.Answer, _ ticket: JSONValue?, TestBrowser) async throws ->
    TestAPI.Answer

  private struct Scene {
    let server: TestServer
    let codes: TestCodes
    let email = "ada@example.com"
    /// A browser whose user signed in by the password before there was a factor, and what that session allowed then.
    let older: TestBrowser
    let olderClient: TestClient
    let olderCode: String
    let olderDevice: TestDevice

    /// The ticket by which the page knows the application; nil for the API.
    func ticket(_ way: Way, _ application: String, _ browser: TestBrowser) async throws -> JSONValue? {
      switch way {
      case .api: return nil
      case .authorization:
        let client = try TestClient(server, application, redirectURI: "com.example.app:/callback")
        return .string(try await client.ticket())
      case .device:
        let device = try await TestDevice(server, application)
        return try await browser.send(
          .post, "/session/device", ["user_code": .string(device.userCode)])["sign_in_ticket"]
      }
    }

    func firstStep(
      _ method: JSONValue, _ application: String, _ ticket: JSONValue?, _ browser: TestBrowser
    ) async throws -> TestAPI.Answer {
      func send(_ path: String, _ members: JSONObject) async throws -> TestAPI.Answer {
        guard let ticket else {
          return try await server.api.send(
            .post, "/v1\(path)", .object(members), fields: ["Doorward-Application": application])
        }
        return try await browser.send(
          .post, "/session\(path)", .object(members.merging(patch: ["ticket": ticket])))
      }
      guard method == "code" else {
        return try await send(
          "/password/sign-in",
          ["identifier": .string(email), "password": .string(TestCodes.password)])
      }
      let sent = try await send(
        "/code/send",
        [
          "email": .string(email), "purpose": "sign_in", "binding": .string(codes.binding.value),
        ])
      let code = try await codes.mailbox.next(to: email, .signInCode).code
      return try await send("/code/sign-in", codes.answer(sent, code))
    }
  }

  /// A user with a password, a proven address, and one second factor.
  private func withUser(
    _ factor: Factor, _ body: (Scene, @escaping Proving) async throws -> Void
  ) async throws {
    let standard: JSONObject = [
      "methods": ["password", "code", "passkey"], "second_factor": ["codes": ["email"]],
    ]
    var settings = TestPasskey.settings(standard)
    let keys = TestPasskey.settings(
      standard.merging(patch: ["id": "keys", "second_factor": ["required": true]]))
    let named: [JSONValue] = Self.applications.map { id, methods in
      [
        "id": .string(id), "methods": .array(methods), "device_authorization": true,
        "redirect_uris": ["com.example.app:/callback"],
        "second_factor": ["required": .bool(id == "strict")],
      ]
    }
    settings["applications"] = .array(
      [settings, keys].flatMap { $0["applications"]?.array ?? [] } + named)
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let older = TestBrowser(server)
      _ = try await older.send(
        .post, "/session/password/sign-in",
        ["identifier": "ada@example.com", "password": .string(TestCodes.password)])
      let client = try TestClient(server, "passwords", redirectURI: "com.example.app:/callback")
      let device = try await TestDevice(server, "passwords")
      try await device.decide("allow", older)
      let scene = Scene(
        server: server, codes: codes, older: older, olderClient: client,
        olderCode: try await client.code(older),
        olderDevice: device)
      server.clock.advance(by: 1)
      try await body(scene, add(factor, scene, session))
    }
  }

  private func add(
    _ factor: Factor, _ scene: Scene, _ session: TestAPI.Answer
  ) async throws -> Proving {
    let server = scene.server
    func send(
      _ members: JSONObject, _ waiting: TestAPI.Answer, _ ticket: JSONValue?, _ browser: TestBrowser,
      to path: String = "/session/second-factor/verify"
    ) async throws -> TestAPI.Answer {
      var all = members
      all["challenge_id"] = members["challenge_id"] ?? waiting["second_factor"]["challenge_id"]
      all["ticket"] = ticket
      return try await browser.send(.post, path, .object(all))
    }
    switch factor {
    case .authenticator:
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      return { waiting, ticket, browser in
        let code = try authenticator.nextCode()
        return try await send(
          ["method": "totp", "code": .string(code)], waiting, ticket, browser)
      }
    case .code:
      let chosen = try await server.api.send(
        .post, "/v1/second-factors/code", ["channel": "email"], bearer: session.account)
      #expect(chosen.status == 200)
      return { waiting, ticket, browser in
        let sent = try await send(
          ["purpose": "second_factor"], waiting, ticket, browser, to: "/session/code/send")
        let code = try await scene.codes.mailbox.next(to: scene.email, .secondFactorCode).code
        return try await send(
          ["challenge_id": sent["challenge_id"], "method": "code", "code": .string(code)], waiting, ticket,
          browser)
      }
    case .passkey:
      var passkey = try TestPasskey(server)
      #expect(try await passkey.add(to: session.account).status == 200)
      func response(_ waiting: TestAPI.Answer) throws -> JSONObject {
        let challenge = waiting["second_factor"]["passkey"]?["challenge"]?.string
        passkey.authenticator.challenge = try Base64URL.decode(#require(challenge))
        return ["method": "passkey", "response": .object(try passkey.authenticator.authenticate())]
      }
      // A passkey becomes a second factor by its first use as one.
      let fields: HTTPFields = ["Doorward-Application": "keys"]
      let waiting = try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": .string(scene.email), "password": .string(TestCodes.password)], fields: fields)
      var body = try response(waiting)
      body["challenge_id"] = waiting["second_factor"]["challenge_id"]
      let proven = try await server.api.send(
        .post, "/v1/second-factor/verify", .object(body), fields: fields)
      #expect(proven.status == 200)
      return { waiting, ticket, browser in
        try await send(response(waiting), waiting, ticket, browser)
      }
    }
  }
}
