import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// Removing an identity ends the sessions, codes and devices that depend on it.
@Suite struct IdentityRemovalThreatTests {
  /// An account with its owner's wallet and a second wallet.
  private struct Scene {
    let server: TestServer
    let owner = EthereumTestWallet()
    let added = EthereumTestWallet()
    let session: TestAPI.Answer
    let addedID: String

    init(_ server: TestServer) async throws {
      self.server = server
      session = try await owner.signIn(server)
      let linked = try await added.link(server, session.account)
      guard linked.status == 200 else { throw UnexpectedAnswer() }
      addedID = try linked.identity(added)
    }

    func remove(_ id: String, bearer: String? = nil) async throws -> TestAPI.Answer {
      try await server.api.send(
        .delete, "/v1/user/identities/\(id)", bearer: try bearer ?? session.account)
    }

    func removeAdded() async throws {
      guard try await remove(addedID).status == 204 else { throw UnexpectedAnswer() }
    }

    func isLive(_ session: TestAPI.Answer) async throws -> Bool {
      let user = try await server.api.send(.get, "/v1/user", bearer: try session.account)
      let refreshed = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(try session.refreshToken)")
      guard (user.status == 200) == (refreshed.status == 200) else { throw UnexpectedAnswer() }
      return user.status == 200
    }
  }

