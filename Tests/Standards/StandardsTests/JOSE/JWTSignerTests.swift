import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Testing

@Suite("Signing tokens")
struct JWTSignerTests {
  let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  private func key(_ algorithm: JWSAlgorithm) throws -> JSONWebKey {
    guard algorithm == .rs256 else { return try .generate(algorithm, context: context) }
    let vector = try #require(try JOSEVectors.file("rfc7520_jws.json").requiredObjects("vectors").first)
    return try JSONWebKey(vector.requiredObject("input").requiredObject("key").object)
  }

  @Test(
    "a signature verifies with the public key and reports its algorithm",
    arguments: JWSAlgorithm.allCases.filter(\.canSign))
  func roundTrip(algorithm: JWSAlgorithm) throws {
    let key = try key(algorithm)
    let signer = try JWTSigner(key: key, context: context)
    let claims: JSONObject = [
      "iss": "i", "sub": "ü\n\"", "aud": ["a", "b"], "exp": 2000, "nested": ["x": [1, nil]],
    ]
    let token = try signer.sign(claims, type: "at+jwt")
    let verifier = JWTVerifier(
      keys: try JSONWebKeySet([key.publicKey ?? key]), algorithms: [algorithm], context: context)
    let verified = try verifier.verify(token, policy: .type("at+jwt"), at: Timestamp(seconds: 0))
    #expect(verified.claims.all == claims)
    #expect(verified.claims.audience == ["a", "b"])
    #expect(verified.algorithm == algorithm)
    #expect(verified.header.keyID == key.keyID)
    #expect(signer.algorithm == algorithm && signer.keyID == key.keyID)
    // The same key, parsed from its stored form, can also sign.
    let kept = try JSONWebKey(parsing: #require(key.json(includingPrivate: true)).serialized())
    let again = try JWTSigner(key: kept, context: context).sign(claims)
    _ = try verifier.verify(again, policy: .type("JWT"), at: Timestamp(seconds: 0))
  }

  @Test("a verifier reads the signed token from its text", arguments: JWSAlgorithm.allCases.filter(\.canSign))
  func signedToken(algorithm: JWSAlgorithm) throws {
    var key = try key(algorithm)
    key.keyID = "k1"
    let claims: JSONObject = [
      "iss": "i", "sub": "ü\n\"", "aud": ["a"], "exp": 2000, "iat": 1000, "nested": ["x": [1, nil]],
    ]
    let signed = try JWTSigner(key: key, context: context).signed(
      payload: claims.serialized(), type: "at+jwt")
    let verifier = JWTVerifier(
      keys: try JSONWebKeySet([key.publicKey ?? key]), algorithms: [algorithm], context: context)
    let read = try verifier.verify(signed.text, policy: .type("at+jwt"), at: Timestamp(seconds: 0))
    let own = try VerifiedJWT(signed.contents)
    #expect(own.header.parameters == read.header.parameters)
    #expect(own.header.type == "at+jwt" && own.header.keyID == "k1")
    #expect(own.claims.all == read.claims.all)
    #expect(own.claims.expiresAt == read.claims.expiresAt)
    #expect(own.claims.audience == read.claims.audience)
    #expect(own.algorithm == read.algorithm)
  }

  @Test("the header is alg, typ and kid, in that order")
  func header() throws {
    var key = try key(.es256)
    key.keyID = "k1"
    let token = try JWTSigner(key: key, context: context).sign([:], type: "at+jwt")
    let header = try Base64URL.decode(String(token.prefix { $0 != "." }))
    #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","typ":"at+jwt","kid":"k1"}"#)
  }

  @Test("claims with the wrong type are not signed")
  func claims() throws {
    let signer = try JWTSigner(key: key(.es256), context: context)
    #expect(throws: JOSEError(code: .malformedClaims, reason: "")) { try signer.sign(["exp": "soon"]) }
  }

  @Test("public keys, keys for another purpose and mismatched parts cannot sign")
  func refusals() throws {
    for algorithm in [JWSAlgorithm.es256, .edDSA, .rs256] {
      let key = try key(algorithm)
      #expect(throws: JOSEError(code: .privateKeyRequired, reason: "")) {
        try SigningKey(#require(key.publicKey), context: context)
      }
      var purpose = key
      purpose.use = "enc"
      #expect(throws: JOSEError(code: .keyNotPermitted, reason: "")) {
        try SigningKey(purpose, context: context)
      }
      purpose = key
      purpose.operations = ["verify"]
      #expect(throws: JOSEError(code: .keyNotPermitted, reason: "")) {
        try SigningKey(purpose, context: context)
      }
      purpose = key
      purpose.algorithm = "ES384"
      #expect(throws: JOSEError(code: .algorithmNotAllowed, reason: "")) {
        try SigningKey(purpose, context: context)
      }
    }
    let malformed = JOSEError(code: .malformedKey, reason: "")
    for algorithm in [JWSAlgorithm.es256, .edDSA] {
      let (one, other) = (try key(algorithm), try key(algorithm))
      let swapped: JSONWebKey.Material =
        switch (one.material, other.material) {
        case (.p256(let x, let y, _), .p256(_, _, let d)): .p256(x: x, y: y, d: d)
        case (.ed25519(let x, _), .ed25519(_, let d)): .ed25519(x: x, d: d)
        default: one.material
        }
      #expect(throws: malformed) { try SigningKey(JSONWebKey(swapped), context: context) }
    }
    guard case .rsa(let n, let e, var secret?) = try key(.rs256).material else { return }
    secret.p[secret.p.count - 1] ^= 4
    #expect(throws: malformed) {
      try SigningKey(JSONWebKey(.rsa(n: n, e: e, secret: secret)), context: context)
    }
  }

  @Test("descriptions of prepared keys contain no secret", arguments: JWSAlgorithm.allCases.filter(\.canSign))
  func descriptions(algorithm: JWSAlgorithm) throws {
    let key = try key(algorithm)
    let name = algorithm == .hs256 ? "k" : "d"
    let secret = try Base64URL.decode(#require(key.json(includingPrivate: true)?[name]?.string))
      .map(String.init).joined(separator: ", ")
    func check(_ value: some Any) {
      var dumped = ""
      dump(value, to: &dumped)
      // `dump` writes one byte per line.
      let bytes = dumped.split(separator: "\n").compactMap { line in
        line.split(separator: " ").last.flatMap { UInt8($0) }.map(String.init)
      }
      for text in ["\(value)", String(reflecting: value), bytes.joined(separator: ", ")] {
        #expect(!text.contains(secret))
      }
    }
    check(try SigningKey(key, context: context))
    check(try JWTSigner(key: key, context: context))
    check(try VerificationKey(key, context: context))
    check(key.material)
    if case .rsa(_, _, let secret?) = key.material { check(secret) }
  }

  @Test("several tasks can share a signer and a verifier", arguments: JWSAlgorithm.allCases.filter(\.canSign))
  func concurrency(algorithm: JWSAlgorithm) async throws {
    let key = try key(algorithm)
    let signer = try JWTSigner(key: key, context: context)
    let verifier = JWTVerifier(
      keys: try JSONWebKeySet([key.publicKey ?? key]), algorithms: [algorithm], context: context)
    let subjects = try await withThrowingTaskGroup(of: String?.self) { group in
      for task in 0..<32 {
        group.addTask {
          let token = try signer.sign(["sub": .string("u\(task)")])
          return try verifier.verify(token, policy: .all([]), at: Timestamp(seconds: 0)).claims.subject
        }
      }
      return try await group.reduce(into: Set<String>()) { if let subject = $1 { $0.insert(subject) } }
    }
    #expect(subjects.count == 32)
  }
}
