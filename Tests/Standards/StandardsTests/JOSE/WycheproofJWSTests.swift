import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Sampling
import Testing

/// A Wycheproof test of JSON Web Signatures.
struct WycheproofJWS: Sendable, CustomTestStringConvertible {
  let id: Int64
  let group: String
  let comment: String
  let isValid: Bool
  let token: String
  let key: JSONValue

  var testDescription: String { "\(id) \(group) \(comment)" }

  static func load() throws -> [WycheproofJWS] {
    try JOSEVectors.file("wycheproof/json_web_signature_test.json").requiredObjects("testGroups").flatMap {
      group in
      let key = try group.optionalObject("public") ?? group.requiredObject("private")
      return try group.requiredObjects("tests").map { test in
        // One token is in the JSON serialization, as an object. Its text is what a client would send.
        let token = test.object["jws"].map { $0.string ?? $0.serializedString() }
        return WycheproofJWS(
          id: try test.requiredInt64("tcId"), group: try group.requiredString("comment"),
          comment: try test.requiredString("comment"), isValid: try test.requiredString("result") == "valid",
          token: try #require(token), key: .object(key.object))
      }
    }
  }
}

@Suite("JWS, Wycheproof")
struct WycheproofJWSTests {
  static let cases = Result { try WycheproofJWS.load() }
  /// The algorithms of these tokens that this library does not support.
  static let unsupported: Set<String> = ["RS384", "RS512", "PS384", "ES512"]

  private static func outcome(_ test: WycheproofJWS) throws -> Result<VerifiedJWS, JOSEError> {
    let verifier = JWSVerifier(
      keys: try JOSEVectors.keySet(test.key), algorithms: .all, context: try OpenSSLContext())
    return Result { () throws(JOSEError) in try verifier.verify(test.token) }
  }

  private static func usesUnsupported(_ test: WycheproofJWS) -> Bool {
    guard let jws = try? JWS(compact: test.token) else { return false }
    return unsupported.contains(jws.header.algorithm)
  }

  @Test(
    "every token has the expected result, or an unsupported algorithm",
    arguments: CaseSample.of(try cases.get(), oneIn: 6))
  func verdict(test: WycheproofJWS) throws {
    switch try Self.outcome(test) {
    case .success(let verified):
      #expect(test.isValid)
      #expect(verified.payload == (try JWS(compact: test.token).unverifiedPayload))
    case .failure(let error):
      if Self.usesUnsupported(test) {
        #expect(error.code == .unsupportedAlgorithm)
      } else {
        #expect(!test.isValid, "\(error)")
      }
    }
  }

  @Test("the file has the expected number of supported and unsupported tokens")
  func counts() throws {
    let cases = try Self.cases.get()
    let apart = cases.filter(Self.usesUnsupported)
    let ours = cases.filter { !Self.usesUnsupported($0) }
    #expect(cases.count == 229)
    // RS384 4, RS512 4, PS384 3 and 2 from RFC 7520, ES512 2 from RFC 7520.
    #expect(apart.count == 15)
    #expect(apart.count { $0.isValid } == 14)
    #expect(ours.count { $0.isValid } == 13)
    #expect(ours.count { !$0.isValid } == 201)
  }
}
