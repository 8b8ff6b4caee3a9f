import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// A wallet that belongs to another account is offered, and moves after a proof of the move.
@Suite struct IdentityMoveTests {
  @Test func takenWalletIsOfferedWithTheLossesOfTheOtherAccount() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let other = try await wallet.signIn(server)
      _ = try await server.api.send(.patch, "/v1/user", ["name": "Ann"], bearer: try other.account)
      let mine = try await EthereumTestWallet().signIn(server)
      let refused = try await wallet.link(server, try mine.account)
      #expect(refused.status == 409)
      #expect(refused.code == "identity_in_use")
      let offer = refused["identity_in_use"]
      #expect(offer["account"] == ["name": "Ann", "created_at": other["user"]["created_at"] ?? .null])
      #expect(offer["identity"]?["identifier"] == .string(wallet.address))
      #expect(offer["identity"]?["type"] == "ethereum")
      #expect(offer["identity"]?["id"] == nil)
      #expect(offer["deletes_account"] == true)
      // Nothing has changed yet.
      #expect(try await server.api.send(.get, "/v1/user", bearer: try other.account).status == 200)

      _ = try await EthereumTestWallet().link(server, try other.account)
      let again = try await wallet.link(server, try mine.account)
      #expect(again["identity_in_use"]["deletes_account"] == false)
    }
  }

  @Test func moveOfTheLastIdentityDeletesTheOtherAccount() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let other = try await wallet.signIn(server)
      let mine = try await EthereumTestWallet().signIn(server)
      let moved = try await wallet.link(server, try mine.account, moving: true)
      #expect(moved.status == 200)
      #expect(moved["identities"].array?.count == 2)
      #expect(try await server.api.send(.get, "/v1/user", bearer: try other.account).code == "invalid_token")
      let key = try await server.apiKey()
      let id = try #require(other["user"]["id"]?.string)
      #expect(try await server.api.send(.get, "/v1/users/\(id)", bearer: key).code == "not_found")
      #expect(try await wallet.signIn(server)["user"]["id"] == mine["user"]["id"])
    }
  }

  @Test func moveEndsSessionsOfAnAccountThatKeepsAnotherIdentity() async throws {
    try await TestServer.run { server in
      let (wallet, kept) = (EthereumTestWallet(), EthereumTestWallet())
      let other = try await wallet.signIn(server)
      #expect(try await kept.link(server, try other.account).status == 200)
      let third = try await kept.signIn(server)
      let browser = TestBrowser(server)
      try await kept.signIn(browser)
      let mine = try await EthereumTestWallet().signIn(server)
      #expect(try await wallet.link(server, try mine.account, moving: true).status == 200)
      for session in [other, third] {
        #expect(
          try await server.api.send(.get, "/v1/user", bearer: try session.account).code == "invalid_token")
      }
      #expect(try await !browser.isSignedIn)
      let again = try await kept.signIn(server)
      #expect(again["user"]["id"] == other["user"]["id"])
      #expect(again["user"]["identities"]?.array?.count == 1)
    }
  }

  @Test func moveNeedsAProofThatSaysSo() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let other = try await wallet.signIn(server)
      let mine = try await EthereumTestWallet().signIn(server).account
      func link(_ purpose: String, move: Bool) async throws -> TestAPI.Answer {
        var proof = try await wallet.proof(server, purpose: purpose, bearer: mine)
        if move { proof["move"] = true }
        return try await server.api.send(.post, "/v1/ethereum/link", .object(proof), bearer: mine)
      }
      #expect(try await link("link", move: true).code == "invalid_challenge")
      #expect(try await link("move", move: false).code == "invalid_challenge")
      #expect(try await server.api.send(.get, "/v1/user", bearer: try other.account).status == 200)
      // A proof for a move does not sign in either.
      let proof = try await wallet.proof(server, purpose: "move", bearer: mine)
      let signIn = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(signIn.code == "invalid_challenge")

      let binding = try TestBinding()
      let ethereum = try await wallet.challenge(server, binding, purpose: "move", bearer: mine)
      #expect(ethereum["message"].string?.contains("leaves the account that it belongs to now") == true)
      let near = try await NEARTestWallet().challenge(server, binding, purpose: "move", bearer: mine)
      #expect(near["message"].string?.contains("leaves the account that it belongs to now") == true)
      #expect(try await wallet.challenge(server, binding, purpose: "move").code == "missing_token")
    }
  }

  @Test func moveOfAFreeWalletLinksItAndMoveOfAnOwnWalletChangesNothing() async throws {
    try await TestServer.run { server in
      let mine = try await EthereumTestWallet().signIn(server)
      let wallet = EthereumTestWallet()
      for _ in 0..<2 {
        let answer = try await wallet.link(server, try mine.account, moving: true)
        #expect(answer.status == 200)
        #expect(answer["identities"].array?.count == 2)
      }
    }
  }

  @Test func oneProofMovesOnce() async throws {
    try await TestServer.run(["rate_limits": NEARScene.unlimited]) { server in
      let wallet = EthereumTestWallet()
      _ = try await wallet.signIn(server)
      let mine = try await EthereumTestWallet().signIn(server).account
      var proof = try await wallet.proof(server, purpose: "move", bearer: mine)
      proof["move"] = true
      let body = JSONValue.object(proof)
      let answers = try await inParallel(50) { _ in
        try await server.api.send(.post, "/v1/ethereum/link", body, bearer: mine)
      }
      #expect(answers.count { $0.status == 200 } == 1)
      #expect(answers.count { $0.code == "challenge_used" } == 49)
    }
  }

  @Test func fullAccountCannotTakeAWallet() async throws {
    try await TestServer.run(["limits": ["identities_per_user": 1]]) { server in
      let wallet = EthereumTestWallet()
      let other = try await wallet.signIn(server)
      let mine = try await EthereumTestWallet().signIn(server)
      #expect(
        try await wallet.link(server, try mine.account, moving: true).code == "too_many_identities")
      #expect(try await server.api.send(.get, "/v1/user", bearer: try other.account).status == 200)
    }
  }

  @Test func pageOffersAndMoves() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let other = TestBrowser(server)
      try await wallet.signIn(other)
      let browser = try await TestBrowser.signedIn(server)
      let refused = try await wallet.link(browser)
      #expect(refused.code == "identity_in_use")
      #expect(refused["identity_in_use"]["deletes_account"] == true)
      let moved = try await wallet.link(browser, moving: true)
      #expect(moved.status == 200)
      #expect(moved["identities"].array?.count == 2)
      #expect(try await !other.isSignedIn)
    }
  }

  @Test func refusedMoveDoesNotChangeTheOtherAccount() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      for _ in 0..<10 {
        let wallet = EthereumTestWallet()
        let other = try await wallet.signIn(server)
        let visitor = try await TestVisitor(server)
        var move = try await wallet.proof(server, purpose: "move", bearer: visitor.account)
        move["move"] = true
        let link = try await EthereumTestWallet().proof(server, purpose: "link", bearer: visitor.account)
        let bodies = [JSONValue.object(move), .object(link)]
        let answers = try await inParallel(2) { index in
          try await server.api.send(.post, "/v1/ethereum/link", bodies[index], bearer: visitor.account)
        }
        #expect(answers.count { $0.status == 200 } == 1)
        let known = try await server.api.send(.get, "/v1/user", bearer: try other.account)
        #expect(known.status == (answers[0].status == 200 ? 401 : 200))
        let again = try await wallet.signIn(server)
        let expected = answers[0].status == 200 ? JSONValue.string(visitor.user) : other["user"]["id"]
        #expect(again["user"]["id"] == expected)
      }
    }
  }

  @Test func refusedRegistrationDoesNotChangeTheOtherAccount() async throws {
    let settings: JSONObject = [
      "applications": [
        ["id": "default", "methods": ["siwe"]],
        ["id": "closed", "methods": ["siwe", "anonymous"], "sign_up": "closed"],
      ]
    ]
    try await TestServer.run(settings) { server in
      let closed: HTTPFields = ["Doorward-Application": "closed"]
      let wallet = EthereumTestWallet()
      let other = try await wallet.signIn(server)
      let visitor = try await TestVisitor(server, fields: closed)
      var move = try await wallet.proof(server, purpose: "move", bearer: visitor.account, fields: closed)
      move["move"] = true
      let answer = try await server.listening.send(
        .post, "/v1/ethereum/link", .object(move), bearer: visitor.account, fields: closed)
      #expect(answer.status == 403 && answer.code == "sign_up_closed")
      #expect(try await server.api.send(.get, "/v1/user", bearer: try other.account).status == 200)
    }
  }

  @Test func outdatedOfferIsMadeAgain() async throws {
    try await TestServer.run { server in
      let (wallet, second) = (EthereumTestWallet(), EthereumTestWallet())
      let other = try await wallet.signIn(server)
      #expect(try await second.link(server, try other.account).status == 200)
      let mine = try await EthereumTestWallet().signIn(server).account
      let offers = [
        try await wallet.link(server, mine)["identity_in_use"],
        try await second.link(server, mine)["identity_in_use"],
      ]
      #expect(offers.allSatisfy { $0["deletes_account"] == false })
      func move(_ wallet: EthereumTestWallet, _ offer: JSONValue) async throws -> TestAPI.Answer {
        var proof = try await wallet.proof(server, purpose: "move", bearer: mine)
        proof["move"] = true
        proof["confirmed"] = [
          "account": offer["account"] ?? .null, "deletes_account": offer["deletes_account"] ?? .null,
        ]
        return try await server.api.send(.post, "/v1/ethereum/link", .object(proof), bearer: mine)
      }
      #expect(try await move(wallet, offers[0]).status == 200)
      let again = try await move(second, offers[1])
      #expect(again.code == "identity_in_use")
      #expect(again["identity_in_use"]["deletes_account"] == true)
      #expect(try await second.signIn(server)["user"]["id"] == other["user"]["id"])
      #expect(try await move(second, again["identity_in_use"]).status == 200)
    }
  }
}
