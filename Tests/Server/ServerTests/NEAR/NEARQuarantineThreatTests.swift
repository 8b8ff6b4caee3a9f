import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import NEAR
import Testing

/// An account that was sold, rotated or recreated: a new key is accepted only if a key that proved the identity is
/// still on the account.
@Suite struct NEARQuarantineThreatTests {
  @Test("A key that was added beside a known key signs in, and then the next key beside that one")
  func rotationWithOverlap() async throws {
    try await NEARScene.run { scene in
      let first = try scene.wallet("alice.near")
      let user = try await scene.user(first)
      scene.change { $0.use(first, times: 5_000) }
      let second = try scene.wallet("alice.near")
      #expect(try await scene.user(second) == user)
      scene.change { $0.remove(first) }
      #expect(try await scene.user(second) == user)
      let third = try scene.wallet("alice.near")
      #expect(try await scene.user(third) == user)
    }
  }

  @Test(arguments: ["[1]", "7", #"[{"public_key":"ed25519:x"}]"#])
  func unreadableMemoryOfKeysSignsInNoUser(_ memory: String) async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      _ = try await wallet.signIn(scene.server)
      try scene.server.directConnection().run(
        "UPDATE identities SET evidence = ?1", ["{\"near_keys\":\(memory)}"])
      let answer = try await scene.signIn(try await wallet.proof(scene.server))
      #expect(answer.code == "identity_quarantined")
    }
  }

  @Test("An account whose keys were all replaced does not sign in, and its user does not change")
  func quarantine() async throws {
    try await NEARScene.run { scene in
      let seller = try scene.wallet("alice.near")
      let session = try await seller.signIn(scene.server)
      let token = try #require(session["account_token"].string)
      let before = try await scene.server.api.send(.get, "/v1/user", bearer: token)
      #expect(before.status == 200)
      let buyer = try await scene.sell(seller)
      scene.server.clock.advance(by: 1)
      for _ in 0..<2 {
        let proof = try await buyer.proof(scene.server)
        let answer = try await scene.signIn(proof)
        #expect(answer.status == 403)
        #expect(answer.code == "identity_quarantined")
        #expect(answer["detail"].string?.contains("sign in another way") == true)
        #expect(answer["access_token"] == nil)
        // The proof was valid, so its challenge is spent, as after every completed check.
        #expect(try await scene.signIn(proof).code == "challenge_used")
      }
      #expect(try await scene.server.api.send(.get, "/v1/user", bearer: token).body == before.body)
      let sessions = try await scene.server.api.send(.get, "/v1/sessions", bearer: token)
      #expect(sessions["items"].array?.count == 1)
      // An earlier key of the user works again if it is back on the account.
      scene.change { $0.add(seller) }
      #expect(try await scene.user(seller) == session.json["user"]?["id"]?.string)
    }
  }

  @Test("A quarantined account works again after the user has linked it from another identity")
  func release() async throws {
    try await NEARScene.run { scene in
      let ethereum = EthereumTestWallet()
      let token = try #require(try await ethereum.signIn(scene.server)["account_token"].string)
      let first = try scene.wallet("alice.near")
      let linked = try await scene.link(first, token)
      #expect(linked.status == 200)
      let user = try #require(linked["id"].string)
      let second = try await scene.sell(first)
      #expect(try await second.signIn(scene.server).code == "identity_quarantined")

      let again = try await scene.link(second, token)
      #expect(again.status == 200)
      #expect(again["id"].string == user)
      #expect(again["identities"].array?.count == 2)
      #expect(try await scene.user(second) == user)
      // The memory starts again: the first key no longer counts.
      scene.change { chain in
        chain.remove(second)
        chain.add(first)
      }
      #expect(try await first.signIn(scene.server).code == "identity_quarantined")
    }
  }

  @Test("A link with a new key beside a known key keeps both in memory")
  func linkWithOverlap() async throws {
    try await NEARScene.run { scene in
      let first = try scene.wallet("alice.near")
      let session = try await first.signIn(scene.server)
      let token = try #require(session["account_token"].string)
      let user = try #require(session.json["user"]?["id"]?.string)
      let second = try scene.wallet("alice.near")
      #expect(try await scene.link(second, token).status == 200)
      scene.change { $0.remove(second) }
      #expect(try await scene.user(first) == user)
      let third = try scene.wallet("alice.near")
      #expect(try await scene.user(third) == user)
    }
  }

