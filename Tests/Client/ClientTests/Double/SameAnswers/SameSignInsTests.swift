import Doorward
import Encodings
import EthereumSignatures
import NEAR
import NEARSignatures
import Testing

/// The double answers sign-ins as the built server does.
struct SameSignInsTests {
  @Test(.timeLimit(.minutes(2))) func signInWithEthereum() async throws {
    try await SameAnswers.compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      // A second sign-in is of the same user; with the account token it is of the same session.
      try await script.signIn(wallet)
      try await script.signIn(wallet, token: session.account)
      let proof = try await script.ethereumProof(wallet)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
    }
  }

  @Test(.timeLimit(.minutes(2))) func signInWithNEAR() async throws {
    try await SameAnswers.compare { script in
      let key = try NEARSecretKey.throwaway()
      let proof = try await script.nearProof(key)
      func send(_ name: String, _ value: JSONValue?) async throws {
        var wrong = proof
        wrong[name] = value
        try await script.call("POST", "/v1/near/sign-in", wrong)
      }
      try await send("binding_secret", Script.binding().secret)
      try await send("recipient", "other.near")
      try await send("network", "testnet")
      try await send("callback_url", "https://example.com")
      try await send("account_id", "No Account")
      try await send("public_key", "ed25519:1")
      try await send("signature", "AAAA")
      try await send("nonce", "AAAA")
      try await send("nonce", nil)
      try await send("message", nil)
      try await script.call("POST", "/v1/near/sign-in", proof)
      try await script.call("POST", "/v1/near/sign-in", proof)
      let hash = Script.binding().hash
      for wrong: JSONObject in [
        ["binding": hash, "network": "testnet"], ["binding": hash, "callback_url": "https://example.com"],
        ["binding": hash, "network": 1], ["binding": hash, "network": "mainnet"],
      ] {
        try await script.call("POST", "/v1/near/challenge", wrong)
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func repeatedSignIns() async throws {
    try await SameAnswers.compare(Contender.Setup(methods: ["siwe", "near", "anonymous"])) { script in
      let wallet = EthereumSecretKey.throwaway()
      let path = "/v1/ethereum/sign-in"
      let key = ["Idempotency-Key": "one"]
      let proof = try await script.ethereumProof(wallet)
      let first = try #require(try await script.call("POST", path, proof, headers: key).object)
      let same = try await script.call("POST", path, proof, headers: key)
      #expect(same["session_id"] == first["session_id"])
      // The bearer is checked first, and any live session of this user or another may repeat the request.
      try await script.call("POST", path, proof, token: "not-a-token", headers: key)
      try await script.call("POST", path, proof, token: first.access, headers: key)
      try await script.call("POST", path, proof, token: first.account, headers: key)
      try await script.call("POST", path, proof, token: script.signIn().account, headers: key)
      try await script.call(
        "POST", path, proof, headers: ["Doorward-Application": "other"].merging(key) { $1 })
      // Another key, no key, and another proof of the same challenge.
      try await script.call("POST", path, proof, headers: ["Idempotency-Key": "two"])
      try await script.call("POST", path, proof)
      try await script.call("POST", path, proof, headers: ["Idempotency-Key": ""])
      var labelled = proof
      labelled["metadata"] = ["wallet_client_type": "rainbow"]
      let relabelled = try await script.call("POST", path, labelled, headers: key)
      #expect(relabelled["session_id"] == first["session_id"])
      var wrong = proof
      wrong["signature"] = try .string(
        EthereumSecretKey.throwaway().personalSign(#require(proof["message"]?.string)))
      try await script.call("POST", path, wrong, headers: key)
      // A used refresh token ends the repetitions.
      let grant = "grant_type=refresh_token&refresh_token="
      try await script.form("/v1/token", grant + (first.refresh ?? ""))
      try await script.call("POST", path, proof, headers: key)
    }
  }

  @Test(.timeLimit(.minutes(2))) func repeatedReauthenticationsAndUpgrades() async throws {
    try await SameAnswers.compare(Contender.Setup(methods: ["siwe", "near", "anonymous"])) { script in
      let wallet = EthereumSecretKey.throwaway()
      let path = "/v1/ethereum/sign-in"
      let key = ["Idempotency-Key": "one"]
      // A reauthentication opens no session, so it cannot be repeated.
      let session = try await script.signIn(wallet)
      let again = try await script.ethereumProof(wallet)
      let renewed = try await script.call("POST", path, again, token: session.account, headers: key)
      #expect(renewed["session_id"] == session["session_id"])
      try await script.call("POST", path, again, token: session.account, headers: key)
      try await script.call("POST", path, again, headers: key)
      // An upgrade ends the session of the anonymous user, and its token with it.
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let upgrade = try await script.ethereumProof(.throwaway())
      let user = try #require(
        try await script.call("POST", path, upgrade, token: visitor.account, headers: key).object)
      try await script.call("POST", path, upgrade, token: visitor.account, headers: key)
      let found = try await script.call("POST", path, upgrade, headers: key)
      #expect(found["session_id"] == user["session_id"])
      // The session has ended.
      try await script.call("POST", "/v1/sign-out", [:], token: user.account)
      try await script.call("POST", path, upgrade, headers: key)
    }
  }

  @Test(.timeLimit(.minutes(2))) func expiredChallengesAndSignIns() async throws {
    try await SameAnswers.compare(Contender.Setup(isShort: true)) { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      let proof = try await script.ethereumProof(wallet)
      let near = try await script.nearProof(.throwaway())
      let link = try await script.ethereumProof(.throwaway(), for: .link, token: session.account)
      let key = ["Idempotency-Key": "one"]
      let answered = try await script.ethereumProof(wallet)
      try await script.call("POST", "/v1/ethereum/sign-in", answered, headers: key)
      try await script.contender.wait(.milliseconds(16_100))
      // A repetition is answered after the challenge has expired, and a first use is not.
      try await script.call("POST", "/v1/ethereum/sign-in", answered, headers: key)
      try await script.call("POST", "/v1/ethereum/sign-in", proof, headers: key)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
      try await script.call("POST", "/v1/near/sign-in", near)
      try await script.call("POST", "/v1/ethereum/link", link, token: session.account)
      try await script.call("DELETE", "/v1/user", token: session.account)
      try await script.call("DELETE", "/v1/user/identities/nothing", token: session.account)
      try await script.signIn(wallet, token: session.account)
    }
  }
}
