import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The size of `metadata` and `app_metadata` is limited, so that every client can read every answer.
@Suite struct MetadataLimitTests {
  /// Alternating objects and arrays of depth `levels`.
  private static func nested(_ levels: Int) -> JSONValue {
    (1..<levels).reduce([:]) { value, level in level.isMultiple(of: 2) ? ["a": value] : [value] }
  }

  /// Sends metadata as the user and as a backend.
  private func expect(_ metadata: JSONValue, _ code: String?) async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let id = session["user"]["id"]?.string ?? ""
      let key = try await server.apiKey()
      let answers = [
        try await server.api.send(
          .patch, "/v1/user", ["metadata": metadata], bearer: try session.account),
        try await server.api.send(.patch, "/v1/users/\(id)", ["app_metadata": metadata], bearer: key),
      ]
      for answer in answers {
        #expect(answer.status == (code == nil ? 200 : 422))
        #expect(answer.code == code)
      }
    }
  }

  @Test(arguments: [(8, nil), (9, "metadata_too_deep"), (20, "metadata_too_deep")] as [(Int, String?)])
  func depth(_ levels: Int, _ code: String?) async throws {
    try await expect(["a": Self.nested(levels - 1)], code)
  }

  @Test(
    arguments: [
      ("1e308", nil), ("-1e400", "metadata_number"), ("1e99999999999", "metadata_number"),
      ("18446744073709551616", nil), (String(repeating: "9", count: 400), "metadata_number"), ("1e-400", nil),
    ] as [(String, String?)])
  func numbers(_ text: String, _ code: String?) async throws {
    let number = try #require(JSONNumber(text))
    try await expect(["a": [.number(number)]], code)
  }

  @Test func patchesTogetherCannotExceedTheLimit() async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      func patch(_ metadata: JSONValue) async throws -> TestAPI.Answer {
        try await server.api.send(.patch, "/v1/user", ["metadata": metadata], bearer: token)
      }
      #expect(try await patch(["a": Self.nested(7)]).status == 200)
      // The result is too deep, although the patch itself is not.
      #expect(try await patch(["a": ["b": Self.nested(7)]]).code == "metadata_too_deep")
      let half = JSONValue.string(String(repeating: "x", count: 8190))
      #expect(try await patch(["a": nil, "b": half]).status == 200)
      #expect(try await patch(["c": half]).code == "metadata_too_large")
      #expect(try await patch(["b": nil, "c": half]).status == 200)
    }
  }
}