  @Test("The new holder of the account cannot end its quarantine")
  func attack() async throws {
    try await NEARScene.run { scene in
      let seller = try scene.wallet("alice.near")
      let user = try await scene.user(seller)
      let buyer = try await scene.sell(seller)
      func expectQuarantine(bearer: String? = nil, _ location: SourceLocation = #_sourceLocation)
        async throws
      {
        let answer = try await buyer.signIn(scene.server, bearer: bearer)
        #expect(answer.code == "identity_quarantined", sourceLocation: location)
      }
      try await expectQuarantine()

      // With the new holder's own user.
      let other = try await EthereumTestWallet().signIn(scene.server)
      let token = try #require(other["account_token"].string)
      try await expectQuarantine(bearer: token)
      let link = try await scene.link(buyer, token)
      #expect(link.status == 409)
      #expect(link.code == "identity_in_use")
      // A key that may belong to another holder gets no information about the account, and does not move it.
      #expect(link["identity_in_use"] == .null)
      let move = try await scene.link(buyer, token, moving: true)
      #expect(move.status == 403)
      #expect(move.code == "identity_quarantined")
      try await expectQuarantine()

      // With the seller's public key added again, which every holder of the account can do.
      scene.change { $0.add(seller) }
      try await expectQuarantine()
      scene.change { $0.add(seller, LoopbackChain.functionCall) }
      try await expectQuarantine()

      // With the account deleted and created again.
      scene.change { chain in
        chain.delete("alice.near")
        chain.add(seller)
        chain.add(buyer)
      }
      try await expectQuarantine()
      #expect(try await scene.user(seller) == user)
    }
  }

  @Test("Without a full-access key, an answer does not reveal that an account is quarantined or has a user")
  func silence() async throws {
    try await NEARScene.run { scene in
      let buyer = try await scene.sell(scene.signedIn("alice.near"))
      let stranger = try scene.wallet("unregistered.near")
      var answers: [(Int, String?)] = []
      for wallet in [buyer, stranger] {
        let other = try NEARTestWallet(accountID: wallet.accountID)
        var proof = try await wallet.proof(scene.server)
        proof["signature"] = try other.signed(proof)["signature"]
        scene.mainnet[0].forget()
        let answer = try await scene.signIn(proof)
        #expect(answer.status == 401)
        #expect(answer.code == "wrong_signature")
        answers.append((scene.mainnet[0].asked.count(where: { $0 == "view_access_key" }), answer.code))
      }
      #expect(answers[0] == answers[1])
    }
  }

  @Test(
    "An implicit account belongs to its own key; its deletion on the chain gives no access to another user")
  func implicitAccount() async throws {
    try await NEARScene.run { scene in
      let seller = try NEARTestWallet()
      let user = try await scene.user(seller)
      scene.change { $0.add(seller) }
      #expect(try await scene.user(seller) == user)
      let ledger = try scene.wallet(seller.accountID)
      #expect(try await scene.user(ledger) == user)

      // Sold before its own key was used here.
      let another = try NEARTestWallet()
      let buyer = try scene.wallet(another.accountID)
      let buyersUser = try await scene.user(buyer)
      scene.change { $0.delete(another.accountID) }
      #expect(try await another.signIn(scene.server).code == "identity_quarantined")
      scene.change { $0.add(buyer) }
      #expect(try await scene.user(buyer) == buyersUser)
    }
  }
}

extension NEARScene {
  /// Signs in and returns the user's id.
  func user(_ wallet: NEARTestWallet) async throws -> String? {
    let answer = try await wallet.signIn(server)
    guard answer.status == 200 else { throw UnexpectedAnswer() }
    return answer.json["user"]?["id"]?.string
  }

  /// A wallet that has signed in.
  func signedIn(_ account: String) async throws -> NEARTestWallet {
    let wallet = try wallet(account)
    _ = try await user(wallet)
    return wallet
  }

  /// Replaces the key of the wallet's account. Returns the wallet of the next owner.
  func sell(_ wallet: NEARTestWallet) async throws -> NEARTestWallet {
    change { $0.remove(wallet) }
    return try self.wallet(wallet.accountID)
  }

  func link(
    _ wallet: NEARTestWallet, _ token: String, moving isMove: Bool = false
  ) async throws -> TestAPI.Answer {
    try await wallet.link(server, token, moving: isMove)
  }
}
