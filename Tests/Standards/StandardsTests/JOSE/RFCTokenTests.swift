import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Testing

@Suite("JWS and JWT examples of the RFCs")
struct RFCTokenTests {
  let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  private func verify(_ token: String, key: JSONValue) throws -> VerifiedJWS {
    try JWSVerifier(keys: JOSEVectors.keySet(key), algorithms: .all, context: context).verify(token)
  }

  @Test("RFC 7515 appendix A, RFC 8037 A.4: each example is valid, refused, or not compact")
  func examples() throws {
    var outcomes: [String: [String]] = [:]
    for vector in try JOSEVectors.file("rfc_examples.json").requiredObjects("vectors") {
      let name = try vector.requiredString("name")
      guard let token = vector.object["jws"]?.string else {
        // Appendices A.6 and A.7 use the JSON serialization, which this library does not support (RFC 7519 §1: a
        // JWT is compact).
        let json = try #require(vector.object["jws"]).serializedString()
        #expect(throws: JOSEError(code: .malformedToken, reason: "")) { try JWS(compact: json) }
        outcomes["not compact", default: []].append(name)
        continue
      }
      guard let key = vector.object["key"], !key.isNull else {
        if vector.object["claims"] == nil {
          // A.5, alg none: an authentication server must refuse it, although the RFC defines it.
          #expect(try JWS(compact: token).header.algorithm == "none")
          let set = try JSONWebKeySet([.generate(.es256, context: context)])
          let verifier = JWSVerifier(keys: set, algorithms: .all, context: context)
          #expect(throws: JOSEError(code: .algorithmNotAllowed, reason: "")) { try verifier.verify(token) }
          outcomes["unsigned", default: []].append(name)
        }
        continue
      }
      do {
        let verified = try verify(token, key: key)
        #expect(try vector.requiredString("payload").utf8.elementsEqual(verified.payload))
        #expect(verified.algorithm.rawValue == (try vector.requiredString("alg")))
        outcomes["right", default: []].append(name)
      } catch let error as JOSEError {
        #expect(error.code == .unsupportedAlgorithm)
        outcomes["unsupported", default: []].append(name)
      }
    }
    #expect(
      outcomes == [
        "right": ["rfc7515 A.1", "rfc7515 A.2", "rfc7515 A.3", "rfc8037 A.4 Ed25519"],
        "unsupported": ["rfc7515 A.4"], "unsigned": ["rfc7515 A.5 unsecured"],
        "not compact": ["rfc7515 A.6", "rfc7515 A.7"],
      ])
  }

  @Test("RFC 7519 §3.1: the token is valid until just before its exp")
  func expiry() throws {
    let vectors = try JOSEVectors.file("rfc_examples.json").requiredObjects("vectors")
    let token = try #require(vectors.first { $0.object["claims"] != nil })
    let key = try #require(vectors.first { $0.object["name"] == "rfc7515 A.1" }?.object["key"])
    let verifier = JWTVerifier(keys: try JOSEVectors.keySet(key), algorithms: [.hs256], context: context)
    let text = try token.requiredString("jws")
    let verified = try verifier.verify(text, policy: .time(leeway: 0), at: Timestamp(seconds: 1_300_819_379))
    #expect(JSONValue.object(verified.claims.all) == token.object["claims"])
    #expect(verified.claims.issuer == "joe")
    #expect(verified.claims["http://example.com/is_root"] == true)
    #expect(throws: JOSEError(code: .expired, reason: "")) {
      try verifier.verify(text, policy: .time(leeway: 0), at: Timestamp(seconds: 1_300_819_380))
    }
  }

  @Test("RFC 7520 §4: every compact output verifies or is refused, detached ones after adding the payload")
  func cookbook() throws {
    var outcomes: [String: Int] = [:]
    for vector in try JOSEVectors.file("rfc7520_jws.json").requiredObjects("vectors") {
      let output = try vector.requiredObject("output")
      guard var token = try output.optionalString("compact") else {
        outcomes["not compact", default: 0] += 1
        continue
      }
      let input = try vector.requiredObject("input")
      let payload = Array(try input.requiredString("payload").utf8)
      if token.contains("..") {
        // §4.5, detached content: the payload must be inserted before the token can be verified.
        #expect(throws: JOSEError.self) { try verify(token, key: #require(input.object["key"])) }
        token = token.replacing("..", with: ".\(Base64URL.encode(payload)).")
      }
      do {
        #expect(try verify(token, key: #require(input.object["key"])).payload == payload)
        outcomes["right", default: 0] += 1
      } catch let error as JOSEError {
        #expect(error.code == .unsupportedAlgorithm)
        outcomes["unsupported", default: 0] += 1
      }
    }
    // PS384 and ES512; "protecting specific fields", "content only" and "multiple signatures".
    #expect(outcomes == ["right": 3, "unsupported": 2, "not compact": 3])
  }

  @Test("RFC 7520 §4.1, §4.4, RFC 8037 A.4: deterministic signatures give the same token")
  func signingIsReproducible() throws {
    var signed = 0
    for vector in try JOSEVectors.file("rfc7520_jws.json").requiredObjects("vectors") {
      guard let token = try vector.requiredObject("output").optionalString("compact"), !token.contains("..")
      else { continue }
      let input = try vector.requiredObject("input")
      guard ["RS256", "HS256"].contains(input.object["alg"]?.string) else { continue }
      let key = try JSONWebKey(input.requiredObject("key").object)
      let made = try JWTSigner(key: key, context: context).sign(
        payload: Array(input.requiredString("payload").utf8), type: nil)
      // The RFC may have another order of header members; the signature covers our order.
      #expect(try JWS(compact: made).header.parameters == JWS(compact: token).header.parameters)
      #expect(made == token)
      signed += 1
    }
    #expect(signed == 2)

    let vectors = try JOSEVectors.file("rfc_examples.json").requiredObjects("vectors")
    let okp = try #require(vectors.first { $0.object["name"] == "rfc8037 A.4 Ed25519" })
    let signer = try JWTSigner(key: JSONWebKey(okp.requiredObject("key").object), context: context)
    #expect(
      try signer.sign(payload: Array(okp.requiredString("payload").utf8), type: nil)
        == okp.requiredString("jws"))
  }
}
