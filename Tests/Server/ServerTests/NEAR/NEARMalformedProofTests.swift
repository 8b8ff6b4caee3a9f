import DoorwardHTTP
import Encodings
import Testing

/// Malformed bodies are refused, with the name of the member, before any node is asked.
@Suite struct NEARMalformedProofTests {
  @Test(
    "A malformed member is refused with 422 and its name; no node is asked and no challenge is spent",
    arguments: [
      ("account_id", "Alice.near", "malformed_account_id"), ("account_id", "", "malformed_account_id"),
      ("account_id", "alice near", "malformed_account_id"), ("account_id", "a", "malformed_account_id"),
      ("account_id", String(repeating: "a", count: 65), "malformed_account_id"),
      ("account_id", "al\u{456}ce.near", "malformed_account_id"),
      ("public_key", "", "malformed_public_key"), ("public_key", "ed25519:", "malformed_public_key"),
      ("public_key", "ed25519:0OIl", "malformed_public_key"),
      ("public_key", "ed25519:H9k5eiU4xXS3M4z8HzKJSLaZdqGdGwBG49o7orNC4e", "malformed_public_key"),
      ("public_key", "p256:H9k5eiU4xXS3M4z8HzKJSLaZdqGdGwBG49o7orNC4eZW", "unsupported_curve"),
      ("signature", "", "malformed_signature"), ("signature", "AAAA", "malformed_signature"),
      ("signature", String(repeating: "A", count: 86), "malformed_signature"),
      ("signature", String(repeating: "_", count: 86) + "==", "malformed_signature"),
      ("signature", String(repeating: "A", count: 5000), "malformed_signature"),
      ("nonce", "", "malformed_nonce"), ("nonce", String(repeating: "A", count: 40), "malformed_nonce"),
      ("nonce", "not base64", "malformed_nonce"),
    ])
  func malformed(_ member: String, _ value: String, _ code: String) async throws {
    try await NEARScene.run { scene in
      let proof = try await scene.wallet("alice.near").proof(scene.server)
      var changed = proof
      changed[member] = .string(value)
      let refused = try await scene.signIn(changed)
      #expect(refused.status == 422)
      #expect(refused.code == code)
      #expect(scene.mainnet[0].asked.isEmpty)
      #expect(try await scene.signIn(proof).status == 200)
    }
  }

  @Test(
    "A member that is missing or of another type is refused with 400 and its name",
    arguments: [
      "account_id", "public_key", "signature", "message", "recipient", "nonce", "network", "binding_secret",
    ])
  func missing(_ member: String) async throws {
    try await NEARScene.run { scene in
      var proof = try await scene.wallet("alice.near").proof(scene.server)
      for (value, code) in [
        (nil as JSONValue?, "missing_member"), (.null, "missing_member"), (7, "wrong_type"),
        ([], "wrong_type"),
      ] {
        proof[member] = value
        let refused = try await scene.signIn(proof)
        #expect(refused.status == 400)
        #expect(refused.code == code)
        #expect(refused["detail"].string?.contains(member) == true)
      }
    }
  }

  @Test("The client's name of its wallet is a label of 64 bytes on one line")
  func metadata() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      for label in [String(repeating: "x", count: 65), "a\nb", "a\u{0}b", "a\u{7f}"] {
        var proof = try await wallet.proof(scene.server)
        proof["metadata"] = ["wallet_client_type": .string(label)]
        let refused = try await scene.signIn(proof)
        #expect(refused.status == 422)
        #expect(refused.code == "invalid_metadata")
      }
      var proof = try await wallet.proof(scene.server)
      proof["metadata"] = [
        "wallet_client_type": "meteor-wallet", "connector_type": "near_connect", "verified": true,
      ]
      let identity = try #require(try await scene.signIn(proof).json["user"]?["identities"]?[0])
      #expect(identity["wallet_client_type"] == "meteor-wallet")
      #expect(identity["connector_type"] == "near_connect")
      #expect(identity["verified"] == nil)
    }
  }
}
