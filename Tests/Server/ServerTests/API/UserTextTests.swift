import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire
import Encodings
import Testing

/// Text that a user writes is returned unchanged, as data.
@Suite struct UserTextTests {
  private func bearer(_ server: TestServer) async throws -> String {
    try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
  }

  @Test("Metadata keeps every text, and every number that a double can hold")
  func metadata() async throws {
    try await TestServer.run { server in
      let token = try await bearer(server)
      let texts = [
        #"{"a\u0000b":"c\u0000d"}"#, #"{"n":123456789012345678901234567890.5}"#, #"{"n":1e308}"#,
        #"{"n":-0.0}"#,
        #"{"s":"'; DROP TABLE users; --"}"#, #"{"s":"</script><script>alert(1)</script>\u2028"}"#,
        #"{"s":"\ud83d\ude00","\ud83d\ude00":[]}"#, #"{"":{"":{"":null}}}"#, #"{"a":[[[[]]],{}],"b":{}}"#,
        #"{"e\u0301":1,"\u00e9":2}"#,
      ]
      for text in texts {
        let written = try JSONParser.parse(Array(text.utf8))
        _ = try await server.api.send(.patch, "/v1/user", ["metadata": nil], bearer: token)
        let answer = try await server.api.raw(
          .patch, "/v1/user", Array(#"{"metadata":\#(text)}"#.utf8),
          fields: ["Authorization": "Bearer \(token)"])
        #expect(answer.status == 200, "\(text)")
        let read = try await server.api.send(.get, "/v1/user", bearer: token)
        // A merge patch cannot write null (RFC 7396 §1).
        let expected = text.contains("null") ? try JSONParser.parse(Array(#"{"":{"":{}}}"#.utf8)) : written
        #expect(read["metadata"] == expected, "\(text)")
      }
    }
  }

  @Test("Each text of a profile is one line of limited length")
  func profile() async throws {
    try await TestServer.run { server in
      let token = try await bearer(server)
      #expect([ProfileText.name, .firstName, .lastName].map(\.limit) == [256, 128, 128])
      for profileText in ProfileText.allCases where profileText.input != .language {
        let (member, limit) = (profileText.rawValue, profileText.limit)
        for text in ["a\nb", "a\u{0}b", "\u{7f}", "\r", String(repeating: "x", count: limit + 1)] {
          let answer = try await server.api.send(
            .patch, "/v1/user", .object([member: .string(text)]), bearer: token)
          #expect(answer.status == 422)
          #expect(answer.code == "invalid_\(member)")
        }
        let longest = String(repeating: "x", count: limit)
        let answer = try await server.api.send(
          .patch, "/v1/user", .object([member: .string(longest)]), bearer: token)
        #expect(answer[member] == .string(longest))
        for value in [7, [], true, ["a": "b"]] as [JSONValue] {
          let refused = try await server.api.send(.patch, "/v1/user", .object([member: value]), bearer: token)
          #expect(refused.status == 400)
          #expect(refused["detail"].string?.contains(member) == true)
        }
      }
      for tag in ["x y", "en_GB", "../..", "a-", "-a", "123", "toolongsubtag1", "e\u{301}n"] {
        let answer = try await server.api.send(.patch, "/v1/user", ["locale": .string(tag)], bearer: token)
        #expect(answer.status == 422, "\(tag)")
      }
    }
  }

  @Test("Metadata can grow to 16 KiB and not further, also with several patches")
  func growth() async throws {
    try await TestServer.run { server in
      let token = try await bearer(server)
      var accepted = 0
      for index in 0..<20 {
        let chunk: JSONValue = [
          "metadata": .object(["k\(index)": .string(String(repeating: "x", count: 1000))])
        ]
        let answer = try await server.api.send(.patch, "/v1/user", chunk, bearer: token)
        guard answer.status == 200 else {
          #expect(answer.status == 422)
          #expect(answer.code == "metadata_too_large")
          continue
        }
        accepted += 1
      }
      #expect(accepted == 16)
      for value in [7, "x", []] as [JSONValue] {
        #expect(
          try await server.api.send(.patch, "/v1/user", ["metadata": value], bearer: token).status == 400)
      }
      #expect(try await server.api.send(.patch, "/v1/user", [], bearer: token).status == 400)
    }
  }

  @Test("The session list shows a user agent as one line of limited length")
  func userAgent() async throws {
    try await TestServer.run { server in
      let agent = "<img src=x>\u{9}" + String(repeating: "y", count: 2000)
      let session = try await EthereumTestWallet().signIn(server, fields: ["User-Agent": agent])
      let token = try #require(session["account_token"].string)
      let list = try await server.api.send(.get, "/v1/sessions", bearer: token)
      let device = try #require(list["items"][0]?["device"]?.string)
      #expect(device.hasPrefix("<img src=x>yyy"))
      #expect(device.unicodeScalars.count == 256)
    }
  }
}
