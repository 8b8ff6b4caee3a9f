import Encodings
import NEAR
import Testing

/// Keys that may not sign in to an account, over HTTP.
@Suite struct NEARAccountThreatTests {
  @Test(
    "A key without full access does not sign in",
    arguments: [
      (LoopbackChain.functionCall, "function_call_key"),
      (["GasKeyFullAccess": ["balance": "1", "num_nonces": 2]], "not_full_access_key"),
      ("Everything", "not_full_access_key"),
    ] as [(JSONValue, String)])
  func permission(_ permission: JSONValue, _ code: String) async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near", permission)
      let proof = try await wallet.proof(scene.server)
      let refused = try await scene.signIn(proof)
      #expect(refused.status == 401)
      #expect(refused.code == code)
      // The chain is asked before the challenge is spent, so a key that gains access signs in with the same proof.
      scene.change { $0.add(wallet) }
      #expect(try await scene.signIn(proof).status == 200)
    }
  }

  @Test("A deleted key, a key of another account and an unregistered account are refused")
  func otherKeys() async throws {
    try await NEARScene.run { scene in
      let alice = try scene.wallet("alice.near")
      let bob = try scene.wallet("bob.near")
      var claim = try await bob.proof(scene.server)
      claim["account_id"] = "alice.near"
      #expect(try await scene.signIn(claim).code == "unknown_access_key")
      let proof = try await alice.proof(scene.server)
      scene.change { $0.remove(alice) }
      #expect(try await scene.signIn(proof).code == "unknown_access_key")
      let unregistered = try await NEARTestWallet(accountID: "unregistered.near").signIn(scene.server)
      #expect(unregistered.status == 401)
      #expect(unregistered.code == "unknown_account")
    }
  }

  @Test("An implicit account that is not on the chain belongs to its key")
  func derived() async throws {
    try await NEARScene.run { scene in
      let session = try await NEARTestWallet().signIn(scene.server)
      #expect(session.status == 200)
      #expect(scene.mainnet[0].asked == ["status", "view_access_key", "view_account"])
    }
  }

  @Test("An implicit account whose id does not match its key is refused, on the chain or not")
  func foreignImplicit() async throws {
    try await NEARScene.run { scene in
      let victim = try NEARTestWallet()
      let attacker = try NEARTestWallet(accountID: victim.accountID)
      #expect(try await attacker.signIn(scene.server).code == "unknown_account")
      scene.change { $0.add(victim) }
      #expect(try await attacker.signIn(scene.server).code == "unknown_access_key")
      #expect(try await victim.signIn(scene.server).status == 200)
    }
  }

  @Test("An implicit account on the chain that lost its key is not accepted by derivation")
  func deletedImplicitKey() async throws {
    try await NEARScene.run { scene in
      let first = try NEARTestWallet()
      let second = try NEARTestWallet(accountID: first.accountID)
      #expect(try await first.signIn(scene.server).status == 200)
      // The account was sold: its own key was deleted and another one was added.
      scene.change { $0.add(second) }
      let refused = try await first.signIn(scene.server)
      #expect(refused.status == 401)
      #expect(refused.code == "unknown_access_key")
    }
  }

  @Test("All full-access keys of an account, of both curves, sign in to the same user")
  func severalKeys() async throws {
    try await NEARScene.run { scene in
      let ed25519 = try scene.wallet("alice.near")
      let secp256k1 = try NEARTestWallet(accountID: "alice.near", curve: .secp256k1)
      scene.change { $0.add(secp256k1) }
      let first = try await ed25519.signIn(scene.server)
      let second = try await secp256k1.signIn(scene.server)
      #expect(second.status == 200)
      #expect(second["is_new_user"] == false)
      #expect(second.json["user"]?["id"] == first.json["user"]?["id"])
    }
  }

  @Test(
    "A secp256k1 signature must match its key, and an eth-implicit account is never accepted by derivation")
  func secp256k1() async throws {
    try await NEARScene.run { scene in
      let wallet = try NEARTestWallet(accountID: "carol.near", curve: .secp256k1)
      let other = try NEARTestWallet(accountID: "carol.near", curve: .secp256k1)
      scene.change { $0.add(wallet) }
      var forged = try await wallet.proof(scene.server)
      forged["signature"] = try other.signed(forged)["signature"]
      #expect(try await scene.signIn(forged).status == 401)
      #expect(try await wallet.signIn(scene.server).status == 200)
      let implicit = try NEARTestWallet(curve: .secp256k1)
      #expect(implicit.accountID.hasPrefix("0x"))
      #expect(try await implicit.signIn(scene.server).code == "unknown_account")
    }
  }

  @Test("An answer about another account does not prove a key of this one")
  func answerAboutAnother() async throws {
    try await NEARScene.run { scene in
      let wallet = try NEARTestWallet()
      let proof = try await wallet.proof(scene.server)
      let other = LoopbackChain.handlerError("UNKNOWN_ACCOUNT", ["requested_account_id": "other.near"])
      scene.change { chain in
        chain.faulty = ["view_account"]
        chain.fault = .answer(("error", other))
      }
      #expect(try await scene.signIn(proof).status == 503)
      scene.change { $0.fault = nil }
      #expect(try await scene.signIn(proof).status == 200)
    }
  }
}
