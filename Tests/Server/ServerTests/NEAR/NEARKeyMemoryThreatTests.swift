import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import NEAR
import Testing

/// The remembered keys of an account in parallel sign-ins, and after outages, restarts and upgrades.
@Suite struct NEARKeyMemoryThreatTests {
  @Test("Parallel sign-ins with two new keys both succeed, or are both refused")
  func parallelRotation() async throws {
    try await NEARScene.run { scene in
      let first = try scene.wallet("alice.near")
      let user = try await scene.user(first)
      let wallets = [try scene.wallet("alice.near"), try scene.wallet("alice.near")]
      let admitted = try await inParallel(20) { try await wallets[$0 % 2].signIn(scene.server) }
      #expect(admitted.allSatisfy { $0.json["user"]?["id"]?.string == user })
      for wallet in wallets + [first] { scene.change { $0.remove(wallet) } }
      let buyers = [try scene.wallet("alice.near"), try scene.wallet("alice.near")]
      let refused = try await inParallel(20) { try await buyers[$0 % 2].signIn(scene.server) }
      #expect(refused.allSatisfy { $0.code == "identity_quarantined" })
    }
  }

  @Test("Parallel first sign-ins with two keys make one user, and a refused one can sign in later")
  func parallelBeginning() async throws {
    try await NEARScene.run { scene in
      let wallets = [try scene.wallet("alice.near"), try scene.wallet("alice.near")]
      let answers = try await inParallel(20) { try await wallets[$0 % 2].signIn(scene.server) }
      let users = Set(answers.compactMap { $0.json["user"]?["id"]?.string })
      #expect(users.count == 1)
      #expect(answers.allSatisfy { $0.status == 200 || $0.code == "identity_changed" && $0.status == 409 })
      for wallet in wallets { #expect(try await scene.user(wallet) == users.first) }
    }
  }

  @Test("A late answer of the chain does not sign in to an identity that another user has by then")
  func lateAnswer() async throws {
    try await NEARScene.run(endpoints: 2) { scene in
      let ethereum = try await EthereumTestWallet().signIn(scene.server)
      let token = try #require(ethereum["account_token"].string)
      let first = try scene.wallet("alice.near")
      let identities = try await scene.link(first, token)["identities"]
      let identity = try #require(identities[1]?["id"]?.string)
      let (second, next) = (try scene.wallet("alice.near"), try scene.wallet("alice.near"))
      let (proof, nextProof) = (try await second.proof(scene.server), try await next.proof(scene.server))
      let node = scene.mainnet[0]
      node.change { chain in
        chain.fault = .silence
        chain.faulty = [first.publicKey.description]
      }
      node.forget()
      async let late = scene.signIn(proof)
      // Two questions: about the second key, then about the first. The second question is answered late.
      let deadline = ContinuousClock.now + .seconds(60)
      while node.asked.count(where: { $0 == "view_access_key" }) < 2, .now < deadline { await Task.yield() }
      let unlinked = try await scene.server.api.send(
        .delete, "/v1/user/identities/\(identity)", bearer: token)
      #expect(unlinked.status == 204)
      let user = try #require(try await scene.signIn(nextProof).json["user"]?["id"]?.string)
      await node.stop()

      let answer = try await late
      #expect(answer.status == 409)
      #expect(answer.code == "identity_changed")
      #expect(try await scene.signIn(proof).code == "challenge_used")
      // The next check finds the key at the identity of the new user.
      #expect(try await scene.user(second) == user)
    }
  }

  @Test(
    "While the chain does not answer about the earlier keys, no challenge is spent and no user is signed in")
  func silentChain() async throws {
    try await NEARScene.run { scene in
      let first = try scene.wallet("alice.near")
      let user = try await scene.user(first)
      let second = try scene.wallet("alice.near")
      let proof = try await second.proof(scene.server)
      for names in [[first.publicKey.description], nil] as [Set<String>?] {
        scene.change { chain in
          chain.fault = .status(502)
          chain.faulty = names
        }
        let answer = try await scene.signIn(proof)
        #expect(answer.status == 503)
        #expect(answer.code == "rpc_unavailable")
        #expect(answer.fields["Retry-After"] != nil)
      }
      scene.change { $0.fault = nil }
      #expect(try await scene.signIn(proof).json["user"]?["id"]?.string == user)
    }
  }

  @Test("The remembered keys survive a restart")
  func restart() async throws {
    try await NEARScene.run { scene in
      let first = try scene.wallet("alice.near")
      let user = try await scene.user(first)
      await scene.server.stop()
      try await scene.restarted { server in
        let second = try scene.wallet("alice.near")
        #expect(try await second.signIn(server).json["user"]?["id"]?.string == user)
        scene.change { chain in
          chain.remove(first)
          chain.remove(second)
        }
        let buyer = try scene.wallet("alice.near")
        #expect(try await buyer.signIn(server).code == "identity_quarantined")
      }
    }
  }
}

extension NEARScene {
  /// Starts a server again with the store of the stopped one and the same nodes.
  fileprivate func restarted(_ body: (TestServer) async throws -> Void) async throws {
    let server = try await TestServer(
      ["near": ["mainnet": ["rpc": .strings(mainnet.map(\.url))]]], in: server.directory)
    do {
      try await body(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}
