import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// `metadata` of the user: a JSON Merge Patch (RFC 7396) of limited size and cost.
@Suite struct MetadataTests {
  @Test("RFC 7396 §2: null removes a member, an object is merged, every other value replaces")
  func merges() async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server)["account_token"].string
      let patches: [JSONValue] = [
        ["metadata": ["a": 1, "b": ["c": 2, "d": 3], "e": "x"]],
        ["metadata": ["a": nil, "b": ["c": nil, "f": 4], "e": ["g": nil], "h": nil]],
      ]
      var answer: TestAPI.Answer?
      for patch in patches { answer = try await server.api.send(.patch, "/v1/user", patch, bearer: token) }
      #expect(answer?["metadata"] == ["b": ["d": 3, "f": 4], "e": [:]])
    }
  }

  @Test("Many members can be removed at once")
  func manyMembers() async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server)["account_token"].string
      let names = (0..<2000).map { String($0, radix: 36) }
      let full = JSONObject(names.map { ($0, JSONValue.integer(1)) })
      let empty = JSONObject(names.map { ($0, JSONValue.null) })
      let set = try await server.api.send(.patch, "/v1/user", ["metadata": .object(full)], bearer: token)
      #expect(set.status == 200)
      let cleared = try await server.api.send(.patch, "/v1/user", ["metadata": .object(empty)], bearer: token)
      #expect(cleared["metadata"] == [:])
    }
  }
}
