import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// Misuse of a device's codes (RFC 8628 §5).
@Suite struct DeviceThreatTests {
  @Test("Of 100 parallel polls exactly one opens a session, which stays live; a used code is not valid")
  func parallel() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server, scope: "account")
      try await device.decide("allow", browser)
      let answers = try await inParallel(100) { try await device.poll() }
      let won = answers.filter { $0.status == 200 }
      #expect(won.count == 1)
      #expect(answers.filter { $0.code == "invalid_grant" }.count == 99)
      #expect(try await device.poll().code == "invalid_grant")
      let account = try #require(won.first?["account_token"].string)
      let rows = try await server.api.send(.get, "/v1/sessions", bearer: account)
      #expect(rows["items"].array?.count == 2)
    }
  }

  @Test("If two users approve one device at once, one approval counts")
  func twoPeople() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server, scope: "account")
      let browsers = [try await TestBrowser.signedIn(server), try await TestBrowser.signedIn(server)]
      let tickets = [
        try await device.find(browsers[0])["ticket"], try await device.find(browsers[1])["ticket"],
      ]
      let answers = try await inParallel(2) {
        try await browsers[$0].send(.post, "/session/device/allow", ["ticket": tickets[$0]])
      }
      let won = answers.indices.filter { answers[$0].status == 204 }
      #expect(won.count == 1)
      #expect(answers.filter { $0.code == "invalid_user_code" }.count == 1)
      let state = try await browsers[try #require(won.first)].send(.get, "/session/state")
      #expect(try await device.poll()["user"] == state["user"])
    }
  }

  @Test("A device code works for its client only, and a poll of another client does not spend it")
  func otherClient() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      try await device.decide("allow", browser)
      #expect(try await device.poll(["client_id": "default"])["error"] == "invalid_grant")
      let box: [String: String?] = ["client_id": "box", "client_secret": TestClient.secret]
      #expect(try await device.poll(box)["error"] == "invalid_grant")
      #expect(try await device.poll().status == 200)
    }
  }

  @Test("A sign-out or a deletion before the next poll revokes the approval")
  func withdrawn() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      try await wallet.signIn(browser)
      let device = try await TestDevice(server, scope: "account")
      try await device.decide("allow", browser)
      _ = try await browser.send(.post, "/session/sign-out", [:])
      #expect(try await device.poll()["error"] == "access_denied")
      try await wallet.signIn(browser)
      let orphan = try await TestDevice(server, scope: "account")
      try await orphan.decide("allow", browser)
      let account = try #require(try await wallet.signIn(server)["account_token"].string)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: account).status == 204)
      #expect(try await orphan.poll()["error"] == "access_denied")
    }
  }

  @Test("A new password revokes the approval of a device (case 32)", arguments: TestPasswordChange.allCases)
  func newPassword(_ change: TestPasswordChange) async throws {
    try await TestServer.runWithMail(TestDevice.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let browser = try await TestPasswordChange.browser(codes)
      let approved = try await TestDevice(server, scope: "account")
      let waiting = try await TestDevice(server, scope: "account")
      try await approved.decide("allow", browser)
      try await change.perform(codes, browser)
      #expect(try await approved.poll()["error"] == "access_denied")
      guard change == .onThePage else { return }
      // The user can still approve a device that waits for a decision.
      try await waiting.decide("allow", browser)
      #expect(try await waiting.poll().status == 200)
    }
  }

  @Test("A restart does not change a device authorization, and two servers with one store open one session")
  func restart() async throws {
    var settings = TestDevice.settings
    settings["public_url"] = "http://127.0.0.1:1"
    settings["wallet_url"] = "http://localhost:2"
    try await TestServer.restart(settings, settings) { first in
      let device = try await TestDevice(first, scope: "account")
      let browser = try await TestBrowser.signedIn(first)
      let ticket = try await device.find(browser)["ticket"]
      #expect(try await device.poll()["error"] == "authorization_pending")
      return (device, browser, ticket)
    } _: { second, kept in
      let (device, browser, ticket) = kept
      try await second.beside(settings) { third in
        #expect(try await device.poll(at: second)["error"] == "slow_down")
        let back = await browser.moved(to: third)
        #expect(try await back.send(.post, "/session/device/allow", ["ticket": ticket]).status == 204)
        let answers = try await inParallel(20) { try await device.poll(at: $0 % 2 == 0 ? second : third) }
        #expect(answers.filter { $0.status == 200 }.count == 1)
      }
    }
  }

  @Test("Neither code is in the log or readable in the store")
  func atRest() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      try await device.decide("allow", browser)
      _ = try await browser.send(.get, "/device?user_code=\(device.userCode)")
      #expect(try await device.poll().status == 200)
      var kept = Data(server.log.text.utf8)
      for (_, bytes) in try server.storedContent() { kept += bytes }
      // Shows that the search works.
      #expect(kept.range(of: Data("openid".utf8)) != nil)
      let bytes = try Base64URL.decode(device.deviceCode)
      let texts = [device.deviceCode, device.userCode, device.userCode.replacing("-", with: "")]
      for secret in texts.map({ Data($0.utf8) }) + [Data(bytes)] { #expect(kept.range(of: secret) == nil) }
    }
  }
}
