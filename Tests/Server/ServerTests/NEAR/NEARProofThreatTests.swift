import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import NEAR
import NEARSignatures
import Testing

/// Proofs that do not match the challenge, over HTTP.
@Suite struct NEARProofThreatTests {
  @Test("A named account with a full-access key signs in, and its identity names the network")
  func signsIn() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      let session = try await wallet.signIn(scene.server)
      #expect(session.status == 200)
      let identity = try #require(session.json["user"]?["identities"]?[0])
      #expect(identity["type"] == "near")
      #expect(identity["identifier"] == "alice.near")
      #expect(identity["network"] == "mainnet")
      #expect(identity["chain_id"] == nil)
      #expect(scene.mainnet[0].asked == ["status", "view_access_key"])
      #expect(scene.testnet.asked.isEmpty)
    }
  }

  @Test("A challenge contains site, network, purpose and expiry, and is valid for five minutes")
  func challenge() async throws {
    try await NEARScene.run(NEARScene.everything) { scene in
      let answer = try await NEARTestWallet().challenge(scene.server, TestBinding())
      #expect(answer.status == 200)
      #expect(answer.fields["Cache-Control"] == "no-store")
      let text = try #require(answer["message"].string)
      for part in ["Sign in to", "Site: app.example", "Network: NEAR mainnet", "Expires: "] {
        #expect(text.contains(part), "\(part)")
      }
      #expect(answer["recipient"] == "app.example")
      #expect(try Base64.decode(try #require(answer["nonce"].string)).count == 32)
      let expiry = try Timestamp(rfc3339: try #require(answer["expires_at"].string)).date
      #expect(abs(expiry.timeIntervalSince(scene.server.clock.now) - 300) < 30)
      #expect(text.hasSuffix(try #require(answer["expires_at"].string)))
    }
  }

  @Test(
    "A proof of anything except the challenge is refused, signed or not, and spends nothing",
    arguments: [
      ("recipient", "evil.example"), ("recipient", ""), ("message", "Sign in to Doorward"),
      ("nonce", Base64.encode([UInt8](repeating: 7, count: 32))), ("network", "testnet"),
      ("network", "betanet"), ("callback_url", "https://app.example/back"), ("callback_url", ""),
    ])
  func changed(_ member: String, _ value: String) async throws {
    try await NEARScene.run(NEARScene.everything) { scene in
      let wallet = try scene.wallet("alice.near")
      scene.testnet.change { $0.add(wallet) }
      let proof = try await wallet.proof(scene.server)
      var changed = proof
      changed[member] = .string(value)
      for attempt in [changed, try wallet.signed(changed)] {
        let refused = try await scene.signIn(attempt)
        #expect(refused.status == 401)
        #expect(refused.code == "invalid_challenge")
        #expect(refused.fields["WWW-Authenticate"] != nil)
      }
      #expect(try await scene.signIn(proof).status == 200)
    }
  }

  @Test(
    "A message with changed text or time is refused",
    arguments: [
      ("Site: ", "Site: www."), ("Expires: 20", "Expires: 21"), ("mainnet", "testnet"), ("\n\n", "\n"),
    ])
  func changedText(_ original: String, _ replacement: String) async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      var proof = try await wallet.proof(scene.server)
      let text = try #require(proof["message"]?.string)
      #expect(text.contains(original))
      proof["message"] = .string(text.replacing(original, with: replacement))
      #expect(try await scene.signIn(try wallet.signed(proof)).code == "invalid_challenge")
    }
  }

  @Test("The nonce of one challenge does not answer another")
  func swappedNonce() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      var proof = try await wallet.proof(scene.server)
      proof["nonce"] = try await wallet.proof(scene.server)["nonce"]
      #expect(try await scene.signIn(try wallet.signed(proof)).code == "invalid_challenge")
    }
  }

  @Test("A challenge is not valid after five minutes, or twice")
  func expiredAndUsed() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      let used = try await wallet.proof(scene.server)
      let late = try await wallet.proof(scene.server)
      #expect(try await scene.signIn(used).status == 200)
      #expect(try await scene.signIn(used).code == "challenge_used")
      scene.server.clock.advance(by: 301)
      #expect(try await scene.signIn(late).code == "challenge_expired")
      #expect(try await scene.signIn(used).code == "challenge_expired")
    }
  }

  @Test func wrongSignatureAsksNoChainAndDoesNotSpendTheChallenge() async throws {
    try await NEARScene.run { scene in
      let (wallet, other) = (try scene.wallet("alice.near"), try scene.wallet("bob.near"))
      let proof = try await wallet.proof(scene.server)
      var forged = try other.signed(proof)
      forged["public_key"] = proof["public_key"]
      for node in scene.mainnet { node.forget() }
      let refused = try await scene.signIn(forged)
      #expect(refused.status == 401)
      #expect(refused.code == "wrong_signature")
      #expect(scene.mainnet.allSatisfy { $0.asked.isEmpty })
      #expect(try await scene.signIn(proof).status == 200)
    }
  }

  @Test("The challenge of another client, or for another purpose, does not sign in")
  func bindingAndPurpose() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      var foreign = try await wallet.proof(scene.server)
      foreign["binding_secret"] = .string(try TestBinding().secret)
      #expect(try await scene.signIn(foreign).code == "invalid_challenge")
      let token = try #require(try await wallet.signIn(scene.server)["account_token"].string)
      let link = try await wallet.proof(scene.server, purpose: "link", bearer: token)
      #expect(try await scene.signIn(link).code == "invalid_challenge")
    }
  }

  @Test("A signature of other data is refused, and does not spend the challenge")
  func wrongSignature() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      let text = "anything"
      let forgeries: [(inout JSONObject) throws -> Void] = [
        // Another key's signature.
        { $0["signature"] = try NEARTestWallet(accountID: "alice.near").signed($0)["signature"] },
        // The text alone, without the tag and payload of NEP-413.
        { $0["signature"] = .string(try wallet.key.sign(digest: SHA256.hash(Array(text.utf8))).base64) },
        {
          let bare = SHA256.hash(Array(($0["message"]?.string ?? "").utf8))
          $0["signature"] = .string(try wallet.key.sign(digest: bare).base64)
        },
        { $0["signature"] = .string(Base64.encode([UInt8](repeating: 0, count: 64))) },
      ]
      for forge in forgeries {
        let proof = try await wallet.proof(scene.server)
        var forged = proof
        try forge(&forged)
        #expect(try await scene.signIn(forged).status == 401)
        #expect(try await scene.signIn(proof).status == 200)
      }
    }
  }

  @Test("Non-canonical Ed25519 scalars and points of small order are refused")
  func nonCanonical() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      var proof = try await wallet.proof(scene.server)
      // s + L is the same number modulo the group's order (RFC 8032 §5.1.7 refuses it).
      let order: [UInt8] = try Hex.decode(
        "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
      var bytes = try Base64.decode(try #require(proof["signature"]?.string))
      var carry = 0
      for index in 0..<32 {
        let sum = Int(bytes[32 + index]) + Int(order[index]) + carry
        bytes[32 + index] = UInt8(sum & 0xff)
        carry = sum >> 8
      }
      proof["signature"] = .string(Base64.encode(bytes))
      #expect([401, 422].contains(try await scene.signIn(proof).status))
      // For the neutral point, R = neutral and s = 0 satisfy the equation of every message.
      let neutral = [1] + [UInt8](repeating: 0, count: 31)
      let key = try NEARPublicKey(curve: .ed25519, bytes: neutral)
      scene.change { $0.add(key, of: "mallory.near") }
      var small = try await wallet.proof(scene.server)
      small["account_id"] = "mallory.near"
      small["public_key"] = .string(key.description)
      small["signature"] = .string(Base64.encode(neutral + [UInt8](repeating: 0, count: 32)))
      #expect([401, 422].contains(try await scene.signIn(small).status))
    }
  }
}
