import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Sampling
import Testing

/// Mutations of the published keys, sets and tokens. Each must give a result within the limits, and a parsed
/// value must round-trip.
@Suite("JOSE parsers with mutated input")
struct JOSEFuzzTests {
  static let alphabet =
    Array(#"{}[]":,\ _-=.+/eEnrtuAQgw0189kty"#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xC2, 0xF4, 0xFF]

  let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  private static func sets() throws -> [JSONValue] {
    try JOSEVectors.file("rfc_examples.json").requiredObjects("jwks").map { vector in
      try #require(vector.object["jwks"])
    }
  }

  private static func vectors() throws -> [(token: String, key: JSONValue)] {
    try JOSEVectors.file("rfc_examples.json").requiredObjects("vectors").compactMap { vector in
      guard let token = vector.object["jws"]?.string, let key = vector.object["key"], !key.isNull else {
        return nil
      }
      return (token, key)
    }
  }

  /// Checks that a key contains only allowed values and that each comes from its JSON.
  private static func check(_ key: JSONWebKey) throws {
    switch key.material {
    case .p256(let x, let y, let d):
      #expect([x.count, y.count, d?.count ?? 32] == [32, 32, 32])
    case .p384(let x, let y): #expect([x.count, y.count] == [48, 48])
    case .ed25519(let x, let d): #expect([x.count, d?.count ?? 32] == [32, 32])
    case .rsa(let n, let e, let secret):
      #expect((256...1024).contains(n.count) && (1...8).contains(e.count))
      if let secret {
        let numbers = [secret.d, secret.p, secret.q, secret.dp, secret.dq, secret.qi]
        #expect(numbers.allSatisfy { (1...2048).contains($0.count) && $0.first != 0 })
      }
    case .symmetric(let secret): #expect((1...8192).contains(secret.count))
    }
    let written = try #require(key.json(includingPrivate: true))
    #expect(try JSONWebKey(parsing: written.serialized()).json(includingPrivate: true) == written)
    guard let published = key.json() else { return }
    #expect(published.allSatisfy { !["d", "p", "q", "dp", "dq", "qi", "k"].contains($0.key) })
    #expect(try JSONWebKey(published).thumbprint == key.thumbprint)
  }

  @Test(
    "RFC 7517 §4: mutated keys neither trap when parsed nor when used",
    arguments: CaseSample.of(0..<4, oneIn: 4))
  func keys(round: Int) throws {
    var random = SplitMix64(seed: 0x7517 + UInt64(round))
    let token = try #require(try Self.vectors().first).token
    let keys = try Self.sets().flatMap { try JSONObjectReader($0).requiredObjects("keys") }
    var read = 0
    var refused = 0
    for key in keys {
      let seed = key.object.serialized()
      for _ in 0..<150 {
        let bytes = random.mutate(seed, alphabet: Self.alphabet)
        guard let key = try? JSONWebKey(parsing: bytes) else {
          refused += 1
          continue
        }
        read += 1
        try Self.check(key)
        // Values that do not form a key reach the cryptographic libraries too.
        _ = Result { () throws(JOSEError) in try JWTSigner(key: key, context: context).sign(["iss": "a"]) }
        let verifier = JWSVerifier(keys: try JSONWebKeySet([key]), algorithms: .all, context: context)
        #expect(throws: JOSEError.self) { try verifier.verify(token + "AAAA") }
      }
    }
    #expect(read > 100 && refused > 100)
  }

  @Test(
    "RFC 7517 §5: mutated sets do not trap and never mix secrets with public keys",
    arguments: CaseSample.of(0..<4, oneIn: 4))
  func sets(round: Int) throws {
    var random = SplitMix64(seed: 0x5E7 + UInt64(round))
    var read = 0
    var refused = 0
    for seed in try Self.sets().map({ $0.serialized() }) {
      for _ in 0..<250 {
        guard let set = try? JSONWebKeySet(parsing: random.mutate(seed, alphabet: Self.alphabet)) else {
          refused += 1
          continue
        }
        read += 1
        #expect(set.keys.count + set.ignored.count <= JSONWebKeySet.maxKeys)
        #expect(Set(set.keys.map { $0.signatureAlgorithm == .hs256 }).count <= 1)
        for key in set.keys { try Self.check(key) }
        let written = set.json(includingPrivate: true)
        #expect(try JSONWebKeySet(parsing: written.serialized()).json(includingPrivate: true) == written)
      }
    }
    #expect(read > 100 && refused > 100)
  }

  @Test(
    "RFC 7515 §5.2: mutated headers and payloads do not trap, and only signed ones verify",
    arguments: CaseSample.of(0..<4, oneIn: 4))
  func tokens(round: Int) throws {
    var random = SplitMix64(seed: 0x7515 + UInt64(round))
    let policies: [JWTPolicy] = [.issuer("joe"), .audience("joe"), .time(leeway: 60), .type("at+jwt")]
    var read = 0
    var refused = 0
    for (token, key) in try Self.vectors() {
      guard let good = try? JWS(compact: token), let set = try? JOSEVectors.keySet(key) else { continue }
      let verifier = JWTVerifier(keys: set, algorithms: .all, context: context)
      let signed = token.split(separator: ".", omittingEmptySubsequences: false)
      let header = Base64URL.encode(good.header.parameters.serialized())
      for _ in 0..<800 {
        // One part is mutated before its base64url encoding. JWSParsingTests mutates the encoded text.
        let isHeader = Bool.random(using: &random)
        let bytes = random.mutate(
          isHeader ? good.header.parameters.serialized() : good.unverifiedPayload, alphabet: Self.alphabet)
        let part = Base64URL.encode(bytes)
        let text = "\(isHeader ? part : header).\(isHeader ? signed[1] : part[...]).\(signed[2])"
        if text != token {
          #expect(throws: JOSEError.self) {
            try verifier.verify(text, policy: .all([]), at: Timestamp(seconds: 0))
          }
        }
        guard let jwt = try? JWT(text) else {
          refused += 1
          continue
        }
        read += 1
        #expect(String(decoding: jwt.jws.signingInput, as: UTF8.self) + ".\(signed[2])" == text)
        #expect(jwt.header.parameters["alg"]?.string == jwt.header.algorithm)
        #expect(try JWTClaims(payload: jwt.unverifiedClaims.all.serialized()) == jwt.unverifiedClaims)
        for seconds in [Int64.min / 2, 0, 1_300_819_380, Int64.max / 2] {
          // Every policy must give a result for any claims.
          for policy in policies {
            _ = policy.failure(
              header: jwt.header, claims: jwt.unverifiedClaims, at: Timestamp(seconds: seconds))
          }
        }
      }
    }
    #expect(read > 100 && refused > 100)
  }
}
