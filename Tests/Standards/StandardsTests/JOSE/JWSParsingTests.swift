import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Sampling
import Testing

@Suite("Compact tokens, RFC 7515 §5.2 and §7.1")
struct JWSParsingTests {
  private static func token(_ header: String, payload: String = "{}", signature: [UInt8] = [1]) -> String {
    [Array(header.utf8), Array(payload.utf8), signature].map { Base64URL.encode($0) }.joined(separator: ".")
  }

  @Test("a token is parsed to its parts")
  func parts() throws {
    let text = Self.token(#"{"typ":"at+jwt","alg":"ES256","kid":"k1","cty":"x","extra":[1]}"#, payload: "p")
    let jws = try JWS(compact: text)
    #expect(jws.header.algorithm == "ES256")
    #expect(jws.header.keyID == "k1")
    #expect(jws.header.type == "at+jwt")
    #expect(jws.header.contentType == "x")
    #expect(jws.header.parameters["extra"] == [1])
    #expect(jws.unverifiedPayload == Array("p".utf8))
    #expect(jws.signature == [1])
    #expect("\(String(decoding: jws.signingInput, as: UTF8.self)).AQ" == text)
    #expect(try JWS(compact: Self.token(#"{"alg":"x"}"#, payload: "", signature: [])).signature == [])
  }

  static let malformed = [
    "", ".", "..", "...", "a.b", "e30.e30.", "e30.e30", "e30.e30.AQ.", "e30.e30.AQ.AQ.AQ", " e30.e30.AQ",
    "e30.e30.AQ ",
    "e30.e30.AQ\n", "e30=.e30.AQ", "e30.e30=.AQ", "e30.e30.AQ==", "e+0.e30.AQ", "e/0.e30.AQ", "é.e30.AQ",
    "e30.\0.AQ",
    "e30.e30.AR", "Bearer e30.e30.AQ", "\u{feff}e30.e30.AQ",
    token(""), token("{"), token("null"), token("[]"), token("\"alg\""), token("{}"),
    token(#"{"typ":"JWT"}"#),
    token(#"{"alg":null}"#), token(#"{"alg":["ES256"]}"#), token(#"{"alg":"ES256","kid":1}"#),
    token(#"{"alg":"ES256","typ":{}}"#), token(#"{"alg":"ES256","cty":1}"#),
    token(#"{"alg":"ES256"} "# + "x"),
    token(#"{"alg":"none","alg":"ES256"}"#), token(#"{"alg":"ES256","\u0061lg":"none"}"#),
    token(#"{"alg":"ES256","kid":"a","kid":"b"}"#), token("{\"alg\":\"ES256\",\"x\":\"\u{1}\"}"),
    token(#"{"alg":"ES256","crit":[]}"#), token(#"{"alg":"ES256","crit":"exp"}"#),
    token(#"{"alg":"ES256","crit":[1]}"#),
    token(#"{"alg":"ES256","crit":null}"#),
    token(#"{"alg":"ES256","x":"# + String(repeating: "[", count: 40)),
  ]

  @Test("a malformed token is refused", arguments: malformed)
  func refuses(text: String) {
    #expect(throws: JOSEError(code: .malformedToken, reason: "")) { try JWS(compact: text) }
  }

  @Test(
    "RFC 7515 §4.1.11: critical extensions and unencoded payloads (RFC 7797) are refused",
    arguments: [
      #"{"alg":"ES256","crit":["exp"],"exp":1}"#, #"{"alg":"ES256","crit":["b64"],"b64":false}"#,
      #"{"alg":"ES256","b64":true}"#, #"{"alg":"ES256","b64":false}"#, #"{"crit":["x"],"x":1,"alg":"ES256"}"#,
    ])
  func critical(header: String) {
    #expect(throws: JOSEError(code: .unsupportedCriticalHeader, reason: "")) {
      try JWS(compact: Self.token(header))
    }
  }

  @Test("a token or header beyond its limit is refused before parsing")
  func limits() throws {
    let tooLarge = JOSEError(code: .tokenTooLarge, reason: "")
    let megabyte = String(repeating: "a", count: 1_048_576)
    #expect(throws: tooLarge) { try JWS(compact: Self.token("{\"alg\":\"ES256\",\"kid\":\"\(megabyte)\"}")) }
    #expect(throws: tooLarge) { try JWS(compact: Self.token(#"{"alg":"ES256"}"#, payload: megabyte)) }
    #expect(throws: tooLarge) { try JWS(compact: megabyte) }
    #expect(throws: tooLarge) { try JWS(compact: String(repeating: ".", count: 1_048_576)) }
    let longHeader = Self.token("{\"alg\":\"ES256\",\"kid\":\"\(megabyte.prefix(7000))\"}")
    #expect(throws: tooLarge) { try JWS(compact: longHeader) }
    _ = try JWS(compact: longHeader, limits: JWSLimits(maxHeaderLength: 10_000))
    let text = Self.token(#"{"alg":"ES256"}"#)
    _ = try JWS(compact: text, limits: JWSLimits(maxTokenLength: text.utf8.count))
    #expect(throws: tooLarge) {
      try JWS(compact: text, limits: JWSLimits(maxTokenLength: text.utf8.count - 1))
    }
  }

  @Test(
    "a changed token never verifies and never traps", arguments: 0..<4)
  func fuzz(round: Int) throws {
    var random = SplitMix64(seed: 0x105E + UInt64(round))
    let context = try OpenSSLContext()
    let alphabet = Array("abcdefgzAEJ019-_.=+/ {}\"".utf8) + [0, 0x80, 0xFF]
    for algorithm in [JWSAlgorithm.es256, .edDSA, .hs256] {
      let key = try JSONWebKey.generate(algorithm, context: context)
      let token = try JWTSigner(key: key, context: context).sign([
        "iss": "a", "sub": "b", "exp": 1_700_000_000,
      ])
      let verifier = JWTVerifier(keys: try JSONWebKeySet([key]), algorithms: .all, context: context)
      _ = try verifier.verify(token, policy: .all([]), at: Timestamp(seconds: 0))
      for _ in 0..<400 {
        let bytes = random.mutate(Array(token.utf8), alphabet: alphabet)
        guard bytes != Array(token.utf8) else { continue }
        #expect(throws: JOSEError.self) {
          try verifier.verify(
            String(decoding: bytes, as: UTF8.self), policy: .all([]), at: Timestamp(seconds: 0))
        }
      }
    }
  }
}
