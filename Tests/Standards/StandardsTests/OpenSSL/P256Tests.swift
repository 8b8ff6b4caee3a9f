import DoorwardCiphers
import DoorwardOpenSSL
import Encodings
import Sampling
import Testing

/// A case of a Wycheproof file with raw signatures.
struct SignatureCase: Sendable, CustomTestStringConvertible {
  let id: Int64
  let comment: String
  let result: String
  let message: [UInt8]
  let signature: [UInt8]
  let key: JSONValue

  var testDescription: String { "\(id) \(comment)" }

  static func load(_ path: String) throws -> [SignatureCase] {
    let bytes = try [UInt8](vectorData(path))
    let file = try JSONObjectReader(JSONParser.parse(bytes, limits: JSONLimits(maxBytes: bytes.count)))
    return try file.requiredObjects("testGroups").flatMap { group in
      try group.requiredObjects("tests").map { test in
        SignatureCase(
          id: try test.requiredInt64("tcId"), comment: try test.requiredString("comment"),
          result: try test.requiredString("result"), message: try Hex.decode(test.requiredString("msg")),
          signature: try Hex.decode(test.requiredString("sig")), key: .object(group.object))
      }
    }
  }
}

@Suite("OpenSSL, ECDSA on P-256")
struct OpenSSLP256Tests {
  let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  static let cases = Result {
    try SignatureCase.load("signatures/wycheproof/ecdsa_secp256r1_sha256_p1363_test.json")
  }

  @Test("every Wycheproof signature r‖s has the expected result", arguments: try cases.get())
  func wycheproof(test: SignatureCase) throws {
    let point = try Hex.decode(#require(test.key["publicKey"]?["uncompressed"]?.string))
    let key = try P256PublicKey(point: point, context: context)
    #expect(try key.isValidSignature(test.signature, message: test.message) == (test.result == "valid"))
  }

  @Test("the file has the expected number of cases")
  func wycheproofCounts() throws {
    let cases = try Self.cases.get()
    #expect(cases.count { $0.result == "valid" } == 173)
    #expect(cases.count { $0.result == "invalid" } == 89)
  }

  @Test("points off the curve, at infinity, compressed or truncated are refused")
  func refusesPoints() throws {
    let good = try P256PrivateKey.generate(context: context).point
    var off = good
    off[64] ^= 1
    var hybrid = good
    hybrid[0] = 6
    let beyond = [4] + [UInt8](repeating: 0xFF, count: 64)
    let zero = [4] + [UInt8](repeating: 0, count: 64)
    let compressed = [2 + (good[64] & 1)] + good[1...32]
    for point in [off, hybrid, beyond, zero, Array(compressed), [0], [], Array(good.dropLast()), good + [0]] {
      #expect(throws: OpenSSLError(code: .invalidKey, reason: "")) {
        try P256PublicKey(point: point, context: context)
      }
    }
    _ = try P256PublicKey(point: good, context: context)
  }

  @Test("a signature of a new key verifies only with its public key")
  func signing() throws {
    let key = try P256PrivateKey.generate(context: context)
    let other = try P256PrivateKey.generate(context: context)
    #expect(key.secret != other.secret)
    var dumped = ""
    dump(key, to: &dumped)
    for byte in key.secret { #expect(!dumped.contains("- \(byte)\n")) }
    let publicKey = try P256PublicKey(point: key.point, context: context)
    for length in [0, 1, 31, 32, 1000] {
      let message = [UInt8](repeating: 5, count: length)
      let signature = try key.sign(message)
      #expect(signature.count == 64)
      #expect(try publicKey.isValidSignature(signature, message: message))
      #expect(try !publicKey.isValidSignature(signature, message: message + [0]))
      #expect(
        try !P256PublicKey(point: other.point, context: context).isValidSignature(signature, message: message)
      )
      for place in signature.indices {
        var changed = signature
        changed[place] ^= 1
        #expect(try !publicKey.isValidSignature(changed, message: message))
      }
    }
  }

