import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Malformed and unexpected request bodies.
@Suite struct BodyThreatTests {
  /// The body of a request for a challenge, as text, so that a test can change any part.
  private func body(_ members: String = "") throws -> String {
    #"{"binding":"\#(try TestBinding().value)"\#(members.isEmpty ? "" : ",")\#(members)}"#
  }

  private func post(
    _ server: TestServer, _ text: String, _ path: String = "/v1/near/challenge"
  ) async throws -> TestAPI.Answer {
    try await server.api.raw(.post, path, Array(text.utf8))
  }

  @Test("A body is read as JSON only if its type is JSON, its charset UTF-8 and its coding identity")
  func contentType() async throws {
    try await TestServer.run { server in
      let bytes = Array(try body().utf8)
      for type in [
        nil, "text/plain", "application/x-www-form-urlencoded", "text/json",
        "application/json; charset=latin1",
        "application/json; charset=utf-16", "application/jsonx", "json", "application/json, text/plain",
        "*/*",
        "application/json; charset=utf-8; charset=utf-8", "multipart/form-data; boundary=x",
      ] {
        let answer = try await server.api.raw(.post, "/v1/near/challenge", bytes, type: type)
        #expect(answer.status == 415, "\(type ?? "none")")
        #expect(answer.code == "unsupported_media_type")
      }
      for type in [
        "application/json", "APPLICATION/JSON", "application/json;charset=UTF-8",
        "application/json; charset=\"utf-8\"",
      ] {
        #expect(
          try await server.api.raw(.post, "/v1/near/challenge", bytes, type: type).status == 200, "\(type)")
      }
      let packed = try await server.api.raw(
        .post, "/v1/near/challenge", bytes, fields: ["Content-Encoding": "gzip"])
      #expect(packed.status == 415)
      var twice: HTTPFields = ["Content-Type": "application/json"]
      twice.append("Content-Type", "text/plain")
      #expect(
        try await server.api.raw(.post, "/v1/near/challenge", bytes, type: nil, fields: twice).status == 415)
    }
  }

  @Test("A body that is not JSON is refused with 400, and the answer does not repeat it")
  func malformed() async throws {
    try await TestServer.run { server in
      let good = try body()
      var bodies: [[UInt8]] = [
        "", " ", "{", "}", "nul", "{}x", "{}{}", "{'binding': 1}", #"{"binding":"x",}"#, #"{binding:"x"}"#,
        "\u{feff}\(good)",
        #"{"a": NaN}"#, #"{"a": Infinity}"#, #"{"a": 01}"#, #"{"a": .5}"#, #"{"a": 0x10}"#, #"{"a": "\x"}"#,
        #"{"a": "\ud800"}"#, #"{"a": "tab\#tcharacter"}"#, "/* */ \(good)", "[1,2", #"{"a"}"#, #"{"a":"}"#,
        "\(good)\0",
        "{\"a\": \"secret-of-mine\"\0}",
      ].map { Array($0.utf8) }
      bodies += [
        [0xff, 0xfe], Array(#"{"a":""#.utf8) + [0xc0, 0x80] + Array("\"}".utf8), [0x7b, 0, 0x7d, 0],
      ]
      for bytes in bodies {
        let answer = try await server.api.raw(.post, "/v1/near/challenge", bytes)
        #expect(answer.status == 400, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(answer.code == "malformed_json")
        #expect(answer.fields["Content-Type"] == "application/problem+json")
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("secret-of-mine"))
      }
    }
  }

  @Test("A member that occurs twice is refused, also if it is escaped or nested")
  func duplicates() async throws {
    try await TestServer.run { server in
      for members in [
        #""binding":"x""#, #""b\u0069nding":"x""#, #""network":"mainnet","network":"testnet""#,
        #""extra":{"a":1,"a":2}"#, #""extra":[{"a":{"b":1,"\u0062":1}}]"#,
      ] {
        let answer = try await post(server, try body(members))
        #expect(answer.status == 400, "\(members)")
        #expect(answer.code == "malformed_json")
      }
    }
  }

  @Test("32 levels are accepted; 33 and 10 000 levels are refused without a crash")
  func depth() async throws {
    try await TestServer.run { server in
      func nested(_ levels: Int, _ open: String, _ close: String) throws -> String {
        try body(
          #""extra":"# + String(repeating: open, count: levels) + "1"
            + String(repeating: close, count: levels))
      }
      // The outer object is the first level.
      for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
        #expect(try await post(server, try nested(31, open, close)).status == 200)
        for levels in [32, 33, 1000, 9_000] {
          let answer = try await post(server, try nested(levels, open, close))
          #expect(answer.status == 400, "\(levels)")
          #expect(answer.code == "malformed_json")
        }
        #expect(try await post(server, String(repeating: open, count: 10_000)).status == 400)
      }
    }
  }

  @Test("A number that is out of range is refused if the member is read, and ignored otherwise")
  func numbers() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      for number in [
        "1e400", "-1e400", "99999999999999999999999999999", "-1", "1.5", "18446744073709551616",
        "\"1\"", "null", "true", "[1]", "{}", "0.1e1000000000",
      ] {
        let text = #""address":"\#(wallet.address)","domain":"x","uri":"x","chain_id":\#(number)"#
        let answer = try await post(server, try body(text), "/v1/ethereum/message")
        #expect(answer.status == 400, "\(number)")
        #expect(answer["detail"].string?.contains("chain_id") == true, "\(number)")
      }
      for number in ["0", "18446744073709551615", "137", "1e0", "1.0", "1e-400"] {
        let text = #""address":"\#(wallet.address)","domain":"x","uri":"x","chain_id":\#(number)"#
        let answer = try await post(server, try body(text), "/v1/ethereum/message")
        #expect((400...422).contains(answer.status), "\(number)")
      }
      let digits = String(repeating: "9", count: 10_000)
      #expect(try await post(server, try body(#""extra":\#(digits)"#)).status == 200)
      #expect(try await post(server, try body(#""extra":1e999999999999"#)).status == 200)
    }
  }

  @Test("A body that is not an object is refused; unknown members are ignored")
  func shape() async throws {
    try await TestServer.run { server in
      for text in ["[]", "[{}]", "null", "true", "7", "\"x\"", "[\(try body())]"] {
        let answer = try await post(server, text)
        #expect(answer.status == 400, "\(text)")
        #expect(answer.code == "wrong_type")
      }
      let extra = try body(#""__proto__":{"a":1},"constructor":"x","":0,"purpose":"sign_in","x":null"#)
      #expect(try await post(server, extra).status == 200)
    }
  }

  @Test("The error names a member that is missing or of another type")
  func members() async throws {
    try await TestServer.run { server in
      for (path, members) in [
        ("/v1/ethereum/message", ["binding", "address", "chain_id", "domain", "uri"]),
        ("/v1/ethereum/sign-in", ["binding_secret", "message", "signature"]),
        ("/v1/near/challenge", ["binding"]),
      ] {
        let whole: JSONObject = [
          "binding": .string(try TestBinding().value), "binding_secret": .string(try TestBinding().secret),
          "address": .string(EthereumTestWallet().address), "chain_id": 1, "domain": "x", "uri": "x",
          "message": "x",
          "signature": "x",
        ]
        for member in members {
          for (value, code) in [
            (nil as JSONValue?, "missing_member"), ([], "wrong_type"), (false, "wrong_type"),
          ] {
            var body = whole
            body[member] = value
            let answer = try await server.api.send(.post, path, .object(body))
            #expect(answer.status == 400, "\(path) \(member)")
            #expect(answer.code == code, "\(path) \(member)")
            #expect(answer["detail"].string?.contains(member) == true)
          }
        }
      }
      for (member, value, code) in [
        ("purpose", "steal", "invalid_purpose"), ("binding", "x", "invalid_binding"),
        ("binding", "", "invalid_binding"),
        ("binding", String(repeating: "A", count: 44), "invalid_binding"),
      ] {
        var body: JSONObject = ["binding": .string(try TestBinding().value)]
        body[member] = .string(value)
        let answer = try await server.api.send(.post, "/v1/near/challenge", .object(body))
        #expect(answer.status == 400)
        #expect(answer.code == code)
      }
    }
  }

  @Test("A body of more than 64 KiB is refused, whatever it contains")
  func size() async throws {
    try await TestServer.run { server in
      let padding = String(repeating: " ", count: 64 * 1024)
      for path in ["/v1/near/challenge", "/v1/token", "/session/near/challenge", "/v1/user"] {
        let answer = try await server.api.raw(
          path == "/v1/user" ? .patch : .post, path, Array(padding.utf8) + [0x20])
        #expect(answer.status == 413, "\(path)")
      }
      let largest = try body()
      let filled = largest + String(repeating: " ", count: 64 * 1024 - largest.utf8.count)
      #expect(try await post(server, filled).status == 200)
    }
  }

  @Test("The body of a GET is ignored")
  func bodyOnGet() async throws {
    try await TestServer.run { server in
      let answer = try await server.api.raw(.get, "/v1/config", Array("{\"a\":".utf8))
      #expect(answer.status == 200)
      #expect(try await server.api.raw(.get, "/healthz", [0xff], type: "x").status == 200)
    }
  }
}