  @Test func removedIdentityEndsItsSessionsAndNoOthers() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let theirs = try await scene.added.signIn(server)
      let alsoMine = try await scene.owner.signIn(server)
      try await scene.removeAdded()
      #expect(try await !scene.isLive(theirs))
      #expect(try await scene.isLive(alsoMine))
      #expect(try await scene.isLive(scene.session))
    }
  }

  @Test func removedIdentityEndsItsSessionOnThePage() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let (theirs, mine) = (TestBrowser(server), TestBrowser(server))
      try await scene.added.signIn(theirs)
      try await scene.owner.signIn(mine)
      #expect(try await mine.send(.delete, "/session/user/identities/\(scene.addedID)").status == 204)
      #expect(try await !theirs.isSignedIn)
      #expect(try await mine.isSignedIn)
    }
  }

  @Test func removedIdentityEndsClientSessionsAndCodes() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let scene = try await Scene(server)
      let browser = TestBrowser(server)
      try await scene.added.signIn(browser)
      let client = try TestClient.site(server)
      let opened = try await client.exchange(
        try await client.code(browser, ["scope": "openid offline_access"]))
      let refresh = try opened.refreshToken
      let code = try await client.code(browser)
      try await scene.removeAdded()
      #expect(try await client.exchange(code)["error"] == "invalid_grant")
      #expect(try await client.refresh(refresh)["error"] == "invalid_grant")
      let userinfo = try await server.api.send(
        .get, "/v1/userinfo", bearer: opened["access_token"].string)
      #expect(userinfo.status == 401)
    }
  }

  @Test func removedIdentityEndsApprovedDevices() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let scene = try await Scene(server)
      let browser = TestBrowser(server)
      try await scene.added.signIn(browser)
      let (waiting, opened) = (try await TestDevice(server), try await TestDevice(server, scope: "account"))
      for device in [waiting, opened] {
        #expect(try await device.decide("allow", browser).status == 204)
      }
      let session = try await opened.poll()
      #expect(session.status == 200)
      try await scene.removeAdded()
      #expect(try await waiting.poll()["error"] == "access_denied")
      let refreshed = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&client_id=tv&refresh_token=\(try session.refreshToken)")
      #expect(refreshed["error"] == "invalid_grant")
    }
  }

  @Test func removedIdentityEndsTheSessionOfTheUserThatItRegistered() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let (first, second) = (EthereumTestWallet(), EthereumTestWallet())
      let linked = try await first.link(server, visitor.account)
      let session = try await second.signIn(server)
      let other = try await first.signIn(server)
      #expect(try await second.link(server, try other.account, moving: true).status == 200)
      let mine = try await second.signIn(server)
      #expect(mine["user"]["id"] == .string(visitor.user) && session["user"]["id"] != mine["user"]["id"])
      #expect(try await visitor.current(server).status == 200)
      let removed = try await server.api.send(
        .delete, "/v1/user/identities/\(try linked.identity(first))", bearer: try mine.account)
      #expect(removed.status == 204)
      #expect(try await visitor.current(server).code == "invalid_token")
    }
  }

  @Test func sessionWithAnotherProofContinuesWithoutTheRemovedProof() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      server.clock.advance(by: 601)
      let renewed = try await scene.added.signIn(server, bearer: scene.session.account)
      #expect(renewed["session_id"] == scene.session["session_id"])
      #expect(try await scene.remove(scene.addedID, bearer: try renewed.account).status == 204)
      // The session depends only on the owner's wallet, whose proof is no longer recent.
      let deletion = try await server.api.send(.delete, "/v1/user", bearer: try renewed.account)
      #expect(deletion.code == "insufficient_user_authentication")
      #expect(try await scene.isLive(renewed))
    }
  }

  @Test func sessionThatRemovesItsOnlyIdentityEnds() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let theirs = try await scene.added.signIn(server)
      #expect(try await scene.remove(scene.addedID, bearer: try theirs.account).status == 204)
      #expect(try await !scene.isLive(theirs))

      let browser = TestBrowser(server)
      let again = try await scene.added.link(server, try scene.session.account)
      try await scene.added.signIn(browser)
      let path = "/session/user/identities/\(try again.identity(scene.added))"
      #expect(try await browser.send(.delete, path).status == 204)
      #expect(await browser.session == nil)
      #expect(try await !browser.isSignedIn)
    }
  }

  @Test func newIdentityRemovesNeitherAnOlderOneNorTheAccount() async throws {
    try await TestServer.run { server in
      let owner = EthereumTestWallet()
      let attacker = EthereumTestWallet()
      let mine = try await owner.signIn(server)
      let ownerID = try mine.identity(owner)
      server.clock.advance(by: 25 * 3600)
      let session = try await owner.signIn(server, bearer: nil)
      #expect(try await attacker.link(server, try session.account).status == 200)
      let theirs = try await attacker.signIn(server)
      func delete(_ path: String, _ bearer: String) async throws -> TestAPI.Answer {
        try await server.api.send(.delete, path, bearer: bearer)
      }
      for path in ["/v1/user/identities/\(ownerID)", "/v1/user"] {
        let refused = try await delete(path, try theirs.account)
        #expect(refused.status == 403)
        #expect(refused.code == "identity_on_hold")
      }
      let browser = TestBrowser(server)
      try await attacker.signIn(browser)
      for path in ["/session/user/identities/\(ownerID)", "/session/user"] {
        #expect(try await browser.send(.delete, path).code == "identity_on_hold")
      }
      // A recent proof of the owner in the same session ends the hold; an old one does not.
      let both = try await owner.signIn(server, bearer: try theirs.account)
      #expect(both["session_id"] == theirs["session_id"])
      server.clock.advance(by: 601)
      let later = try await attacker.signIn(server, bearer: try both.account)
      #expect(
        try await delete("/v1/user/identities/\(ownerID)", try later.account).code == "identity_on_hold")
      let recent = try await owner.signIn(server, bearer: try later.account)
      #expect(try await delete("/v1/user/identities/\(ownerID)", try recent.account).status == 204)
    }
  }

  @Test func holdEndsAfterTheConfiguredTime() async throws {
    try await TestServer.run(["limits": ["new_identity_hold": 3600]]) { server in
      let (old, new) = (EthereumTestWallet(), EthereumTestWallet())
      let oldID = try await old.signIn(server).identity(old)
      server.clock.advance(by: 3601)
      #expect(try await new.link(server, try await old.signIn(server).account).status == 200)
      func remove() async throws -> TestAPI.Answer {
        let session = try await new.signIn(server)
        return try await server.api.send(
          .delete, "/v1/user/identities/\(oldID)", bearer: try session.account)
      }
      let refused = try await remove()
      #expect(refused.code == "identity_on_hold")
      #expect(refused["detail"].string?.contains("60 minutes") == true)
      server.clock.advance(by: 3600)
      #expect(try await remove().status == 204)
    }
  }

  @Test func parallelSignInAndRemovalLeaveNoSession() async throws {
    try await TestServer.run(["rate_limits": NEARScene.unlimited]) { server in
      let scene = try await Scene(server)
      let proofs = try await inParallel(40) { _ in try await scene.added.proof(server) }
      let answers = try await inParallel(41) { index -> TestAPI.Answer in
        index == 20
          ? try await scene.remove(scene.addedID)
          : try await server.api.send(
            .post, "/v1/ethereum/sign-in", .object(proofs[index < 20 ? index : index - 1]))
      }
      // A sign-in before the removal signed in to the account and has ended; one after it made a new user.
      let mine = scene.session["user"]["id"]
      for answer in answers where answer.status == 200 {
        #expect(try await scene.isLive(answer) == (answer["user"]["id"] != mine))
      }
    }
  }

  @Test func sessionOfTwoNEARIdentitiesKeepsTheKeyCheckOfTheOneThatRemains() async throws {
    try await NEARScene.run { scene in
      let (first, second) = (try scene.wallet("alice.near"), try scene.wallet("bob.near"))
      let mine = try await first.signIn(scene.server)
      let linked = try await second.link(scene.server, try mine.account)
      let added = try #require(linked["identities"][1]?["id"]?.string)
      // A session with the proofs of both.
      let theirs = try await first.signIn(scene.server)
      let renewed = try await second.signIn(scene.server, bearer: try theirs.account)
      #expect(renewed["session_id"] == theirs["session_id"])
      let removed = try await scene.server.api.send(
        .delete, "/v1/user/identities/\(added)", bearer: try mine.account)
      #expect(removed.status == 204)
      for session in [mine, renewed] {
        #expect(try await scene.server.api.send(.get, "/v1/user", bearer: try session.account).status == 200)
      }
      scene.change { $0.remove(first) }
      scene.server.clock.advance(by: 7200)
      let token = try #require(renewed["refresh_token"].string)
      #expect(try await scene.refresh(token)["error"] == "invalid_grant")
    }
  }

  @Test func newLinkOfAnotherHolderStartsTheHoldAgain() async throws {
    try await NEARScene.run { scene in
      let server = scene.server
      let (owner, attacker) = (EthereumTestWallet(), EthereumTestWallet())
      let near = try scene.wallet("alice.near")
      let mine = try await owner.signIn(server)
      #expect(try await near.link(server, try mine.account).status == 200)
      server.clock.advance(by: 25 * 3600)
      #expect(try await attacker.link(server, try await owner.signIn(server).account).status == 200)
      let theirs = try await attacker.signIn(server)
      let sold = try await scene.sell(near)
      #expect(try await sold.link(server, try theirs.account).status == 200)
      let renewed = try await sold.signIn(server, bearer: try theirs.account)
      #expect(renewed.status == 200)
      let refused = try await server.api.send(
        .delete, "/v1/user/identities/\(try mine.identity(owner))", bearer: try renewed.account)
      #expect(refused.code == "identity_on_hold")
    }
  }

  @Test func parallelLinkOrRefreshAndRemovalLeaveNoSession() async throws {
    try await TestServer.run(["rate_limits": NEARScene.unlimited]) { server in
      let scene = try await Scene(server)
      let theirs = try await scene.added.signIn(server)
      let bearer = try theirs.account
      let proofs = try await inParallel(20) { _ in
        try await EthereumTestWallet().proof(server, purpose: "link", bearer: bearer)
      }
      let answers = try await inParallel(41) { index -> TestAPI.Answer in
        switch index {
        case 20: try await scene.remove(scene.addedID)
        case ..<20:
          try await server.api.send(.post, "/v1/ethereum/link", .object(proofs[index]), bearer: bearer)
        default:
          try await server.api.form(
            "/v1/token", "grant_type=refresh_token&refresh_token=\(try theirs.refreshToken)",
            fields: ["Idempotency-Key": "one"])
        }
      }
      #expect(answers[20].status == 204)
      for answer in answers where answer["access_token"] != .null {
        #expect(try await server.api.send(.get, "/v1/user", bearer: try answer.account).status == 401)
      }
      #expect(try await EthereumTestWallet().link(server, try scene.session.account).status == 200)
      #expect(try await server.api.send(.get, "/v1/user", bearer: bearer).code == "invalid_token")
    }
  }
}
