import DoorwardSodium
import Encodings
import NEAR
import NEARSignatures
import Testing

/// Ed25519, tested with Project Wycheproof and with the encodings that RFC 8032 §5.1.3 and §5.1.7 refuse.
@Suite("Ed25519")
struct Ed25519Tests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var tcId: Int
    var comment: String
    var msg: String
    var sig: String
    var result: String
    var testDescription: String { "\(tcId) \(comment)" }
  }

  struct Group: Decodable, Sendable {
    struct Key: Decodable, Sendable { var pk: String }
    var publicKey: Key
    var tests: [Vector]
  }

  struct File: Decodable { var testGroups: [Group] }

  static let groups =
    (try? vectors("signatures/wycheproof/ed25519_test.json", as: File.self).testGroups) ?? []
  static let cases = groups.flatMap { group in group.tests.map { (group.publicKey.pk, $0) } }

  @Test func `the file has the expected number of vectors`() {
    #expect(Self.cases.count == 151)
    #expect(Self.cases.count { $0.1.result == "valid" } == 88)
    #expect(Self.cases.count { $0.1.result == "invalid" } == 63)
  }

  @Test(arguments: cases)
  func `the result equals that of Wycheproof`(publicKey: String, vector: Vector) throws {
    let isValid = Ed25519.isValid(
      signature: try Hex.decode(vector.sig), message: try Hex.decode(vector.msg),
      publicKey: try Hex.decode(publicKey))
    #expect(isValid == (vector.result == "valid"))
  }

  /// The points of small order, and the other encodings that decode to one of them: y not below 2^255 - 19, or
  /// a sign for an x of zero.
  static let smallOrder = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  ]

  @Test(arguments: smallOrder)
  func `a key of small order verifies no signature`(key: String) throws {
    let publicKey = try Hex.decode(key)
    // With such a key, R = the key or the identity with S = 0 is valid for some messages.
    for start in [Self.smallOrder[0], key] {
      for message in 0..<64 as Range<UInt8> {
        let signature = try Hex.decode(start) + [UInt8](repeating: 0, count: 32)
        #expect(!Ed25519.isValid(signature: signature, message: [message], publicKey: publicKey))
      }
    }
  }

  @Test func `an S not below the order is refused`() throws {
    let order = try Hex.decode("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    let seed = [UInt8](repeating: 4, count: 32)
    let publicKey = try #require(Ed25519.publicKey(ofSeed: seed))
    var signature = try #require(Ed25519.sign(message: [1], seed: seed))
    #expect(Ed25519.isValid(signature: signature, message: [1], publicKey: publicKey))
    var carry = 0
    for index in 0..<32 {
      let sum = Int(signature[32 + index]) + Int(order[index]) + carry
      signature[32 + index] = UInt8(truncatingIfNeeded: sum)
      carry = sum >> 8
    }
    #expect(!Ed25519.isValid(signature: signature, message: [1], publicKey: publicKey))
  }

  /// Keys with y from 2^255 - 19 to 2^255 - 1 are the non-canonical encodings.
  @Test func `a key in a non-canonical encoding is refused`() throws {
    for low in 0xed...0xff as ClosedRange<UInt8> {
      for sign in [0x7f, 0xff] as [UInt8] {
        let key = [low] + [UInt8](repeating: 0xff, count: 30) + [sign]
        let signature = try Hex.decode(Self.smallOrder[0]) + [UInt8](repeating: 0, count: 32)
        #expect(!Ed25519.isValid(signature: signature, message: [], publicKey: key))
      }
    }
  }

  @Test func `other sizes are refused`() throws {
    let seed = [UInt8](repeating: 4, count: 32)
    let publicKey = try #require(Ed25519.publicKey(ofSeed: seed))
    let signature = try #require(Ed25519.sign(message: [], seed: seed))
    #expect(Ed25519.isValid(signature: signature, message: [], publicKey: publicKey))
    #expect(!Ed25519.isValid(signature: signature.dropLast(), message: [], publicKey: publicKey))
    #expect(!Ed25519.isValid(signature: signature + [0], message: [], publicKey: publicKey))
    #expect(!Ed25519.isValid(signature: [], message: [], publicKey: publicKey))
    #expect(!Ed25519.isValid(signature: signature, message: [], publicKey: []))
    #expect(!Ed25519.isValid(signature: signature, message: [], publicKey: publicKey + [0]))
    #expect(Ed25519.sign(message: [], seed: [1]) == nil)
    #expect(Ed25519.publicKey(ofSeed: []) == nil)
  }

  @Test func `RFC 8032 §7.1 test 2 gives the signature of the RFC`() throws {
    let seed = try Hex.decode("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    let signature = try #require(Ed25519.sign(message: [0x72], seed: seed))
    #expect(
      Hex.encode(signature)
        == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
  }
}
