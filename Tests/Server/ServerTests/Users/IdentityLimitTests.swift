import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// The number of a user's identities is limited: another one is refused.
@Suite struct IdentityLimitTests {
  private static let settings: JSONObject = ["limits": ["identities_per_user": 3]]

  private func link(
    _ wallet: EthereumTestWallet, _ server: TestServer, _ token: String
  ) async throws -> TestAPI.Answer {
    let proof = try await wallet.proof(server, purpose: "link", bearer: token)
    return try await server.api.send(.post, "/v1/ethereum/link", .object(proof), bearer: token)
  }

  @Test("An identity beyond the limit is refused, an existing one is not, and a removal makes space")
  func limit() async throws {
    try await TestServer.run(Self.settings) { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let second = EthereumTestWallet()
      #expect(try await link(second, server, token).status == 200)
      let full = try await link(EthereumTestWallet(), server, token)
      #expect(full.status == 200)
      let refused = try await link(EthereumTestWallet(), server, token)
      #expect(refused.status == 409)
      #expect(refused.code == "too_many_identities")
      #expect(try await link(second, server, token).status == 200)
      let identity = try #require(full["identities"][2]?["id"]?.string)
      #expect(
        try await server.api.send(.delete, "/v1/user/identities/\(identity)", bearer: token).status == 204)
      #expect(try await link(EthereumTestWallet(), server, token).status == 200)
    }
  }

  @Test("Parallel links do not exceed the limit")
  func parallel() async throws {
    try await TestServer.run(Self.settings) { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let answers = try await inParallel(10) { try await link(EthereumTestWallet(), server, token) }
      #expect(answers.filter { $0.status == 200 }.count == 2)
      #expect(answers.filter { $0.code == "too_many_identities" }.count == 8)
    }
  }

  @Test("Identities of other users, and sign-ins, do not count")
  func others() async throws {
    try await TestServer.run(["limits": ["identities_per_user": 1]]) { server in
      let wallet = EthereumTestWallet()
      _ = try await wallet.signIn(server)
      #expect(try await wallet.signIn(server).status == 200)
      #expect(try await EthereumTestWallet().signIn(server).status == 200)
    }
  }
}
