import Encodings
import Testing

@Suite("doorward verify jwt: by the vectors")
struct JWTVectorTests {
  /// Features that these tokens use and this version does not support.
  static let unsupported: Set<String> = ["RS384", "RS512", "PS384", "ES512"]

  @Test func `Wycheproof: every token has its result, and those of other algorithms are counted separately`()
    async throws
  {
    var lines: [JSONValue] = []
    var areValid: [Bool] = []
    for group in try #require(vectorFile("jose/wycheproof/json_web_signature_test.json")["testGroups"]?.array)
    {
      let key = try #require(group["public"] ?? group["private"])
      for test in try #require(group["tests"]?.array) {
        // One token has the JSON serialization, as an object. A client would send the compact text.
        let token = try #require(test["jws"].map { $0.string ?? $0.serializedString() })
        lines.append(["token": .string(token), "jwks": ["keys": [key]]])
        areValid.append(test["result"] == "valid")
      }
    }
    let answers = try await verify("jwt", lines)
    var counts: [String: Int] = [:]
    for (isValid, answer) in zip(areValid, answers) {
      let verdict = verdict(answer)
      if verdict == "unsupported_algorithm" {
        counts[isValid ? "unsupported, valid" : "unsupported, invalid", default: 0] += 1
        continue
      }
      #expect((verdict == "valid") == isValid, "\(answer)")
      counts[isValid ? "valid" : "invalid", default: 0] += 1
    }
    // The unsupported and invalid one also names RS384, RS512, PS384 or ES512.
    #expect(
      counts == ["valid": 13, "invalid": 201, "unsupported, valid": 14, "unsupported, invalid": 1])
  }

  @Test func `RFC 7515 and RFC 8037: the answer has claims if there are any, and otherwise the payload`()
    async throws
  {
    let cases = try vectorList("jose/rfc_examples.json").filter {
      $0["jws"]?.string != nil && $0.present("key") != nil
    }
    // The claims of RFC 7515 A.1 to A.3 expired in 2011.
    let lines = cases.map { vector -> JSONValue in
      ["token": vector["jws"] ?? .null, "jwks": ["keys": [vector["key"] ?? .null]], "time": 1_300_819_379]
    }
    let answers = try await verify("jwt", lines)
    for (vector, answer) in zip(cases, answers) {
      let payload = try #require(vector["payload"]?.string)
      switch vector["name"]?.string {
      case "rfc7515 A.4": #expect(verdict(answer) == "unsupported_algorithm")
      case "rfc8037 A.4 Ed25519":
        #expect(answer["payload"]?.string == Base64URL.encode([UInt8](payload.utf8)))
        #expect(answer["claims"] == nil)
      default:
        #expect(answer["claims"] == (try JSONParser.parse(payload)))
        #expect(answer["payload"] == nil)
      }
    }
    #expect(cases.count == 5)
    var late = try #require(lines.first?.object)
    late["time"] = nil
    #expect(try await verify("jwt", [.object(late)]).map(verdict) == ["expired"])
  }
}
