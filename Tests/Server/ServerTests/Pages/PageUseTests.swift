import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The effects of requests of the hosted page on the session of its cookie.
@Suite struct PageUseTests {
  private func lastUse(_ browser: TestBrowser) async throws -> JSONValue? {
    try await browser.send(.get, "/session/sessions")["items"].array?.first?["last_used_at"]
  }

  @Test("The last use of a session is updated when the page is used, at most once a minute")
  func lastUse() async throws {
    try await TestServer.run { server in
      let browser = try await TestBrowser.signedIn(server)
      func now() -> JSONValue { .string(Timestamp(server.clock.wallClock.now).rfc3339) }
      var moved = now()
      for _ in 0..<2 {
        #expect(try await lastUse(browser) == moved)
        server.clock.advance(by: 59)
        #expect(try await lastUse(browser) == moved)
        server.clock.advance(by: 1)
        #expect(try await browser.isSignedIn)
        moved = now()
      }
      #expect(try await lastUse(browser) == moved)
    }
  }

  @Test("Only the holder of the cookie updates the last use")
  func strangers() async throws {
    try await TestServer.run { server in
      let browser = try await TestBrowser.signedIn(server)
      let opened = try await lastUse(browser)
      let cookie = try #require(await browser.session)
      var bytes = try Base64URL.decode(cookie)
      bytes[bytes.count - 1] ^= 1
      let stranger = TestBrowser(server)
      await stranger.plant("doorward_session", Base64URL.encode(bytes))
      server.clock.advance(by: 3600)
      #expect(try await !stranger.isSignedIn)
      server.clock.advance(by: -3600)
      #expect(try await lastUse(browser) == opened)
    }
  }

  @Test("A chain that does not respond is asked once, and again after half a minute")
  func silence() async throws {
    try await NEARScene.run { scene in
      let browser = TestBrowser(scene.server)
      try await scene.wallet("alice.near").signIn(browser)
      scene.change { $0.fault = .status(503) }
      scene.server.clock.advance(by: 3600)
      scene.mainnet[0].forget()
      #expect(try await browser.isSignedIn)
      let once = scene.mainnet[0].asked
      #expect(!once.isEmpty)
      for _ in 0..<3 { #expect(try await browser.send(.get, "/session/sessions").status == 200) }
      scene.server.clock.advance(by: 29)
      #expect(try await browser.isSignedIn)
      #expect(scene.mainnet[0].asked == once)
      scene.server.clock.advance(by: 1)
      #expect(try await browser.isSignedIn)
      #expect(scene.mainnet[0].asked.count > once.count)
    }
  }

  @Test("After the tolerated day without an answer of the chain, the refusal is as fast")
  func longSilence() async throws {
    try await NEARScene.run { scene in
      let browser = TestBrowser(scene.server)
      try await scene.wallet("alice.near").signIn(browser)
      scene.change { $0.fault = .status(503) }
      scene.server.clock.advance(by: 25 * 3600)
      #expect(try await browser.send(.get, "/session/sessions").code == "rpc_unavailable")
      scene.mainnet[0].forget()
      for _ in 0..<3 {
        #expect(try await browser.send(.get, "/session/sessions").code == "rpc_unavailable")
        #expect(try await !browser.isSignedIn)
      }
      #expect(scene.mainnet[0].asked.isEmpty)
      scene.change { $0.fault = nil }
      scene.server.clock.advance(by: 30)
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("A session that ends during the check of its key does not open the page")
  func endedMeanwhile() async throws {
    try await NEARScene.run { scene in
      let browser = TestBrowser(scene.server)
      try await scene.wallet("alice.near").signIn(browser)
      let copy = TestBrowser(scene.server)
      await copy.plant("doorward_session", await browser.session)
      scene.change { chain in
        chain.fault = .held
        chain.faulty = ["view_access_key"]
      }
      scene.server.clock.advance(by: 3600)
      async let asking = copy.send(.get, "/session/sessions")
      try await scene.mainnet[0].untilHolding()
      #expect(try await browser.send(.post, "/session/sign-out", [:]).status == 204)
      scene.mainnet[0].release()
      #expect(try await asking.code == "signed_out")
    }
  }

  @Test("A session that ends at any moment of a request is never treated as checked")
  func endedAtAnyMoment() async throws {
    try await NEARScene.run { scene in
      for reading in 1...8 {
        let browser = TestBrowser(scene.server)
        try await scene.wallet("alice.near").signIn(browser)
        scene.server.clock.advance(by: 3600)
        scene.mainnet[0].forget()
        scene.server.clock.after(readings: reading) {
          try? scene.server.directConnection().run(
            "UPDATE sessions SET ended_at = created_at, end_reason = 'signed_out'")
        }
        let answer = try await browser.send(.get, "/session/sessions")
        #expect(answer.code == "signed_out" || !scene.mainnet[0].asked.isEmpty)
      }
    }
  }

  @Test(
    "If the last use cannot be written, the request succeeds, and the write is tried again after a minute")
  func unwritableUse() async throws {
    try await TestServer.run { server in
      let browser = try await TestBrowser.signedIn(server)
      func failures() -> Int { server.log.text.components(separatedBy: "last use of a session").count - 1 }
      let disk = try server.directConnection()
      try disk.script(
        sqlite: "CREATE TRIGGER no_room BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'no room'); END",
        postgresql: """
          CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$;
          CREATE TRIGGER no_room BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse();
          """)
      for round in 1...2 {
        server.clock.advance(by: 60)
        for _ in 0..<3 { #expect(try await browser.isSignedIn) }
        server.clock.advance(by: 59)
        #expect(try await browser.isSignedIn)
        #expect(failures() == round)
        server.clock.advance(by: 1)
      }
      try disk.script(sqlite: "DROP TRIGGER no_room", postgresql: "DROP TRIGGER no_room ON sessions")
      #expect(try await browser.isSignedIn)
      #expect(
        try await lastUse(browser) == .string(Timestamp(server.clock.wallClock.now).rfc3339))
      #expect(failures() == 2)
    }
  }

  @Test("Of parallel requests one asks the chain, and all use its answer")
  func together() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      let browser = TestBrowser(scene.server)
      try await wallet.signIn(browser)
      scene.mainnet[0].forget()
      scene.change { chain in
        chain.fault = .held
        chain.faulty = ["view_access_key"]
      }
      scene.server.clock.advance(by: 3600)
      async let signedIn = inParallel(10) { try await browser.isSignedIn }
      try await scene.mainnet[0].untilHolding()
      scene.mainnet[0].release()
      #expect(try await signedIn == Array(repeating: true, count: 10))
      #expect(scene.mainnet[0].asked.filter { $0 == "view_access_key" }.count == 1)
    }
  }
}
