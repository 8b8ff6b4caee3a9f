import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Sign-in, account and sign-out on the hosted page, by cookie.
@Suite struct PageSignInTests {
  @Test("A signed-out user sees the offer, signs in with Ethereum, and stays signed in")
  func ethereum() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = TestBrowser(server)
      let first = try await browser.send(.get, "/session/state")
      #expect(first["signed_in"] == false)
      #expect(first["user"] == .null)
      #expect(first.json["config"]?["ethereum"]?["domain"] == "accounts.example.com")
      #expect(first.json["config"]?["near"]?["wallet_origin"] == "https://wallets.example.com")
      let wallet = EthereumTestWallet()
      let answer = try await wallet.signIn(browser)
      #expect(answer.status == 200)
      #expect(answer["signed_in"] == true)
      #expect(answer["identities"][0]?["identifier"] == .string(wallet.address))
      #expect(answer.fields["Cache-Control"] == "no-store")
      let later = try await browser.send(.get, "/session/state")
      #expect(later["user"] == answer["user"])
      #expect(later["current_session_id"] == answer["current_session_id"])
    }
  }

  @Test("A user signs in with NEAR, links an Ethereum wallet, and removes it")
  func nearAndLink() async throws {
    try await NEARScene.run(.behindTLS) { scene in
      let browser = TestBrowser(scene.server)
      let near = try scene.wallet("alice.near")
      let signedIn = try await near.signIn(browser)
      #expect(signedIn["signed_in"] == true)
      let wallet = EthereumTestWallet()
      let proof = try await wallet.proof(browser, purpose: "link")
      let linked = try await browser.send(.post, "/session/ethereum/link", proof)
      #expect(linked.status == 200)
      #expect(linked["identities"].array?.count == 2)
      let other = TestBrowser(scene.server)
      #expect(try await wallet.signIn(other)["user"]["id"] == signedIn["user"]["id"])
      let identity = try #require(linked["identities"][1]?["id"]?.string)
      #expect(try await browser.send(.delete, "/session/user/identities/\(identity)").status == 204)
      let last = try #require(linked["identities"][0]?["id"]?.string)
      #expect(try await browser.send(.delete, "/session/user/identities/\(last)").code == "last_identity")
    }
  }

  @Test("The profile is changed by cookie; a name cannot contain line breaks, and markup stays text")
  func profile() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = try await TestBrowser.signedIn(server)
      let patched = try await browser.send(.patch, "/session/user", ["name": "<b>Ann</b>", "id": "x"])
      #expect(patched.status == 200)
      // The name is stored unchanged: the page escapes it, and the answer is JSON.
      #expect(patched["user"]["name"] == "<b>Ann</b>")
      #expect(patched["user"]["id"] != "x")
      #expect(patched.fields["Content-Type"] == "application/json")
      #expect(patched.fields["X-Content-Type-Options"] == "nosniff")
      #expect(try await browser.send(.patch, "/session/user", ["name": "a\nb"]).status == 422)
    }
  }

  @Test("A sign-out ends this browser's session and deletes its cookie; the cookie is no longer valid")
  func signOut() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = try await TestBrowser.signedIn(server)
      let cookie = try #require(await browser.session)
      let answer = try await browser.send(.post, "/session/sign-out", [:])
      #expect(answer.status == 204)
      let line = try #require(
        answer.fields.values(for: "Set-Cookie").first { $0.hasPrefix("__Host-doorward_session=;") })
      #expect(line.contains("Max-Age=0"))
      #expect(await browser.session == nil)
      await browser.plant("__Host-doorward_session", cookie)
      #expect(try await !browser.isSignedIn)
      #expect(try await browser.send(.post, "/session/sign-out", [:]).code == "signed_out")
    }
  }

  @Test("Signing out everywhere ends the session of the other browser; signing out elsewhere keeps this one")
  func signOutEverywhere() async throws {
    try await TestServer.run(.behindTLS) { server in
      let wallet = EthereumTestWallet()
      let browsers = [TestBrowser(server), TestBrowser(server), TestBrowser(server)]
      for browser in browsers { try await wallet.signIn(browser) }
      let app = try #require(try await wallet.signIn(server)["account_token"].string)
      let list = try await browsers[0].send(.get, "/session/sessions")
      #expect(list["items"].array?.count == 4)
      #expect(list["items"].array?.filter { $0["current"] == true }.count == 1)
      let others = try await browsers[0].send(.post, "/session/sign-out", ["scope": "others"])
      #expect(others.status == 204)
      #expect(try await browsers[0].isSignedIn)
      #expect(try await !browsers[1].isSignedIn)
      #expect(try await server.listening.send(.get, "/v1/user", bearer: app).status == 401)
      try await wallet.signIn(browsers[1])
      #expect(try await browsers[1].send(.post, "/session/sign-out", ["scope": "all"]).status == 204)
      for browser in browsers { #expect(try await !browser.isSignedIn) }
    }
  }

  @Test("A session of the list can be ended from another browser; a session of another user is not found")
  func endOneSession() async throws {
    try await TestServer.run(.behindTLS) { server in
      let wallet = EthereumTestWallet()
      let (here, there, stranger) = (TestBrowser(server), TestBrowser(server), TestBrowser(server))
      try await wallet.signIn(here)
      let id = try #require(try await wallet.signIn(there)["current_session_id"].string)
      try await EthereumTestWallet().signIn(stranger)
      #expect(try await stranger.send(.delete, "/session/sessions/\(id)").status == 404)
      #expect(try await there.isSignedIn)
      #expect(try await here.send(.delete, "/session/sessions/\(id)").status == 204)
      #expect(try await !there.isSignedIn)
    }
  }

  @Test("A cookie session ends after 30 days; calls that need a recent sign-in ask for one after ten minutes")
  func ends() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      let state = try await wallet.signIn(browser)
      let identity = try #require(state["identities"][0]?["id"]?.string)
      server.clock.advance(by: 601)
      let refused = try await browser.send(.delete, "/session/user/identities/\(identity)")
      #expect(refused.code == "insufficient_user_authentication")
      try await wallet.signIn(browser)
      #expect(try await browser.send(.delete, "/session/user/identities/\(identity)").code == "last_identity")
      server.clock.advance(by: 30 * 24 * 3600)
      #expect(try await !browser.isSignedIn)
    }
  }
}
