import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Invalid sign-ins with Ethereum, over HTTP.
@Suite struct EthereumSignInThreatTests {
  @Test(
    "A request for a challenge with a value that the application does not list is refused",
    arguments: [
      ("domain", JSONValue.string("evil.example"), "wrong_domain"),
      ("uri", .string("https://evil.example"), "wrong_uri"),
      ("chain_id", 137, "wrong_chain"),
    ])
  func unlisted(_ member: String, _ value: JSONValue, _ code: String) async throws {
    try await TestServer.run { server in
      let answer = try await EthereumTestWallet().challenge(server, TestBinding(), changing: [member: value])
      #expect(answer.status == 422)
      #expect(answer.code == code)
    }
  }

  @Test(
    "A message that was changed in any way after it was issued does not sign in",
    arguments: [
      ("Sign in to", "Sign away to"), ("Chain ID: 1", "Chain ID: 137"), ("Version: 1", "Version: 2"),
      ("127.0.0.1", "evil.example"), ("Expiration Time: 20", "Expiration Time: 21"),
      ("Issued At: 20", "Issued At: 19"), ("Nonce: ", "Nonce: 1"), ("\n\nURI", "\n\n\nURI"),
    ])
  func changed(_ original: String, _ replacement: String) async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      var proof = try await wallet.proof(server)
      let text = try #require(proof["message"]?.string)
      let changed = text.replacing(original, with: replacement)
      #expect(changed != text)
      proof["message"] = .string(changed)
      proof["signature"] = .string(try wallet.sign(changed))
      let answer = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(answer.status == 401 || answer.status == 422)
    }
  }

  @Test(
    "A message with added, moved or differently spaced lines does not sign in",
    arguments: [
      "\nResources:\n- urn:recap:eyJhdHQiOnt9fQ", "\nRequest ID: 1", "\nNot Before: 2020-01-01T00:00:00Z",
      "\n", " ", "\r\n",
    ])
  func added(_ suffix: String) async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      var proof = try await wallet.proof(server)
      let changed = try #require(proof["message"]?.string) + suffix
      proof["message"] = .string(changed)
      proof["signature"] = .string(try wallet.sign(changed))
      let answer = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(answer.status == 401 || answer.status == 422)
    }
  }

  @Test("A nonce that the client made is not a challenge")
  func foreignNonce() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      var proof = try await wallet.proof(server)
      let lines = try #require(proof["message"]?.string).split(
        separator: "\n", omittingEmptySubsequences: false)
      let changed = lines.map { $0.hasPrefix("Nonce: ") ? "Nonce: abcdefgh12345678" : String($0) }.joined(
        separator: "\n")
      proof["message"] = .string(changed)
      proof["signature"] = .string(try wallet.sign(changed))
      let answer = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(answer.status == 401)
      #expect(answer.code == "invalid_challenge")
    }
  }

  @Test("A message is not valid after five minutes")
  func expired() async throws {
    try await TestServer.run { server in
      let proof = JSONValue.object(try await EthereumTestWallet().proof(server))
      server.clock.advance(by: 301)
      let answer = try await server.api.send(.post, "/v1/ethereum/sign-in", proof)
      #expect(answer.status == 401)
      #expect(answer.code == "challenge_expired")
    }
  }

  @Test("Without the binding secret of its challenge, a valid proof does not sign in")
  func noBindingSecret() async throws {
    try await TestServer.run { server in
      var proof = try await EthereumTestWallet().proof(server)
      let secret = proof["binding_secret"]
      proof["binding_secret"] = nil
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof)).status == 400)
      proof["binding_secret"] = .string(try TestBinding().secret)
      let foreign = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(foreign.status == 401)
      #expect(foreign.code == "invalid_challenge")
      proof["binding_secret"] = secret
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof)).status == 200)
    }
  }

  @Test("A signature with another key is refused, and does not spend the challenge")
  func otherSigner() async throws {
    try await TestServer.run { server in
      var proof = try await EthereumTestWallet().proof(server)
      let right = proof["signature"]
      proof["signature"] = .string(try EthereumTestWallet().sign(try #require(proof["message"]?.string)))
      let wrong = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(wrong.status == 401)
      #expect(wrong.code == "wrong_signer")
      proof["signature"] = right
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof)).status == 200)
    }
  }

  @Test(
    "Malformed signatures and contract signatures are refused with their own codes and spend nothing",
    arguments: [
      ("0x", "malformed_signature"), ("hello", "malformed_signature"),
      ("0x" + String(repeating: "00", count: 65), "malformed_signature"),
      ("0x" + String(repeating: "11", count: 64), "malformed_signature"),
      ("0x" + String(repeating: "11", count: 66), "unsupported_contract_signature"),
      ("0x" + String(repeating: "11", count: 200), "unsupported_contract_signature"),
    ])
  func malformedSignature(_ signature: String, _ code: String) async throws {
    try await TestServer.run { server in
      var proof = try await EthereumTestWallet().proof(server)
      let right = proof["signature"]
      proof["signature"] = .string(signature)
      let refused = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(refused.status == 422)
      #expect(refused.code == code)
      proof["signature"] = right
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof)).status == 200)
    }
  }

  @Test("A sign-in message does not link, and a link message does not sign in")
  func purpose() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let account = try #require(session["account_token"].string)
      let second = EthereumTestWallet()
      let signIn = try await second.proof(server)
      #expect(
        try await server.api.send(.post, "/v1/ethereum/link", .object(signIn), bearer: account).code
          == "invalid_challenge")
      let link = try await second.proof(server, purpose: "link", bearer: account)
      #expect(
        try await server.api.send(.post, "/v1/ethereum/sign-in", .object(link)).code == "invalid_challenge")
      #expect(
        try await server.api.send(.post, "/v1/ethereum/link", .object(link), bearer: account).status == 200)
    }
  }

  @Test("A link message that was issued to one user does not link for another")
  func linkOfAnother() async throws {
    try await TestServer.run { server in
      let first = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let second = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let link = try await EthereumTestWallet().proof(server, purpose: "link", bearer: first)
      #expect(
        try await server.api.send(.post, "/v1/ethereum/link", .object(link), bearer: second).code
          == "invalid_challenge")
    }
  }

  @Test("A message that was issued for one application is not valid at another")
  func otherApplication() async throws {
    try await TestServer.run(["applications": [["id": "one"], ["id": "two"]]]) { server in
      let proof = try await EthereumTestWallet().proof(server, fields: ["Doorward-Application": "one"])
      let answer = try await server.api.send(
        .post, "/v1/ethereum/sign-in", .object(proof), fields: ["Doorward-Application": "two"])
      #expect(answer.code == "invalid_challenge")
    }
  }

  @Test("An address in different cases is one user")
  func oneUserPerAddress() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      var users: Set<String> = []
      for address in [wallet.address, wallet.address.lowercased()] {
        let binding = try TestBinding()
        let challenge = try await wallet.challenge(server, binding, changing: ["address": .string(address)])
        let text = try #require(challenge["message"].string)
        let session = try await server.api.send(
          .post, "/v1/ethereum/sign-in",
          [
            "message": .string(text), "signature": .string(try wallet.sign(text)),
            "binding_secret": .string(binding.secret),
          ])
        users.insert(try #require(session.json["user"]?["id"]?.string))
      }
      #expect(users.count == 1)
    }
  }

  @Test("A message of a megabyte is refused before it is parsed")
  func megabyte() async throws {
    try await TestServer.run { server in
      var proof = try await EthereumTestWallet().proof(server)
      proof["message"] = .string(String(repeating: "A", count: 1 << 20))
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof)).status == 413)
    }
  }
}
