import DoorwardHTTP
import Encodings
import Testing

/// Threat case 20: bodies that are not what the call takes.
@Suite struct BodyThreatTests {
  /// A call for a challenge, as text in which a test can change anything.
  private func body(_ members: String = "") throws -> String {
    #"{"binding":"\#(try TestBinding().value)"\#(members.isEmpty ? "" : ",")\#(members)}"#
  }

  private func post(
    _ server: TestServer, _ text: String, _ path: String = "/v1/near/challenge"
  ) async throws -> TestAPI.Answer {
    try await server.api.raw(.post, path, Array(text.utf8))
  }

  @Test("Case 20: a body is read as JSON only where it says that it is, in UTF-8 and not compressed")
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

  @Test("Case 20: what is no JSON is 400, and the body is not sent back")
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

  @Test("Case 20: a name that stands twice is refused, escaped or deep inside as well")
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

  @Test("Case 20: 32 levels are read, 33 and 10 000 are not, and nobody falls over")
  func depth() async throws {
    try await TestServer.run { server in
      func nested(_ levels: Int, _ open: String, _ close: String) throws -> String {
        try body(
          #""extra":"# + String(repeating: open, count: levels) + "1"
            + String(repeating: close, count: levels))
      }
      // The object around it is the first level.
      for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
        #expect(try await post(server, try nested(31, open, close)).status == 200)
        for levels in [32, 33, 1000, 9_000] {
          let answer = try await post(server, try nested(levels, open, close))
          #expect(answer.status == 400, "\(levels)")
        }
        #expect(try await post(server, String(repeating: open, count: 10_000)).status == 400)
      }
    }
  }

  @Test("Case 20: numbers beyond every range are refused where one is meant, and harmless elsewhere")
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

  @Test("Case 20: a body that is not an object is refused; members nobody asked for are not")
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

  @Test("A member that is missing, or of another type, is named")
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

  @Test("Case 20: a body past 64 KiB is refused, whatever it holds")
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

  @Test("Case 20: a body on a GET is nobody's business")
  func bodyOnGet() async throws {
    try await TestServer.run { server in
      let answer = try await server.api.raw(.get, "/v1/config", Array("{\"a\":".utf8))
      #expect(answer.status == 200)
      #expect(try await server.api.raw(.get, "/healthz", [0xff], type: "x").status == 200)
    }
  }
}
