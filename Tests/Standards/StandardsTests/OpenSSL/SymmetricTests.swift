import DoorwardCiphers
import DoorwardOpenSSL
import Encodings
import Testing

private func hex(_ text: String) throws -> [UInt8] { try Hex.decode(text) }

@Suite("OpenSSL, hashes and keyed hashes")
struct OpenSSLHashTests {
  let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  @Test("SHA-256 equals FIPS 180-4 and the Swift implementation", arguments: 0..<130)
  func sha256(length: Int) throws {
    let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
    #expect(try context.sha256(message) == SHA256.hash(message))
  }

  @Test(
    "HMAC-SHA-256, RFC 4231 §4",
    arguments: [
      (
        String(repeating: "0b", count: 20), "4869205468657265",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
      ),
      (
        String(repeating: "aa", count: 131),
        "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func hmac(key: String, message: String, code: String) throws {
    let key = try HMACSHA256Key(hex(key), context: context)
    let message = try hex(message)
    let code = try hex(code)
    // Each code is computed twice, because a key is used repeatedly.
    #expect(try key.authenticationCode(for: message) == code)
    #expect(try key.authenticationCode(for: message) == code)
    #expect(try key.isValid(code, for: message))
    for place in code.indices {
      var wrong = code
      wrong[place] ^= 1
      #expect(try !key.isValid(wrong, for: message))
    }
    #expect(try !key.isValid(Array(code.prefix(16)), for: message))
    #expect(try !key.isValid([], for: message))
    #expect(try !key.isValid(code + [0], for: message))
  }

  @Test("an empty HMAC key is refused")
  func emptyKey() {
    #expect(throws: OpenSSLError(code: .invalidLength, reason: "")) {
      try HMACSHA256Key([], context: context)
    }
  }

  @Test("HKDF-SHA-256, RFC 5869 appendix A")
  func hkdf() throws {
    let one = try HKDFSHA256.derive(
      from: [UInt8](repeating: 0x0b, count: 22), salt: Array(0...12), info: Array(0xf0...0xf9), count: 42,
      context: context)
    #expect(
      Hex.encode(one)
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    let two = try HKDFSHA256.derive(
      from: Array(0x00...0x4f), salt: Array(0x60...0xaf), info: Array(0xb0...0xff), count: 82,
      context: context)
    #expect(
      Hex.encode(two)
        == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
    )
    let three = try HKDFSHA256.derive(
      from: [UInt8](repeating: 0x0b, count: 22), info: [], count: 42, context: context)
    #expect(
      Hex.encode(three)
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    #expect(throws: OpenSSLError(code: .invalidLength, reason: "")) {
      try HKDFSHA256.derive(from: [1], info: [], count: 8161, context: context)
    }
    #expect(try HKDFSHA256.derive(from: [1], info: [], count: 8160, context: context).count == 8160)
  }

  @Test("random bytes have the requested length and do not repeat")
  func random() throws {
    #expect(try SecureRandom.bytes(0) == [])
    let drawn = Set(try (0..<64).map { _ in try SecureRandom.bytes(16) })
    #expect(drawn.count == 64)
    #expect(drawn.allSatisfy { $0.count == 16 })
    #expect(throws: OpenSSLError(code: .invalidLength, reason: "")) { try SecureRandom.bytes(-1) }
  }
}

@Suite("OpenSSL, AES-256-GCM")
struct OpenSSLAESGCMTests {
  let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  @Test(
    "test cases 13, 14 and 16 of the GCM specification",
    arguments: [
      (
        String(repeating: "00", count: 32), String(repeating: "00", count: 12), "", "",
        "530f8afbc74536b9a963b4f1c4cb738b"
      ),
      (
        String(repeating: "00", count: 32), String(repeating: "00", count: 12),
        String(repeating: "00", count: 16), "",
        "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
      ),
      (
        "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
        "feedfacedeadbeeffeedfacedeadbeefabaddad2",
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
      ),
    ])
  func vectors(key: String, nonce: String, message: String, purpose: String, sealed: String) throws {
    let key = try AES256GCMKey(hex(key), context: context)
    let box = try key.seal(hex(message), purpose: hex(purpose), nonce: hex(nonce))
    #expect(Hex.encode(box) == nonce + sealed)
    #expect(try Hex.encode(key.open(box, purpose: hex(purpose))) == message)
  }

  @Test("a sealed box opens only complete, unchanged, with its key and for its purpose")
  func authenticity() throws {
    let key = try AES256GCMKey(SecureRandom.bytes(32), context: context)
    let message = Array("the master key's oldest secret".utf8)
    let box = try key.seal(message, purpose: [1])
    #expect(try key.open(box, purpose: [1]) == message)
    #expect(try key.seal(message, purpose: [1]) != box)
    let refusal = OpenSSLError(code: .notAuthentic, reason: "")
    for place in box.indices {
      var changed = box
      changed[place] ^= 0x80
      #expect(throws: refusal) { try key.open(changed, purpose: [1]) }
      #expect(throws: refusal) { try key.open(Array(box.prefix(place)), purpose: [1]) }
    }
    #expect(throws: refusal) { try key.open(box, purpose: [2]) }
    #expect(throws: refusal) { try key.open(box) }
    #expect(throws: refusal) { try key.open(box + [0], purpose: [1]) }
    let other = try AES256GCMKey(SecureRandom.bytes(32), context: context)
    #expect(throws: refusal) { try other.open(box, purpose: [1]) }
  }

  @Test("keys and nonces with other lengths are refused, and descriptions contain no key")
  func lengths() throws {
    for length in [0, 16, 31, 33] {
      #expect(throws: OpenSSLError(code: .invalidLength, reason: "")) {
        try AES256GCMKey([UInt8](repeating: 1, count: length), context: context)
      }
    }
    let key = try AES256GCMKey([UInt8](repeating: 0xAB, count: 32), context: context)
    #expect(throws: OpenSSLError(code: .invalidLength, reason: "")) {
      try key.seal([], purpose: [], nonce: [1])
    }
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains("171") && !text.lowercased().contains("ab, "))
    }
  }
}