  @Test("a key can be imported from its values, and mismatched values are refused")
  func importing() throws {
    let key = try P256PrivateKey.generate(context: context)
    let again = try P256PrivateKey(secret: key.secret, point: key.point, context: context)
    #expect(again.secret == key.secret && again.point == key.point)
    let publicKey = try P256PublicKey(point: key.point, context: context)
    #expect(try publicKey.isValidSignature(again.sign([1]), message: [1]))

    let other = try P256PrivateKey.generate(context: context)
    let order: [UInt8] = try Hex.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    for secret in [
      other.secret, [UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 0xFF, count: 32), [1],
    ] {
      #expect(throws: OpenSSLError(code: .invalidKey, reason: "")) {
        try P256PrivateKey(secret: secret, point: key.point, context: context)
      }
    }
    #expect(throws: OpenSSLError(code: .invalidKey, reason: "")) {
      try P256PrivateKey(secret: key.secret, point: [4] + [UInt8](repeating: 1, count: 64), context: context)
    }
  }

  @Test("r‖s round-trips through DER for every length of both numbers")
  func derRoundTrip() {
    var random = SplitMix64(seed: 256)
    for _ in 0..<2000 {
      let zeros = (Int.random(in: 0...32, using: &random), Int.random(in: 0...32, using: &random))
      let r =
        [UInt8](repeating: 0, count: zeros.0)
        + (0..<32 - zeros.0).map { _ in UInt8.random(in: 0...255, using: &random) }
      let s =
        [UInt8](repeating: 0, count: zeros.1)
        + (0..<32 - zeros.1).map { _ in UInt8.random(in: 0...255, using: &random) }
      let der = P256Signature.der(fromRaw: r + s)
      #expect(der.flatMap(P256Signature.raw(fromDER:)) == r + s)
    }
    #expect(P256Signature.der(fromRaw: [UInt8](repeating: 1, count: 63)) == nil)
    #expect(P256Signature.der(fromRaw: [UInt8](repeating: 1, count: 65)) == nil)
  }

  @Test(
    "non-canonical DER is refused",
    arguments: [
      "", "30", "3000", "30060201010201", "3006020101020101ff", "3081060201010201 01", "300702010102020001",
      "30070202000102 0101", "3006020181020101", "3006020001020101", "30050200020101", "3006030101020101",
      "3106020101020101", "3009020101020101020101", "3006020501020101",
      "302602220101010101010101010101010101010101010101010101010101010101010101 01010201 01",
    ])
  func refusesDER(text: String) throws {
    let der = try Hex.decode(text.filter { $0 != " " })
    #expect(P256Signature.raw(fromDER: der) == nil)
  }

  @Test("random bytes as DER do not trap")
  func derFuzz() throws {
    var random = SplitMix64(seed: 9)
    let key = try P256PrivateKey.generate(context: context)
    for _ in 0..<200 {
      let der = try #require(P256Signature.der(fromRaw: key.sign([1])))
      for _ in 0..<100 {
        let bytes = random.mutate(der, alphabet: [0, 1, 2, 0x30, 0x20, 0x21, 0x7F, 0x80, 0xFF])
        guard let raw = P256Signature.raw(fromDER: bytes) else { continue }
        #expect(P256Signature.der(fromRaw: raw) == bytes)
      }
    }
  }

  @Test("several tasks can share a prepared key")
  func concurrency() async throws {
    let key = try P256PrivateKey.generate(context: context)
    let publicKey = try P256PublicKey(point: key.point, context: context)
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<64 {
        group.addTask {
          let message = [UInt8](repeating: UInt8(task), count: task)
          let signature = try key.sign(message)
          let right = try publicKey.isValidSignature(signature, message: message)
          let wrong = try publicKey.isValidSignature(signature, message: message + [1])
          return right && !wrong
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 64 && answers.allSatisfy { $0 })
  }
}

@Suite("P-256: keys that are used once")
struct P256KeyPoolTests {
  @Test
  func `each signature is checked with its own key, also concurrently and after refused points`() async throws
  {
    let context = try OpenSSLContext()
    let message: [UInt8] = [1, 2, 3]
    let keys = try (0..<8).map { _ in try P256PrivateKey.generate(context: context) }
    let signatures = try keys.map { try #require(P256Signature.der(fromRaw: try $0.sign(message))) }
    let results = await withTaskGroup(of: [Bool].self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<50).flatMap { round -> [Bool] in
            let (key, signature) = ((task + round) % 8, (task * round) % 8)
            let own = Self.isValid(signatures[signature], message, keys[key].point, context)
            var point = keys[key].point
            point[64] ^= 1
            return [
              own == (key == signature), !Self.isValid(signatures[key], message, point, context),
              !Self.isValid(signatures[key], [1], keys[key].point, context),
            ]
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(results.count == 1200 && results.allSatisfy { $0 })
    for point: [UInt8] in [[], [4], [UInt8](repeating: 4, count: 65), [0]] {
      #expect(!Self.isValid(signatures[0], message, point, context))
    }
    for signature in [[], [0x30], signatures[0] + [0], Array(signatures[0].dropLast())] {
      #expect(!Self.isValid(signature, message, keys[0].point, context))
    }
  }

  private static func isValid(
    _ signature: [UInt8], _ message: [UInt8], _ point: [UInt8], _ context: OpenSSLContext
  ) -> Bool {
    (try? context.isValidP256Signature(der: signature, message: message, point: point)) ?? false
  }
}
