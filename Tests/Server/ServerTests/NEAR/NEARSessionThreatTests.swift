import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import NEAR
import Testing

/// The key of a session is checked again while the session is refreshed, over HTTP.
@Suite struct NEARSessionThreatTests {
  private func signedIn(_ scene: NEARScene, _ wallet: NEARTestWallet) async throws -> TestAPI.Answer {
    let session = try await wallet.signIn(scene.server)
    #expect(session.status == 200)
    scene.change { $0.fault = nil }
    scene.mainnet[0].forget()
    return session
  }

  @Test("The chain is not asked within the hour; after it, once, and then not for another hour")
  func interval() async throws {
    try await NEARScene.run { scene in
      var token = try #require(
        try await signedIn(scene, try scene.wallet("alice.near"))["refresh_token"].string)
      func refresh() async throws -> [String] {
        let answer = try await scene.refresh(token)
        #expect(answer.status == 200)
        token = try #require(answer["refresh_token"].string)
        defer { scene.mainnet[0].forget() }
        return scene.mainnet[0].asked.filter { $0 != "status" }
      }
      scene.server.clock.advance(by: 3590)
      #expect(try await refresh() == [])
      scene.server.clock.advance(by: 10)
      #expect(try await refresh() == ["view_access_key"])
      scene.server.clock.advance(by: 3590)
      #expect(try await refresh() == [])
    }
  }

  @Test(
    "A key that was removed, demoted or whose account was deleted ends the session at the next refresh",
    arguments: ["removed", "demoted", "deleted"])
  func keyIsGone(_ what: String) async throws {
    try await NEARScene.run(["lifetimes": ["near_key_check": 0]]) { scene in
      let wallet = try scene.wallet("alice.near")
      let session = try await signedIn(scene, wallet)
      let token = try #require(session["refresh_token"].string)
      let account = try #require(session["account_token"].string)
      let access = try #require(session["access_token"].string)
      #expect(try await scene.server.api.send(.get, "/v1/sessions", bearer: account).status == 200)
      scene.change { chain in
        switch what {
        case "removed": chain.remove(wallet)
        case "demoted": chain.add(wallet, LoopbackChain.functionCall)
        default: chain.delete("alice.near")
        }
      }
      let refused = try await scene.refresh(token)
      #expect(refused.status == 400)
      #expect(refused["error"] == "invalid_grant")
      for bearer in [account, access] {
        #expect(try await scene.server.api.send(.get, "/v1/user", bearer: bearer).status == 401)
      }
      // An ended session stays ended, even if the key is added again.
      scene.change { $0.add(wallet) }
      #expect(try await scene.refresh(token).status == 400)
    }
  }

  @Test("An implicit account that signed in before it existed loses the session with its key")
  func implicitKeyIsGone() async throws {
    try await NEARScene.run(["lifetimes": ["near_key_check": 0]]) { scene in
      let wallet = try NEARTestWallet()
      let token = try #require(try await signedIn(scene, wallet)["refresh_token"].string)
      let second = try await scene.refresh(token)
      #expect(second.status == 200)
      let owner = try NEARTestWallet(accountID: wallet.accountID)
      scene.change { $0.add(owner) }
      let third = try await scene.refresh(try #require(second["refresh_token"].string))
      #expect(third["error"] == "invalid_grant")
    }
  }

  @Test("A chain that does not respond is tolerated for a day, then 503; a refused refresh rotates nothing")
  func silence() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      var token = try #require(try await signedIn(scene, wallet)["refresh_token"].string)
      scene.change { $0.fault = .status(503) }
      for _ in 0..<2 {
        scene.server.clock.advance(by: 11 * 3600)
        let answer = try await scene.refresh(token)
        #expect(answer.status == 200)
        token = try #require(answer["refresh_token"].string)
      }
      scene.server.clock.advance(by: 2 * 3600)
      for _ in 0..<2 {
        let refused = try await scene.refresh(token)
        #expect(refused.status == 503)
        #expect(refused["error"] == "temporarily_unavailable")
        #expect(refused.fields["Retry-After"] != nil)
        scene.server.clock.advance(by: 60)
      }
      scene.change { $0.fault = nil }
      let answer = try await scene.refresh(token)
      #expect(answer.status == 200)
      #expect(answer["refresh_token"].string != token)
      // After a successful check the day starts again.
      scene.change { $0.fault = .status(503) }
      scene.server.clock.advance(by: 23 * 3600)
      let later = try #require(answer["refresh_token"].string)
      #expect(try await scene.refresh(later).status == 200)
    }
  }

  @Test("A stolen previous token ends the session, also if the chain has not responded for more than a day")
  func theftDuringSilence() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      let stolen = try #require(try await signedIn(scene, wallet)["refresh_token"].string)
      let current = try #require(try await scene.refresh(stolen)["refresh_token"].string)
      scene.change { $0.fault = .status(503) }
      scene.server.clock.advance(by: 25 * 3600)
      #expect(try await scene.refresh(current).status == 503)
      #expect(try await scene.refresh(stolen)["error"] == "invalid_grant")
      scene.change { $0.fault = nil }
      #expect(try await scene.refresh(current)["error"] == "invalid_grant")
    }
  }

  @Test("A key that was removed during an outage ends the session as soon as the chain responds")
  func removedDuringSilence() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      var token = try #require(try await signedIn(scene, wallet)["refresh_token"].string)
      scene.change { chain in
        chain.fault = .status(503)
        chain.remove(wallet)
      }
      scene.server.clock.advance(by: 7200)
      let tolerated = try await scene.refresh(token)
      #expect(tolerated.status == 200)
      token = try #require(tolerated["refresh_token"].string)
      scene.change { $0.fault = nil }
      #expect(try await scene.refresh(token)["error"] == "invalid_grant")
    }
  }

  @Test("Sessions of other methods and invalid tokens do not ask the chain")
  func nothingToAsk() async throws {
    try await NEARScene.run(["lifetimes": ["near_key_check": 0]]) { scene in
      let session = try await EthereumTestWallet().signIn(scene.server)
      let token = try #require(session["refresh_token"].string)
      #expect(try await scene.refresh(token).status == 200)
      #expect(try await scene.refresh("dwr_" + String(repeating: "A", count: 75)).status == 400)
      #expect(scene.mainnet[0].asked.isEmpty)
    }
  }

  @Test("The session of a cookie, which is never refreshed, is checked when the page is used")
  func cookieSession() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      let browser = TestBrowser(scene.server)
      try await wallet.signIn(browser)
      scene.mainnet[0].forget()
      #expect(try await browser.isSignedIn)
      #expect(scene.mainnet[0].asked.isEmpty)
      for _ in 0..<2 {
        scene.server.clock.advance(by: 3600)
        #expect(try await browser.send(.get, "/session/sessions").status == 200)
        #expect(try await browser.isSignedIn)
        #expect(scene.mainnet[0].asked.filter { $0 != "status" } == ["view_access_key"])
        scene.mainnet[0].forget()
      }
      scene.change { $0.remove(wallet) }
      scene.server.clock.advance(by: 3600)
      #expect(try await browser.send(.patch, "/session/user", ["name": "Mallory"]).code == "signed_out")
      scene.change { $0.add(wallet) }
      #expect(try await !browser.isSignedIn)
    }
  }

  @Test("Without an answer of the chain, a cookie session works for a day, then not until the chain responds")
  func cookieSessionInSilence() async throws {
    try await NEARScene.run { scene in
      let browser = TestBrowser(scene.server)
      try await scene.wallet("alice.near").signIn(browser)
      scene.change { $0.fault = .status(503) }
      scene.server.clock.advance(by: 23 * 3600)
      #expect(try await browser.isSignedIn)
      scene.server.clock.advance(by: 2 * 3600)
      // The page still opens: other sign-in methods do not need this chain.
      #expect(try await !browser.isSignedIn)
      let refused = try await browser.send(.get, "/session/sessions")
      #expect(refused.status == 503)
      #expect(refused.code == "rpc_unavailable")
      scene.change { $0.fault = nil }
      scene.server.clock.advance(by: 30)
      #expect(try await browser.isSignedIn)
      // A sign-out does not wait for the chain.
      scene.change { $0.fault = .status(503) }
      scene.server.clock.advance(by: 25 * 3600)
      #expect(try await browser.send(.post, "/session/sign-out", [:]).status == 204)
    }
  }

  @Test(
    "A sign-in ends the browser's previous session without asking a chain that does not respond",
    arguments: [503, nil])
  func replacedInSilence(_ status: Int?) async throws {
    try await NEARScene.run { scene in
      let browser = TestBrowser(scene.server)
      try await scene.wallet("alice.near").signIn(browser)
      let copy = TestBrowser(scene.server)
      await copy.plant("doorward_session", await browser.session)
      #expect(try await copy.isSignedIn)
      scene.change { $0.fault = status.map { .status($0) } ?? .silence }
      scene.server.clock.advance(by: 25 * 3600)
      scene.mainnet[0].forget()
      #expect(try await EthereumTestWallet().signIn(browser).status == 200)
      #expect(scene.mainnet[0].asked.isEmpty)
      scene.change { $0.fault = nil }
      scene.server.clock.advance(by: 30)
      #expect(try await !copy.isSignedIn)
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("A sign-in with another key of the account moves the session to that key")
  func anotherKey() async throws {
    try await NEARScene.run(["lifetimes": ["near_key_check": 0]]) { scene in
      let first = try scene.wallet("alice.near")
      let second = try scene.wallet("alice.near")
      let session = try await signedIn(scene, first)
      let account = try #require(session["account_token"].string)
      let again = try await second.signIn(scene.server, bearer: account)
      #expect(again["session_id"] == session["session_id"])
      scene.change { $0.remove(first) }
      let refreshed = try await scene.refresh(try #require(again["refresh_token"].string))
      #expect(refreshed.status == 200)
      scene.change { $0.remove(second) }
      let ended = try await scene.refresh(try #require(refreshed["refresh_token"].string))
      #expect(ended["error"] == "invalid_grant")
    }
  }

  @Test(
    "A late answer about a key that a sign-in has replaced changes nothing",
    arguments: ["there", "gone"])
  func lateAnswer(_ what: String) async throws {
    try await NEARScene.run(["lifetimes": ["near_key_check": 0]]) { scene in
      let first = try scene.wallet("alice.near")
      let second = try scene.wallet("alice.near")
      let session = try await signedIn(scene, first)
      let token = try #require(session["refresh_token"].string)
      // The key is known by now, so its next proof does not ask about the first one.
      _ = try await signedIn(scene, second)
      scene.change { chain in
        chain.fault = .held
        chain.faulty = [first.publicKey.description]
      }
      async let refreshing = scene.refresh(token)
      try await scene.mainnet[0].untilHolding()
      let account = try #require(session["account_token"].string)
      let renewed = try await second.signIn(scene.server, bearer: account)
      #expect(renewed["session_id"] == session["session_id"])
      if what == "gone" { scene.change { $0.remove(first) } }
      scene.mainnet[0].release()
      let refreshed = try await refreshing
      #expect(refreshed.status == 200)
      scene.change { $0.remove(first) }
      let next = try #require(refreshed["refresh_token"].string)
      #expect(try await scene.refresh(next).status == 200)
    }
  }
}
