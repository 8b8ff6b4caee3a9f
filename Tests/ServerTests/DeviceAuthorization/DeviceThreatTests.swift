import Encodings
import Foundation
import HTTPCore
import Testing

@testable import DoorwardServer

/// What must not work between a device, its code and a person (RFC 8628 §5).
@Suite struct DeviceThreatTests {
  private func signedIn(_ server: TestServer) async throws -> TestBrowser {
    let browser = TestBrowser(server)
    try await EthereumTestWallet().signIn(browser)
    return browser
  }

  @Test("Of 100 questions at once exactly one opens a session, which lives on; a code used is dead")
  func parallel() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
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

  @Test("Of two people who say yes to one device at once one is meant")
  func twoPeople() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server, scope: "account")
      let browsers = [try await signedIn(server), try await signedIn(server)]
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

  @Test("A device code is its client's alone, and another's question does not cost it")
  func otherClient() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
      let device = try await TestDevice(server)
      try await device.decide("allow", browser)
      #expect(try await device.poll(["client_id": "default"])["error"] == "invalid_grant")
      let box: [String: String?] = ["client_id": "box", "client_secret": TestClient.secret]
      #expect(try await device.poll(box)["error"] == "invalid_grant")
      #expect(try await device.poll().status == 200)
    }
  }

  @Test("Threat case 9: opening the page, with the code or without, approves nothing and costs nothing")
  func get() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
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

  @Test("§5.4: the person is told the application, the code, and where the request came from, and when")
  func shown() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
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

  @Test("A code is read in either case, with dashes and spaces passed over")
  func typing() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
      let device = try await TestDevice(server)
      let bare = device.userCode.replacing("-", with: "")
      for typed in [
        bare.lowercased(), " \(bare.prefix(3)) \(bare.dropFirst(3)) ", bare.map { "\($0)–" }.joined(),
      ] {
        #expect(try await device.find(browser, typed: typed).status == 200, "\(typed)")
      }
    }
  }

  @Test("Unknown, malformed, expired, denied, approved and used codes are answered alike")
  func constantAnswers() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
      let expired = try await TestDevice(server)
      server.clock.advance(by: 600)
      let (used, denied) = (try await TestDevice(server), try await TestDevice(server))
      let approved = try await TestDevice(server)
      for device in [used, approved] { try await device.decide("allow", browser) }
      try await denied.decide("deny", browser)
      #expect(try await used.poll().status == 200)
      let other = try await signedIn(server)
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

  @Test("§5.1: codes are tried by people who are signed in, and ten in ten minutes of one session")
  func guessing() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server)
      let stranger = TestBrowser(server)
      #expect(try await device.find(stranger).code == "signed_out")
      let browser = try await signedIn(server)
      for _ in 0..<10 {
        #expect(try await device.find(browser, typed: "BBBB-BBBB").code == "invalid_user_code")
      }
      let stopped = try await device.find(browser)
      #expect(stopped.status == 429 && stopped.fields["Retry-After"] != nil)
      #expect(try await device.find(try await signedIn(server)).status == 200)
    }
  }

  @Test("§5.1: codes that are tried count for the network too, whoever tries them, and so do devices")
  func networkLimits() async throws {
    var settings = TestDevice.settings
    settings["development"] = false
    settings["rate_limits"] = [
      "device_per_minute": 3, "sign_in_per_minute": 1000, "refresh_per_minute": 1,
    ]
    try await TestServer.run(settings) { server in
      let device = try await TestDevice(server)
      let browsers = [try await signedIn(server), try await signedIn(server)]
      for index in 0..<3 {
        #expect(try await device.find(browsers[index % 2], typed: "BBBB-BBBB").code == "invalid_user_code")
      }
      #expect(try await device.find(browsers[1]).code == "rate_limited")
      _ = try await TestDevice(server)
      _ = try await TestDevice(server)
      let refused = try await TestDevice.begin(server, "tv")
      #expect(refused.status == 429 && refused.code == "rate_limited")
      // What waits takes nothing from whoever refreshes, nor the reverse.
      for _ in 0..<5 { #expect(try await device.poll().status == 400) }
      for status in [400, 429] {
        #expect(
          try await device.poll(["grant_type": "refresh_token", "refresh_token": "x"]).status == status)
      }
      #expect(try await device.poll()["error"] == "slow_down")
    }
  }

  @Test("So many devices of one network wait at once, and no more; who is let in or turned away makes room")
  func waiting() async throws {
    var settings = TestDevice.settings
    settings["limits"] = ["waiting_devices_per_network": 2]
    try await TestServer.run(settings) { server in
      let browser = try await signedIn(server)
      let devices = [try await TestDevice(server), try await TestDevice(server)]
      let refused = try await TestDevice.begin(server, "tv")
      #expect(
        refused.status == 429 && refused.code == "rate_limited" && refused["error"] == "invalid_request")
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

  @Test("Threat case 21: another site can neither find a device nor say yes or no to it")
  func crossSite() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
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

  @Test("A yes is to the device that was shown, by whoever it was shown to, while they are signed in")
  func tickets() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
      let device = try await TestDevice(server)
      let ticket = try await device.find(browser)["ticket"]
      let other = try await signedIn(server)
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

  @Test("To say yes twice is to say it once; a no stays a no")
  func twice() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
      let (first, second) = (try await TestDevice(server), try await TestDevice(server))
      let ticket = try await first.find(browser)["ticket"]
      for _ in 0..<2 {
        let again = try await browser.send(.post, "/session/device/allow", ["ticket": ticket])
        #expect(again.status == 204)
      }
      let no = try await second.find(browser)["ticket"]
      #expect(try await browser.send(.post, "/session/device/deny", ["ticket": no]).status == 204)
      let yes = try await browser.send(.post, "/session/device/allow", ["ticket": no])
      #expect(yes.code == "invalid_user_code")
      #expect(try await second.poll()["error"] == "access_denied")
    }
  }

  @Test("A visitor without an identity lets no device in: the page takes no bearer, and has no way for them")
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
      for (path, body) in [
        ("/session/device", ["user_code": .string(device.userCode)]),
        ("/session/device/allow", ["ticket": "x"]),
      ] as [(String, JSONValue)] {
        let answer = try await browser.send(
          .post, path, body, fields: ["Authorization": "Bearer \(account)"])
        #expect(answer.status == 401 && answer.code == "signed_out")
      }
    }
  }

  @Test("An anonymous session lets no device in, even one that the page's cookie carries")
  func anonymousCookie() async throws {
    var settings = TestDevice.settings
    settings["applications"] = [
      ["id": "default"], ["id": "tv", "device_authorization": true, "methods": ["siwe", "anonymous"]],
    ]
    try await TestServer.run(settings) { server in
      let installation = try await Installation.open(server.configuration, clock: server.clock.wallClock)
      let key = try installation.masterKey.key(for: "sessions", library: installation.library)
      let now = server.clock.wallClock.now
      let user = User(id: try User.ID(random: .system), kind: .anonymous, createdAt: now)
      let session = Session(
        id: try Session.ID(random: .system), userID: user.id, applicationID: "default", carrier: .cookie,
        createdAt: now, lastUsedAt: now, expiresAt: now.addingTimeInterval(600), authenticatedAt: now,
        methods: ["anonymous"], keySalt: [1], client: ClientDescription())
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

  @Test("A sign-in by a way that the application does not offer lets nothing in")
  func offeredMethods() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
      let device = try await TestDevice(server, "near-tv")
      let shown = try await device.find(browser)
      #expect(shown["next"] == "sign_in" && shown["ticket"] == .null)
      #expect(shown["state"]["config"]?["methods"] == ["near"])
    }
  }

  @Test("Who signs out, or is deleted, before the device asks takes the yes back")
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

  @Test("A restart in between changes nothing, and two servers over one store open one session")
  func restart() async throws {
    var settings = TestDevice.settings
    settings["public_url"] = "http://127.0.0.1:1"
    settings["wallet_url"] = "http://localhost:2"
    let first = try await TestServer(settings)
    let device = try await TestDevice(first, scope: "account")
    let browser = try await signedIn(first)
    let ticket = try await device.find(browser)["ticket"]
    #expect(try await device.poll()["error"] == "authorization_pending")
    await first.stop()
    let second = try await TestServer(settings, in: first.directory, clock: first.clock)
    let third = try await TestServer(settings, in: first.directory, clock: first.clock)
    #expect(try await device.poll(at: second)["error"] == "slow_down")
    let back = TestBrowser(third)
    for cookie in await browser.cookies { await back.plant(cookie.key, cookie.value) }
    #expect(try await back.send(.post, "/session/device/allow", ["ticket": ticket]).status == 204)
    let answers = try await inParallel(20) { try await device.poll(at: $0 % 2 == 0 ? second : third) }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    await second.stop()
    await third.stop()
  }

  @Test("Neither code is in the log or readable in the store")
  func atRest() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await signedIn(server)
      let device = try await TestDevice(server)
      try await device.decide("allow", browser)
      _ = try await browser.send(.get, "/device?user_code=\(device.userCode)")
      #expect(try await device.poll().status == 200)
      var kept = Data(server.log.text.utf8)
      for name in try FileManager.default.contentsOfDirectory(atPath: server.directory.path) {
        kept += try Data(contentsOf: URL(fileURLWithPath: server.directory.file(name)))
      }
      // The search does find what is there.
      #expect(kept.range(of: Data("openid".utf8)) != nil)
      let bytes = try Base64URL.decode(device.deviceCode)
      let texts = [device.deviceCode, device.userCode, device.userCode.replacing("-", with: "")]
      for secret in texts.map({ Data($0.utf8) }) + [Data(bytes)] { #expect(kept.range(of: secret) == nil) }
    }
  }
}
