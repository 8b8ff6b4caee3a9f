import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Of any number of parallel uses, exactly one succeeds.
@Suite struct ParallelUseTests {
  @Test("Of 100 parallel uses of one Ethereum challenge exactly one signs in")
  func oneEthereumChallenge() async throws {
    try await TestServer.run { server in
      let proof = JSONValue.object(try await EthereumTestWallet().proof(server))
      let codes = try await inParallel(100) {
        try await server.api.send(.post, "/v1/ethereum/sign-in", proof)
      }
      #expect(codes.filter { $0.status == 200 }.count == 1)
      #expect(codes.filter { $0.status == 401 && $0.code == "challenge_used" }.count == 99)
    }
  }

  @Test("Of 100 parallel uses of one NEAR challenge exactly one signs in")
  func oneNEARChallenge() async throws {
    try await TestServer.run { server in
      let proof = JSONValue.object(try await NEARTestWallet().proof(server))
      let codes = try await inParallel(100) { try await server.api.send(.post, "/v1/near/sign-in", proof) }
      #expect(codes.filter { $0.status == 200 }.count == 1)
      #expect(codes.filter { $0.status == 401 && $0.code == "challenge_used" }.count == 99)
    }
  }

  @Test("Of 100 parallel uses of a challenge at two servers with one store exactly one signs in")
  func oneChallengeOverTwoServers() async throws {
    let settings: JSONObject = ["public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2"]
    let first = try await TestServer(settings)
    let second = try await TestServer(settings, in: first.directory)
    let wallet = EthereumTestWallet()
    let binding = try TestBinding()
    let challenge = try await wallet.challenge(first, binding)
    let text = try #require(challenge["message"].string)
    let proof: JSONValue = [
      "message": .string(text), "signature": .string(try wallet.sign(text)),
      "binding_secret": .string(binding.secret),
    ]
    let apis = [first.listening, second.listening]
    let answers = try await inParallel(100) { index in
      try await apis[index % 2].send(.post, "/v1/ethereum/sign-in", proof)
    }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.status == 401 }.count == 99)
    await first.stop()
    await second.stop()
  }

  @Test("100 parallel first sign-ins of one wallet make one user")
  func oneUser() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let proofs = try await inParallel(100) { try await wallet.proof(server) }
      let answers = try await inParallel(100) { index in
        try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proofs[index]))
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      #expect(Set(answers.compactMap { $0.json["user"]?["id"]?.string }).count == 1)
      #expect(answers.filter { $0["is_new_user"] == true }.count == 1)
    }
  }

  @Test("100 parallel uses of one refresh token have exactly one successor")
  func oneSuccessor() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["refresh_token"].string)
      let answers = try await inParallel(100) {
        try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(token)")
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      #expect(Set(answers.compactMap { $0["refresh_token"].string }).count == 1)
    }
  }

  @Test(
    "100 parallel uses of one refresh token with different keys have one successor, and the session ends"
  )
  func oneSuccessorUnderManyKeys() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["refresh_token"].string)
      let answers = try await inParallel(100) { index in
        try await server.api.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(token)",
          fields: ["Idempotency-Key": "key-\(index)"])
      }
      let successors = Set(answers.compactMap { $0["refresh_token"].string })
      #expect(successors.count == 1)
      #expect(answers.filter { $0.status == 200 }.count == 1)
      let next = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(try #require(successors.first))")
      #expect(next.status == 400)
      #expect(next["error"] == "invalid_grant")
    }
  }
}
