import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Testing

/// Known attacks on token verifiers (RFC 8725, and its advisories).
@Suite("Attacks on tokens")
struct JWTThreatTests {
  let context: OpenSSLContext
  let key: JSONWebKey
  let claims: JSONObject = [
    "iss": "https://id.example", "aud": "https://api.example", "sub": "u1", "exp": 2000,
  ]
  let now = Timestamp(seconds: 1000)
  let policy = JWTPolicy.all([.issuer("https://id.example"), .audience("https://api.example"), .time()])

  init() throws {
    context = try OpenSSLContext()
    key = try JSONWebKey.generate(.es256, context: context)
  }

  private func verifier(_ keys: [JSONWebKey]? = nil, _ algorithms: Set<JWSAlgorithm> = .all) throws
    -> JWTVerifier
  {
    JWTVerifier(
      keys: try JSONWebKeySet(keys ?? [#require(key.publicKey)]), algorithms: algorithms, context: context)
  }

  private func refusal(_ token: String, _ verifier: JWTVerifier? = nil, _ policy: JWTPolicy? = nil) throws
    -> JOSEError.Code?
  {
    let verifier = try verifier ?? self.verifier()
    do throws(JOSEError) {
      _ = try verifier.verify(token, policy: policy ?? self.policy, at: now)
      return nil
    } catch {
      return error.code
    }
  }

  private func token(_ header: JSONObject, _ claims: JSONObject? = nil, sign: ([UInt8]) throws -> [UInt8])
    rethrows -> String
  {
    let input =
      "\(Base64URL.encode(header.serialized())).\(Base64URL.encode((claims ?? self.claims).serialized()))"
    return "\(input).\(Base64URL.encode(try sign(Array(input.utf8))))"
  }

  private func signed(_ header: JSONObject, _ claims: JSONObject? = nil) throws -> String {
    let signer = try SigningKey(key, context: context)
    return try token(header, claims) { try signer.sign($0) }
  }

  @Test("the valid token verifies, as a control for the other tests")
  func control() throws {
    #expect(try refusal(signed(["alg": "ES256", "kid": .string(#require(key.keyID))])) == nil)
    #expect(try refusal(signed(["alg": "ES256"])) == nil)
  }

  @Test(
    "alg none is refused in any case, with and without a signature",
    arguments: ["none", "None", "NONE", "nOnE"])
  func none(name: String) throws {
    #expect(try refusal(token(["alg": .string(name)]) { _ in [] }) == .algorithmNotAllowed)
    #expect(try refusal(signed(["alg": .string(name)])) == .algorithmNotAllowed)
  }

  @Test("HS256 with the public key as the secret is refused in every published form")
  func keyConfusion() throws {
    let published = try #require(key.publicKey)
    guard case .p256(let x, let y, _) = key.material else { return }
    let point = [4] + x + y
    let der = try Hex.decode("3059301306072a8648ce3d020106082a8648ce3d030107034200") + point
    let pem = "-----BEGIN PUBLIC KEY-----\n\(Base64.encode(der))\n-----END PUBLIC KEY-----\n"
    let json = try #require(published.json()).serialized()
    for secret in [x, point, Array(point.dropFirst()), der, Array(pem.utf8), json] {
      let mac = try HMACSHA256Key(secret, context: context)
      let kid = try JSONValue.string(#require(key.keyID))
      let forged = try token(["alg": "HS256", "kid": kid]) { try mac.authenticationCode(for: $0) }
      #expect(try refusal(forged) == .algorithmNotAllowed)
      let unnamed = try token(["alg": "HS256"]) { try mac.authenticationCode(for: $0) }
      #expect(try refusal(unnamed) == .algorithmNotAllowed)
    }
  }

  @Test("an algorithm that is not in the list is refused although its key is in the set")
  func algorithmList() throws {
    let token = try signed(["alg": "ES256"])
    #expect(try refusal(token, verifier(nil, [.edDSA, .rs256])) == .algorithmNotAllowed)
    #expect(try refusal(token, verifier(nil, [])) == .algorithmNotAllowed)
    #expect(try refusal(token, verifier(nil, .asymmetric)) == nil)
  }

  @Test(
    "unsupported algorithms are refused as unsupported",
    arguments: [
      "ES512", "ES256K", "RS384", "RS512", "PS384", "HS384", "HS512", "es256", "ES256 ", "", "\0",
    ])
  func unsupported(name: String) throws {
    #expect(try refusal(signed(["alg": .string(name)])) == .unsupportedAlgorithm)
  }

  @Test(
    "an unknown kid, a path, SQL or a command finds no key",
    arguments: [
      "", "other", "../../dev/null", "/dev/null", "' OR 1=1 --", "x' UNION SELECT 'key", "|whoami", "key\0",
    ])
  func wrongKeyID(kid: String) throws {
    #expect(try refusal(signed(["alg": "ES256", "kid": .string(kid)])) == .unknownKey)
  }

  @Test("a kid is compared byte for byte")
  func keyIDEquivalence() throws {
    var named = key
    named.keyID = "caf\u{e9}"
    let verifier = try self.verifier([#require(named.publicKey)])
    #expect(try refusal(signed(["alg": "ES256", "kid": "caf\u{e9}"]), verifier) == nil)
    #expect(try refusal(signed(["alg": "ES256", "kid": "cafe\u{301}"]), verifier) == .unknownKey)
  }

  @Test(
    "keys in the header of a token are ignored",
    arguments: ["jwk", "jku", "x5u", "x5c", "x5t"])
  func embeddedKeys(name: String) throws {
    let attacker = try JSONWebKey.generate(.es256, context: context)
    let signer = try SigningKey(attacker, context: context)
    let bait: JSONValue =
      switch name {
      case "jwk": try .object(#require(attacker.json()))
      case "x5c": ["MIIB"]
      default: "https://attacker.example/keys"
      }
    let kid = try JSONValue.string(#require(key.keyID))
    #expect(
      try refusal(token(["alg": "ES256", "kid": kid, name: bait]) { try signer.sign($0) }) == .wrongSignature)
    #expect(try refusal(token(["alg": "ES256", name: bait]) { try signer.sign($0) }) == .wrongSignature)
    // They also do not affect a token that is valid without them.
    #expect(try refusal(signed(["alg": "ES256", name: bait])) == nil)
  }

  @Test("expired tokens and tokens with another audience, issuer or type are refused")
  func claimChecks() throws {
    let header: JSONObject = ["alg": "ES256"]
    func changed(_ name: String, _ value: JSONValue?) throws -> String {
      var claims = claims
      claims[name] = value
      return try signed(header, claims)
    }
    #expect(try refusal(changed("exp", 940)) == .expired)
    #expect(try refusal(changed("aud", "https://other.example")) == .wrongAudience)
    #expect(try refusal(changed("aud", nil)) == .missingClaim)
    #expect(try refusal(changed("iss", "https://id.example.attacker")) == .wrongIssuer)
    #expect(try refusal(signed(header), nil, .all([.type("at+jwt"), policy])) == .wrongType)
    #expect(try refusal(signed(["alg": "ES256", "typ": "JWT"]), nil, .type("at+jwt")) == .wrongType)
  }

  @Test("duplicate members in the header and in the claims are refused despite a valid signature")
  func duplicates() throws {
    let signer = try SigningKey(key, context: context)
    func raw(_ header: String, _ payload: String) throws -> String {
      let input = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(payload.utf8)))"
      return "\(input).\(Base64URL.encode(try signer.sign(Array(input.utf8))))"
    }
    let good = #"{"iss":"https://id.example","aud":"https://api.example","exp":2000}"#
    #expect(try refusal(raw(#"{"alg":"ES256"}"#, good)) == nil)
    #expect(try refusal(raw(#"{"alg":"ES256","alg":"none"}"#, good)) == .malformedToken)
    #expect(try refusal(raw(#"{"alg":"ES256"}"#, #"{"exp":2000,"exp":9999}"#)) == .malformedClaims)
    #expect(try refusal(raw(#"{"alg":"ES256"}"#, "foo")) == .malformedClaims)
  }

  @Test("a signature with another length or format is refused: DER, empty, doubled, zeros")
  func signatureForms() throws {
    let good = try JWS(compact: signed(["alg": "ES256"]))
    let input = String(decoding: good.signingInput, as: UTF8.self)
    let der = try #require(P256Signature.der(fromRaw: good.signature))
    let zeros = [UInt8](repeating: 0, count: 64)
    for signature in [
      der, [], good.signature + good.signature, zeros, Array(good.signature.dropLast()), [0] + good.signature,
    ] {
      #expect(try refusal("\(input).\(Base64URL.encode(signature))") == .wrongSignature)
    }
  }

  @Test("use, key_ops and alg of a key are enforced")
  func keyPurpose() throws {
    let token = try signed(["alg": "ES256", "kid": .string(#require(key.keyID))])
    func refusalWith(_ change: (inout JSONWebKey) -> Void) throws -> JOSEError.Code? {
      var changed = try #require(key.publicKey)
      change(&changed)
      return try refusal(token, verifier([changed]))
    }
    #expect(try refusalWith { $0.use = "enc" } == .keyNotPermitted)
    #expect(try refusalWith { $0.use = nil } == nil)
    #expect(try refusalWith { $0.operations = ["encrypt"] } == .keyNotPermitted)
    #expect(try refusalWith { $0.operations = [] } == .keyNotPermitted)
    #expect(try refusalWith { $0.operations = ["sign"] } == .keyNotPermitted)
    #expect(try refusalWith { $0.operations = ["verify"] } == nil)
    #expect(try refusalWith { $0.algorithm = "ECDH-ES" } == .algorithmNotAllowed)
    #expect(try refusalWith { $0.algorithm = nil } == nil)
    // A point off the curve is unusable, and only a token that names the key fails with that error.
    #expect(
      try refusalWith {
        $0.material = .p256(x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 2, count: 32), d: nil)
      } == .malformedKey)
  }

  @Test("an HS256 secret below 256 bits is refused (RFC 7518 §3.2)")
  func weakSecret() throws {
    let weak = JSONWebKey(.symmetric(Array("secret".utf8)), keyID: "weak")
    #expect(throws: JOSEError(code: .keyTooSmall, reason: "")) { try JWTSigner(key: weak, context: context) }
    let mac = try HMACSHA256Key(Array("secret".utf8), context: context)
    let forged = try token(["alg": "HS256", "kid": "weak"]) { try mac.authenticationCode(for: $0) }
    #expect(try refusal(forged, verifier([weak])) == .keyTooSmall)
  }

  @Test("a token without kid is tried with a limited number of suitable keys")
  func manyKeys() throws {
    let others = try (0..<7).map { _ in try JSONWebKey.generate(.es256, context: context) }
    let token = try signed(["alg": "ES256"])
    #expect(try refusal(token, verifier(others + [key])) == nil)
    #expect(try refusal(token, verifier(others)) == .wrongSignature)
    let more = try others + [JSONWebKey.generate(.es256, context: context), key]
    #expect(try refusal(token, verifier(more)) == .unknownKey)
    #expect(
      try refusal(signed(["alg": "ES256", "kid": .string(#require(key.keyID))]), verifier(more)) == nil)
    #expect(try refusal(token, verifier([])) == .unknownKey)
  }

  @Test("two keys with the same kid are both tried")
  func sameKeyID() throws {
    var other = try JSONWebKey.generate(.es256, context: context)
    other.keyID = key.keyID
    let token = try signed(["alg": "ES256", "kid": .string(#require(key.keyID))])
    #expect(try refusal(token, verifier([other, key])) == nil)
    #expect(try refusal(token, verifier([key, other])) == nil)
  }
}
