import DoorwardOpenSSL
import DoorwardSodium
import Encodings
import Testing

/// Ed25519 of OpenSSL, which apps use. Its results must equal those of libsodium, which the server uses.
@Suite("Ed25519 of OpenSSL")
struct Ed25519KeyTests {
  static func isValid(_ signature: [UInt8], _ message: [UInt8], _ key: [UInt8]) throws -> Bool {
    try Ed25519PublicKey(key)?.isValidSignature(signature, message: message) ?? false
  }

  @Test(arguments: Ed25519Tests.cases)
  func `the result equals that of Wycheproof`(publicKey: String, vector: Ed25519Tests.Vector) throws {
    let isValid = try Self.isValid(
      Hex.decode(vector.sig), Hex.decode(vector.msg), Hex.decode(publicKey))
    #expect(isValid == (vector.result == "valid"))
  }

  @Test(arguments: Ed25519Tests.smallOrder)
  func `a key of small order is refused`(key: String) throws {
    #expect(try Ed25519PublicKey(Hex.decode(key)) == nil)
  }

  @Test(arguments: Ed25519Tests.smallOrder)
  func `a signature whose R is of small order is refused`(point: String) throws {
    // The secret scalar of a seed is needed to make such a signature valid, so the test compares with libsodium.
    let seed = [UInt8](repeating: 4, count: 32)
    let key = try #require(Ed25519.publicKey(ofSeed: seed))
    let signature = try Hex.decode(point) + [UInt8](repeating: 0, count: 32)
    #expect(try Self.isValid(signature, [1], key) == false)
    #expect(!Ed25519.isValid(signature: signature, message: [1], publicKey: key))
  }

  @Test func `a key in a non-canonical encoding is refused`() {
    for low in 0xed...0xff as ClosedRange<UInt8> {
      for sign in [0x7f, 0xff] as [UInt8] {
        #expect(Ed25519PublicKey([low] + [UInt8](repeating: 0xff, count: 30) + [sign]) == nil)
      }
    }
  }

  @Test func `other sizes are refused`() throws {
    let key = try Ed25519PrivateKey()
    let signature = try key.sign([])
    #expect(try Self.isValid(signature, [], key.publicKey))
    #expect(try Self.isValid(signature.dropLast(), [], key.publicKey) == false)
    #expect(try Self.isValid(signature + [0], [], key.publicKey) == false)
    #expect(try Self.isValid([], [], key.publicKey) == false)
    #expect(Ed25519PublicKey([]) == nil)
    #expect(Ed25519PublicKey(key.publicKey + [0]) == nil)
  }

  @Test func `libsodium verifies the signatures of a new key`() throws {
    let key = try Ed25519PrivateKey()
    let other = try Ed25519PrivateKey()
    #expect(key.publicKey != other.publicKey)
    let signature = try key.sign([1, 2, 3])
    #expect(try key.sign([1, 2, 3]) == signature)
    #expect(Ed25519.isValid(signature: signature, message: [1, 2, 3], publicKey: key.publicKey))
    #expect(!Ed25519.isValid(signature: signature, message: [1, 2, 3], publicKey: other.publicKey))
    #expect(try Self.isValid(signature, [1, 2, 4], key.publicKey) == false)
  }
}
