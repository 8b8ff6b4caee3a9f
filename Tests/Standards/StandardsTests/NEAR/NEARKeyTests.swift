import BinaryEncodings
import Encodings
import NEAR
import NEARSignatures
import Testing

/// Keys and their implicit accounts, tested with near-api-js.
@Suite("NEAR keys")
struct NEARKeyTests {
  struct KeyPair: Decodable, Sendable {
    var secretKey: String
    var publicKey: String
    var signedDigestHex: String?
    var signatureBase58: String?
  }

  struct Implicit: Decodable, Sendable {
    var publicKey: String
    var implicitAccountId: String
  }

  struct Invalid: Decodable, Sendable { var publicKeyBase58: String }

  struct File: Decodable {
    var keyPairs: [KeyPair]
    var vectors: [Implicit]
    var invalid: [Invalid]
  }

  static let file = try? vectors("near/keys.json", as: File.self)

  @Test func `the file has the expected number of vectors`() throws {
    let file = try #require(Self.file)
    #expect(file.keyPairs.count == 4)
    #expect(file.vectors.count == 3)
    #expect(file.invalid.count == 1)
  }

  @Test(arguments: file?.keyPairs ?? [])
  func `a secret key gives the public key and signature of near-api-js`(pair: KeyPair) throws {
    let secret = try NEARSecretKey(parsing: pair.secretKey)
    let publicKey = try secret.publicKey()
    #expect(publicKey.description == pair.publicKey)
    #expect(try NEARPublicKey(parsing: pair.publicKey) == publicKey)
    guard let digest = try pair.signedDigestHex.map(Hex.decode), let expected = pair.signatureBase58 else {
      return
    }
    let signature = try secret.sign(digest: digest)
    #expect(Base58.encode(signature.bytes) == expected)
    let verifier = NEARSignatureVerifier()
    try verifier.verify(digest: digest, signature: signature, publicKey: publicKey)
    for index in signature.bytes.indices {
      var bytes = signature.bytes
      bytes[index] ^= 1
      let forged = try NEARSignature(curve: signature.curve, bytes: bytes)
      #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
        try verifier.verify(digest: digest, signature: forged, publicKey: publicKey)
      }
    }
  }

  @Test(arguments: file?.vectors ?? [])
  func `the implicit account of an Ed25519 key is the key in hexadecimal`(vector: Implicit) throws {
    let key = try NEARPublicKey(parsing: vector.publicKey)
    #expect(key.implicitAccountID.description == vector.implicitAccountId)
    #expect(key.implicitAccountID.kind == .nearImplicit)
    // near-api-js and near-crypto parse a key without a prefix as Ed25519.
    #expect(try NEARPublicKey(parsing: String(vector.publicKey.dropFirst("ed25519:".count))) == key)
    #expect(try NEARPublicKey(parsing: "ED25519:" + vector.publicKey.dropFirst("ed25519:".count)) == key)
  }

  @Test func `the implicit account of a secp256k1 key is its Ethereum address`() throws {
    // The key of secret 1 is the generator, whose address is known from Ethereum's tools.
    let one = try NEARSecretKey(curve: .secp256k1, bytes: [UInt8](repeating: 0, count: 31) + [1])
    let account = try one.publicKey().implicitAccountID
    #expect(account.description == "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf")
    #expect(account.kind == .ethImplicit)
  }

  @Test(arguments: file?.invalid ?? [])
  func `a key with another length is refused`(vector: Invalid) {
    for text in [vector.publicKeyBase58, "ed25519:" + vector.publicKeyBase58] {
      #expect(throws: NEARError(code: .malformedPublicKey, reason: "")) { try NEARPublicKey(parsing: text) }
    }
  }

  @Test(arguments: [
    ("", NEARError.Code.malformedPublicKey), ("ed25519:", .malformedPublicKey),
    ("secp256k1:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847", .malformedPublicKey),
    ("ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ84O", .malformedPublicKey),
    ("ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847 ", .malformedPublicKey),
    ("ed25519:1DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847", .malformedPublicKey),
    ("ed25519::DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847", .malformedPublicKey),
    ("ed25519 :DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847", .unsupportedCurve),
    ("ed25519\u{301}:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847", .unsupportedCurve),
    (":DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847", .unsupportedCurve),
    ("ml-dsa-65:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847", .unsupportedCurve),
    (String(repeating: "1", count: 100_000), .malformedPublicKey),
  ])
  func `text that is not a key is refused`(text: String, code: NEARError.Code) {
    #expect(throws: NEARError(code: code, reason: "")) { try NEARPublicKey(parsing: text) }
  }

  @Test(arguments: file?.keyPairs ?? [])
  func `descriptions, dumps and errors contain no secret key`(pair: KeyPair) throws {
    let key = try NEARSecretKey(parsing: pair.secretKey)
    var dumped = ""
    dump(key, to: &dumped)
    let secret = pair.secretKey.split(separator: ":")[1]
    for text in [
      "\(key)", String(reflecting: key), dumped, "\(Mirror(reflecting: key).children.map(\.value))",
    ] {
      #expect(!text.contains(secret))
      #expect(!text.contains(Hex.encode(key.secret)))
      #expect(!text.contains("\(key.secret)"))
    }
    let error = #expect(throws: NEARError.self) { try NEARSecretKey(parsing: pair.secretKey + "1") }
    #expect(error?.description.contains(secret) == false)
  }

  @Test func `a wrong claimed public key is refused before signing`() throws {
    let pair = try #require(Self.file?.keyPairs.first)
    let key = try NEARSecretKey(parsing: pair.secretKey)
    var bytes = key.secret + (try #require(key.claimedPublicKey)).bytes
    bytes[40] ^= 1
    let altered = try NEARSecretKey(curve: .ed25519, bytes: bytes)
    #expect(throws: NEARError(code: .malformedSecretKey, reason: "")) { try altered.publicKey() }
    #expect(throws: NEARError(code: .malformedSecretKey, reason: "")) {
      try altered.sign(digest: [UInt8](repeating: 0, count: 32))
    }
  }

  @Test func `secrets with an invalid length or value are refused`() throws {
    for count in [0, 31, 33, 63, 65] {
      #expect(throws: NEARError(code: .malformedSecretKey, reason: "")) {
        try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 1, count: count))
      }
    }
    #expect(throws: NEARError(code: .malformedSecretKey, reason: "")) {
      try NEARSecretKey(curve: .secp256k1, bytes: [UInt8](repeating: 1, count: 64))
    }
    let zero = try NEARSecretKey(curve: .secp256k1, bytes: [UInt8](repeating: 0, count: 32))
    #expect(throws: NEARError(code: .malformedSecretKey, reason: "")) { try zero.publicKey() }
    let seven = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 7, count: 32))
    #expect(throws: NEARError(code: .malformedDigest, reason: "")) { try seven.sign(digest: [1, 2, 3]) }
  }

  @Test(arguments: NEARCurve.allCases)
  func `a new key round-trips through its text`(curve: NEARCurve) throws {
    var generator = SystemRandomNumberGenerator()
    let key = NEARSecretKey(curve: curve, using: &generator)
    let text = key.exposedText(publicKey: try key.publicKey())
    #expect(try NEARSecretKey(parsing: text).secret == key.secret)
    #expect(try NEARSecretKey(parsing: text).publicKey() == key.publicKey())
  }

  @Test func `a secp256k1 signature cannot be converted to a second valid one`() throws {
    let pair = try #require(Self.file?.keyPairs.last)
    let key = try NEARSecretKey(parsing: pair.secretKey)
    let digest = SHA256.hash(Array("message".utf8))
    let signature = try key.sign(digest: digest)
    // The other s, n - s, with the other recovery id leads to the same key.
    let order = try Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    var other = signature.bytes
    var borrow = 0
    for index in (0..<32).reversed() {
      let difference = Int(order[index]) - Int(signature.bytes[32 + index]) - borrow
      borrow = difference < 0 ? 1 : 0
      other[32 + index] = UInt8(truncatingIfNeeded: difference)
    }
    other[64] ^= 1
    let highS = try NEARSignature(curve: .secp256k1, bytes: other)
    let verifier = NEARSignatureVerifier()
    #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try verifier.verify(digest: digest, signature: highS, publicKey: key.publicKey())
    }
    for recoveryID in UInt8.min...UInt8.max where recoveryID != signature.bytes[64] {
      let altered = try NEARSignature(curve: .secp256k1, bytes: signature.bytes.dropLast() + [recoveryID])
      #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
        try verifier.verify(digest: digest, signature: altered, publicKey: key.publicKey())
      }
    }
  }

  @Test func `64 bytes that are not a secp256k1 point verify no signature`() throws {
    let key = try NEARPublicKey(curve: .secp256k1, bytes: [UInt8](repeating: 5, count: 64))
    let signature = try NEARSignature(curve: .secp256k1, bytes: [UInt8](repeating: 1, count: 65))
    #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try NEARSignatureVerifier().verify(
        digest: [UInt8](repeating: 1, count: 32), signature: signature, publicKey: key)
    }
  }
}
