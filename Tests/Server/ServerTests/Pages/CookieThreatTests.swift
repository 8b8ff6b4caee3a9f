import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Cookies that are stolen, planted, changed or used in other places.
@Suite struct CookieThreatTests {
  @Test(
    "Behind TLS the cookies are __Host-, Secure, HttpOnly, SameSite=Strict and for the whole host")
  func attributes() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = TestBrowser(server)
      let answer = try await EthereumTestWallet().signIn(browser)
      let lines = answer.fields.values(for: "Set-Cookie")
      #expect(lines.count == 3)
      for (name, age) in [
        ("__Host-doorward_session", 30 * 24 * 3600), ("__Host-doorward_presession", 3600),
        ("__Host-doorward_device", 180 * 24 * 3600),
      ] {
        let line = try #require(lines.first { $0.hasPrefix("\(name)=") })
        let attributes = line.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } }
        #expect(
          attributes.sorted()
            == ["HttpOnly", "Max-Age=\(age)", "Path=/", "SameSite=Strict", "Secure"].map { $0[...] }.sorted())
      }
    }
  }

  @Test("Without TLS, on loopback, the cookies have every restriction that does not need TLS")
  func attributesWithoutTLS() async throws {
    try await TestServer.run { server in
      let answer = try await EthereumTestWallet().signIn(TestBrowser(server))
      let lines = answer.fields.values(for: "Set-Cookie")
      #expect(lines.count == 3)
      for line in lines {
        #expect(line.hasPrefix("doorward_"))
        #expect(
          line.contains("; HttpOnly") && line.contains("; SameSite=Strict")
            && line.contains("; Path=/session;"))
        #expect(!line.contains("Secure") && !line.contains("Domain"))
      }
    }
  }

  @Test("A challenge belongs to the browser that requested it")
  func boundToBrowser() async throws {
    try await NEARScene.run(.behindTLS) { scene in
      let alice = try scene.wallet("alice.near")
      for path in ["/session/ethereum/sign-in", "/session/near/sign-in"] {
        let (mine, other) = (TestBrowser(scene.server), TestBrowser(scene.server))
        _ = try await other.send(.get, "/session/state")
        let isNEAR = path.contains("near")
        let proof = isNEAR ? try await alice.proof(mine) : try await EthereumTestWallet().proof(mine)
        let foreign = try await other.send(.post, path, proof)
        #expect(foreign.code == "invalid_challenge")
        let bare = try await TestBrowser(scene.server).send(.post, path, proof)
        #expect(bare.code == "invalid_challenge")
        #expect(await other.session == nil)
        #expect(try await mine.send(.post, path, proof).status == 200)
      }
    }
  }

  @Test("A session cookie that was planted before a sign-in is replaced, and its session ends")
  func fixation() async throws {
    try await TestServer.run(.behindTLS) { server in
      let (attacker, victim) = (TestBrowser(server), TestBrowser(server))
      try await EthereumTestWallet().signIn(attacker)
      let planted = try #require(await attacker.session)
      await victim.plant("__Host-doorward_session", planted)
      try await EthereumTestWallet().signIn(victim)
      #expect(try #require(await victim.session) != planted)
      #expect(try await !attacker.isSignedIn)
      for garbage in ["", "x", String(repeating: "A", count: 64), String(repeating: "A", count: 4000)] {
        let browser = TestBrowser(server)
        await browser.plant("__Host-doorward_session", garbage)
        try await EthereumTestWallet().signIn(browser)
        let kept = try #require(await browser.session)
        #expect(kept != garbage)
      }
    }
  }

  @Test("A new sign-in makes a new cookie, and a copy of the old one is no longer valid")
  func newCookieAtEverySignIn() async throws {
    try await TestServer.run(.behindTLS) { server in
      let (mine, attacker) = (TestBrowser(server), TestBrowser(server))
      let wallet = EthereumTestWallet()
      let first = try await wallet.signIn(mine)
      let stolen = try #require(await mine.session)
      await attacker.plant("__Host-doorward_session", stolen)
      #expect(try await attacker.isSignedIn)
      server.clock.advance(by: 3600)
      let again = try await wallet.signIn(mine)
      #expect(again["user"]["id"] == first["user"]["id"])
      #expect(try #require(await mine.session) != stolen)
      // A sign-in of the user does not renew the attacker's session.
      #expect(try await !attacker.isSignedIn)
      #expect(try await mine.send(.get, "/session/sessions")["items"].array?.count == 1)
    }
  }

  @Test("The secret that bound a sign-in does not bind a second one")
  func newPreSession() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = TestBrowser(server)
      _ = try await browser.send(.get, "/session/state")
      let before = try #require(await browser.cookies["__Host-doorward_presession"])
      let held = try await EthereumTestWallet().proof(browser)
      try await EthereumTestWallet().signIn(browser)
      #expect(try #require(await browser.cookies["__Host-doorward_presession"]) != before)
      #expect(try await browser.send(.post, "/session/ethereum/sign-in", held).code == "invalid_challenge")
    }
  }

  @Test("A change of any bit of the session cookie makes it invalid")
  func tampered() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = try await TestBrowser.signedIn(server)
      let cookie = try #require(await browser.session)
      let bytes = try Base64URL.decode(cookie)
      #expect(bytes.count == 48)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 0x40
        await browser.plant("__Host-doorward_session", Base64URL.encode(changed))
        #expect(try await !browser.isSignedIn)
      }
      await browser.plant("__Host-doorward_session", cookie)
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("If two session cookies arrive, neither is used, because the server cannot know its own")
  func duplicateCookie() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = try await TestBrowser.signedIn(server)
      let cookie = try #require(await browser.session)
      let name = "__Host-doorward_session"
      for line in ["\(name)=x; \(name)=\(cookie)", "\(name)=\(cookie); \(name)=x"] {
        let state = try await browser.send(.get, "/session/state", fields: ["Cookie": line])
        #expect(state["signed_in"] == false)
      }
      // The name without its prefix, which every subdomain can set, is not read either.
      let bare = try await browser.send(
        .get, "/session/state", fields: ["Cookie": "doorward_session=\(cookie)"])
      #expect(bare["signed_in"] == false)
    }
  }
}
