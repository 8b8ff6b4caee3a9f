import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Attempts to guess a user code (RFC 8628 §5.1).
@Suite struct UserCodeGuessingTests {
  @Test("A code is accepted in either case, with dashes and spaces")
  func typing() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      let bare = device.userCode.replacing("-", with: "")
      for typed in [
        bare.lowercased(), " \(bare.prefix(3)) \(bare.dropFirst(3)) ", bare.map { "\($0)–" }.joined(),
      ] {
        #expect(try await device.find(browser, typed: typed).status == 200, "\(typed)")
      }
    }
  }

  @Test("Unknown, malformed, expired, denied, approved and used codes get the same answer")
  func constantAnswers() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let expired = try await TestDevice(server)
      server.clock.advance(by: 600)
      let (used, denied) = (try await TestDevice(server), try await TestDevice(server))
      let approved = try await TestDevice(server)
      for device in [used, approved] { try await device.decide("allow", browser) }
      try await denied.decide("deny", browser)
      #expect(try await used.poll().status == 200)
      let other = try await TestBrowser.signedIn(server)
      var bodies: Set<String> = []
      let typed =
        ["BBBB-BBBB", "AEIO-1234", "", "\u{212a}BCDFGHJ"] + [expired, used, denied, approved].map(\.userCode)
      for code in typed {
        let answer = try await used.find(other, typed: code)
        #expect(answer.status == 400 && answer.code == "invalid_user_code")
        bodies.insert(answer["detail"].string ?? "")
      }
      #expect(bodies.count == 1)
    }
  }

  @Test func signedOutUserLearnsWhetherACodeIsKnownAndForWhichApplicationOnly() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server, fields: ["User-Agent": "ExampleTV/1.0"])
      let browser = TestBrowser(server)
      let unknown = try await device.find(browser, typed: "BBBB-BBBB")
      #expect(unknown.status == 400 && unknown.code == "invalid_user_code")
      let shown = try await device.find(browser)
      #expect(shown.status == 200 && shown["next"] == "sign_in" && shown["client"]["name"] == "Example TV")
      #expect(
        shown["state"]["signed_in"] == false && shown["state"]["config"]?["provider_name"] == "Doorward")
      #expect(shown["request"] == .null && shown["ticket"] == .null)
      #expect(!String(decoding: shown.body, as: UTF8.self).contains("ExampleTV"))
      #expect(try await device.poll()["error"] == "authorization_pending")
    }
  }

  @Test("§5.1: a session can try ten codes in ten minutes")
  func guessing() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server)
      let browser = try await TestBrowser.signedIn(server)
      for _ in 0..<10 {
        #expect(try await device.find(browser, typed: "BBBB-BBBB").code == "invalid_user_code")
      }
      let stopped = try await device.find(browser)
      #expect(stopped.status == 429 && stopped.fields["Retry-After"] != nil)
      #expect(try await device.find(try await TestBrowser.signedIn(server)).status == 200)
    }
  }

  @Test("§5.1: attempts at codes of every user, and devices, count for the network")
  func networkLimits() async throws {
    var settings = TestDevice.settings
    settings["development"] = false
    settings["rate_limits"] = [
      "device_per_minute": 3, "sign_in_per_minute": 1000, "refresh_per_minute": 1,
    ]
    try await TestServer.run(settings) { server in
      let device = try await TestDevice(server)
      let browsers = [TestBrowser(server), try await TestBrowser.signedIn(server), TestBrowser(server)]
      for browser in browsers {
        #expect(try await device.find(browser, typed: "BBBB-BBBB").code == "invalid_user_code")
      }
      for browser in browsers { #expect(try await device.find(browser).code == "rate_limited") }
      _ = try await TestDevice(server)
      _ = try await TestDevice(server)
      let refused = try await TestDevice.begin(server, "tv")
      #expect(refused.status == 429 && refused.code == "rate_limited")
      // Waiting devices do not count for the limit of refreshes, and refreshes do not count for devices.
      for _ in 0..<5 { #expect(try await device.poll().status == 400) }
      for status in [400, 429] {
        #expect(
          try await device.poll(["grant_type": "refresh_token", "refresh_token": "x"]).status == status)
      }
      #expect(try await device.poll()["error"] == "slow_down")
    }
  }

  @Test("RFC 8628 §3.5: a device whose network polls too often must slow down, and can continue")
  func tooManyQuestions() async throws {
    var settings = TestDevice.settings
    settings["development"] = false
    settings["limits"] = ["waiting_devices_per_network": 1]
    try await TestServer.run(settings) { server in
      let device = try await TestDevice(server)
      for _ in 0..<12 { #expect(try await device.poll().status == 400) }
      let refused = try await device.poll()
      #expect(refused.status == 429 && refused.code == "rate_limited" && refused["error"] == "slow_down")
      #expect(refused.fields["Retry-After"] != nil)
    }
  }

  @Test("The number of waiting devices of one network is limited; a decision makes space for another device")
  func waiting() async throws {
    var settings = TestDevice.settings
    settings["limits"] = ["waiting_devices_per_network": 2]
    try await TestServer.run(settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let devices = [try await TestDevice(server), try await TestDevice(server)]
      let refused = try await TestDevice.begin(server, "tv")
      #expect(
        refused.status == 429 && refused.code == "rate_limited"
          && refused["error"] == "temporarily_unavailable")
      #expect(refused.fields["Retry-After"] != nil)
      try await devices[0].decide("allow", browser)
      #expect(try await TestDevice.begin(server, "tv").status == 429)
      #expect(try await devices[0].poll().status == 200)
      try await devices[1].decide("deny", browser)
      let more = [try await TestDevice.begin(server, "tv"), try await TestDevice.begin(server, "tv")]
      #expect(more.map(\.status) == [200, 200])
      server.clock.advance(by: 600)
      #expect(try await TestDevice.begin(server, "tv").status == 200)
    }
  }
}
