import Doorward
import Encodings
import EthereumSignatures
import Testing

/// The double refuses proofs and requests for challenges as the built server does.
struct SameRefusalsTests {
  @Test(.timeLimit(.minutes(2))) func refusedEthereumProofs() async throws {
    try await SameAnswers.compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let proof = try await script.ethereumProof(wallet)
      func send(_ name: String, _ value: JSONValue?) async throws {
        var wrong = proof
        wrong[name] = value
        try await script.call("POST", "/v1/ethereum/sign-in", wrong)
      }
      try await send("binding_secret", Script.binding().secret)
      try await send("binding_secret", "short")
      try await send("binding_secret", nil)
      try await send("signature", "0x00")
      try await send("signature", nil)
      try await send("message", "Hello")
      try await send("message", 1)
      try await send(
        "message", .string((proof["message"]?.string ?? "").replacing("Sign in", with: "Log in")))
      try await send("metadata", ["wallet_client_type": "two\nlines"])
      try await send("metadata", "metamask")
      // A message to sign in does not link, and the reverse.
      let session = try await script.signIn()
      try await script.call("POST", "/v1/ethereum/link", proof, token: session.account)
      try await script.call("POST", "/v1/ethereum/link", proof)
      let link = try await script.ethereumProof(wallet, for: .link, token: session.account)
      try await script.call("POST", "/v1/ethereum/sign-in", link)
      // A signature of another key spends the challenge.
      let message = try #require(proof["message"]?.string)
      try await send("signature", .string(EthereumSecretKey.throwaway().personalSign(message)))
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
    }
  }

  @Test(.timeLimit(.minutes(2))) func refusedRequestsForMessages() async throws {
    try await SameAnswers.compare { script in
      let request = script.messageRequest(.throwaway(), Script.binding().hash)
      let changes: [(String, JSONValue?)] = [
        ("domain", "example.com"), ("uri", "https://example.com"), ("chain_id", 2), ("chain_id", "1"),
        ("address", "0x12"), ("address", nil), ("binding", "short"), ("binding", nil), ("purpose", "buy"),
        ("purpose", "link"), ("purpose", nil),
      ]
      for (name, value) in changes {
        var wrong = request
        wrong[name] = value
        try await script.call("POST", "/v1/ethereum/message", wrong)
      }
      try await script.call(
        "POST", "/v1/ethereum/message", request, headers: ["Doorward-Application": "unknown"])
      try await script.call("POST", "/v1/ethereum/message", request, token: "unknown")
      try await script.form("/v1/ethereum/message", "address=0x")
      try await script.call("GET", "/v1/ethereum/message")
      try await script.call("POST", "/v1/ethereum/nothing", request)
      try await script.call("POST", "/v1/anonymous", [:])
      try await script.call("POST", "/v1/guest", [:])
    }
  }

  @Test(.timeLimit(.minutes(2))) func applicationNameOutsideTheStatementAlphabet() async throws {
    try await SameAnswers.compare(Contender.Setup(name: "Müller")) { script in
      let session = try await script.signIn()
      _ = try await script.ethereumProof(.throwaway(), for: .link, token: session.account)
      _ = try await script.nearProof(.throwaway())
    }
  }
}
