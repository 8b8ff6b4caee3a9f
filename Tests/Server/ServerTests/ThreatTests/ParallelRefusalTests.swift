import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// Refusals of many users at the same time (case 34).
@Suite struct ParallelRefusalTests {
  /// A request that is refused with something of its user, and spends nothing.
  private struct Refused: Sendable {
    var method = HTTPMethod.post
    let path: String
    var body: JSONValue?
    var bearer: String?
    let code: String

    func send(_ server: TestServer) async throws -> TestAPI.Answer {
      try await server.api.send(method, path, body, bearer: bearer)
    }
  }

  /// The refused requests of a user whose account will be deleted, and of a signed-in one.
  private func requests(
    _ leaving: EthereumTestWallet, _ number: Int, _ server: TestServer
  ) async throws -> [Refused] {
    let wallet = EthereumTestWallet()
    let large = try #require(JSONNumber("1e\(400 + number)"))
    let token = try await wallet.signIn(server).account
    return [
      // With the day of the deletion.
      Refused(
        path: "/v1/ethereum/sign-in", body: .object(try await leaving.proof(server)),
        code: "account_deletion_pending"),
      // With the number that is too large.
      Refused(
        method: .patch, path: "/v1/user", body: ["metadata": ["a": .number(large)]], bearer: token,
        code: "metadata_number"),
      Refused(method: .get, path: "/v1/user", bearer: wallet.address, code: "invalid_token"),
    ]
  }

  /// An answer without its name in the log.
  private func content(_ answer: TestAPI.Answer) -> JSONObject {
    (answer.json.object ?? [:]).merging(patch: ["trace_id": .null])
  }

  @Test("A refusal is the same alone and beside the refusals of other users")
  func refusalsDoNotMix() async throws {
    let limits: JSONObject = [
      "rate_limits": ["sign_in_per_minute": 10_000, "challenge_per_minute": 10_000]
    ]
    try await TestServer.run(limits) { server in
      let leaving = (0..<6).map { _ in EthereumTestWallet() }
      for wallet in leaving {
        server.clock.advance(by: 86400)
        let session = try await wallet.signIn(server)
        #expect(try await server.api.send(.delete, "/v1/user", bearer: session.account).status == 204)
      }
      var refused: [Refused] = []
      for (number, wallet) in leaving.enumerated() { refused += try await requests(wallet, number, server) }
      var alone: [JSONObject] = []
      for request in refused {
        let answer = try await request.send(server)
        #expect(answer.code == request.code)
        alone.append(content(answer))
      }
      #expect(Set(alone.map { $0.serialized() }).count > 12, "the refusals of users differ")
      let (requests, expected) = (refused, alone)
      let answers = try await inParallel(600) { try await requests[$0 % requests.count].send(server) }
      var traces: Set<String> = []
      for (index, answer) in answers.enumerated() {
        #expect(content(answer) == expected[index % requests.count])
        traces.insert(answer["trace_id"].string ?? "")
      }
      #expect(traces.count == answers.count)
    }
  }
}
