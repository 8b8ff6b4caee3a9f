import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

@testable import DoorwardServer

/// The users that can approve a device, and the warnings of the page (RFC 8628 §5.4).
@Suite struct DeviceConsentTests {
  @Test("Opening the page, with or without the code, approves nothing and is not counted")
  func get() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      for path in ["/device", "/device?user_code=\(device.userCode)"] {
        let page = try await browser.send(.get, path, fields: ["Sec-Fetch-Site": "cross-site"])
        #expect(page.status == 200)
        let policy = page.fields["Content-Security-Policy"]
        #expect(policy?.contains("script-src 'self'") == true)
        #expect(policy?.contains("frame-ancestors 'none'") == true)
        #expect(page.fields["X-Frame-Options"] == "DENY")
        #expect(!String(decoding: page.body, as: UTF8.self).contains(device.userCode))
      }
      for path in ["/session/device", "/session/device/allow"] {
        #expect(try await browser.send(.get, "\(path)?user_code=\(device.userCode)").status == 405)
      }
      #expect(try await device.poll()["error"] == "authorization_pending")
      #expect(try await device.find(browser)["next"] == "confirm")
    }
  }

  @Test("§5.4: the page shows the application, the code, and the address and time of the request")
  func shown() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server, fields: ["User-Agent": "ExampleTV/1.0 <b>"])
      server.clock.advance(by: 60)
      let shown = try await device.find(browser)
      #expect(shown["user_code"].string == device.userCode)
      #expect(shown["client"]["name"] == "Example TV" && shown["scopes"] == ["openid"])
      #expect(shown["request"]["device"] == "ExampleTV/1.0 <b>")
      #expect(shown["request"]["network"] == "127.0.0.1" && shown["request"]["same_network"] == true)
      #expect(shown["request"]["created_at"]?.string != nil)
      #expect(!String(decoding: shown.body, as: UTF8.self).contains(device.deviceCode))
    }
  }

  @Test("Another site can neither find nor approve nor deny a device")
  func crossSite() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      let ticket = try await device.find(browser)["ticket"]
      for fields in [
        ["Origin": "https://evil.example"], ["Origin": ""], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"],
      ] as [HTTPFields] {
        for (path, body) in [
          ("/session/device", ["user_code": .string(device.userCode)]),
          ("/session/device/allow", ["ticket": ticket]), ("/session/device/deny", ["ticket": ticket]),
        ] as [(String, JSONValue)] {
          let answer = try await browser.send(.post, path, body, fields: fields)
          #expect(answer.status == 403 && answer.code == "cross_origin")
        }
      }
      let form = try await browser.send(
        .post, "/session/device/allow", ["ticket": ticket], fields: ["Content-Type": "text/plain"])
      #expect(form.status == 415)
      #expect(try await device.poll()["error"] == "authorization_pending")
    }
  }

  @Test(
    "An approval is valid only for the device that was shown, and only from the signed-in user who saw it")
  func tickets() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      let ticket = try await device.find(browser)["ticket"]
      let other = try await TestBrowser.signedIn(server)
      for (holder, text) in [(other, ticket), (browser, "x"), (browser, .string(device.deviceCode))] {
        let answer = try await holder.send(.post, "/session/device/allow", ["ticket": text])
        #expect(answer.status == 400 && answer.code == "invalid_ticket")
      }
      _ = try await browser.send(.post, "/session/sign-out", [:])
      let answer = try await browser.send(.post, "/session/device/allow", ["ticket": ticket])
      #expect(answer.code == "signed_out")
      #expect(try await device.poll()["error"] == "authorization_pending")
    }
  }

  @Test("A repeated approval has no further effect; a denied device stays denied")
  func repeatedDecision() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let (first, second) = (try await TestDevice(server), try await TestDevice(server))
      let ticket = try await first.find(browser)["ticket"]
      for _ in 0..<2 {
        let again = try await browser.send(.post, "/session/device/allow", ["ticket": ticket])
        #expect(again.status == 204)
      }
      let denied = try await second.find(browser)["ticket"]
      #expect(try await browser.send(.post, "/session/device/deny", ["ticket": denied]).status == 204)
      let allowed = try await browser.send(.post, "/session/device/allow", ["ticket": denied])
      #expect(allowed.code == "invalid_user_code")
      #expect(try await second.poll()["error"] == "access_denied")
    }
  }

  @Test(
    "An anonymous user cannot approve a device: the page accepts no bearer token and no anonymous sign-in")
  func anonymous() async throws {
    var settings = TestDevice.settings
    settings["applications"] = [
      ["id": "default", "methods": ["siwe", "near", "anonymous"]],
      ["id": "tv", "device_authorization": true, "methods": ["siwe", "anonymous"]],
    ]
    try await TestServer.run(settings) { server in
      let device = try await TestDevice(server)
      let visitor = try await server.api.send(.post, "/v1/anonymous", [:])
      let account = try #require(visitor["account_token"].string)
      let browser = TestBrowser(server)
      let bearer: HTTPFields = ["Authorization": "Bearer \(account)"]
      let shown = try await browser.send(
        .post, "/session/device", ["user_code": .string(device.userCode)], fields: bearer)
      #expect(shown["state"]["signed_in"] == false && shown["request"] == .null && shown["ticket"] == .null)
      let answer = try await browser.send(.post, "/session/device/allow", ["ticket": "x"], fields: bearer)
      #expect(answer.status == 401 && answer.code == "signed_out")
    }
  }

  @Test("An anonymous session cannot approve a device, even if the page's cookie carries it")
  func anonymousCookie() async throws {
    var settings = TestDevice.settings
    settings["applications"] = [
      ["id": "default"], ["id": "tv", "device_authorization": true, "methods": ["siwe", "anonymous"]],
    ]
    try await TestServer.run(settings) { server in
      let installation = try await Installation.open(server.configuration, clock: server.clock.wallClock)
      let key = try installation.masterKey.key(for: .sessions, library: installation.library)
      let now = server.clock.wallClock.now
      let user = User(id: try User.ID(at: moment(0), random: .system), kind: .anonymous, createdAt: now)
      let session = Session(
        id: try Session.ID(at: moment(0), random: .system), userID: user.id, applicationID: "default",
        carrier: .cookie,
        createdAt: now, lastUsedAt: now, expiresAt: now.addingTimeInterval(600), proofs: [],
        keySalt: [1], client: ClientDescription())
      try await installation.store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
      }
      await installation.store.close()
      let browser = TestBrowser(server)
      await browser.plant("doorward_session", try SessionSecrets(key: key).cookie(of: session))
      #expect(try await browser.isSignedIn)
      let device = try await TestDevice(server)
      let shown = try await device.find(browser)
      #expect(shown["next"] == "sign_in" && shown["ticket"] == .null)
    }
  }

  @Test("A sign-in by a method that the application does not offer cannot approve a device")
  func offeredMethods() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server, "near-tv")
      let shown = try await device.find(browser)
      #expect(shown["next"] == "sign_in" && shown["ticket"] == .null)
      #expect(shown["state"]["config"]?["methods"] == ["near"])
    }
  }
}
