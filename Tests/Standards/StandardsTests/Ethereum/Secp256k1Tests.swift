import DoorwardSecp256k1
import Encodings
import Sampling
import SignInWithEthereum
import Testing

struct RecoverCase: Decodable, Sendable {
  var hash: String
  var signature: String
  var publicKey: String
  var compressed: String
  var address: String
}

struct DeterministicCase: Decodable, Sendable, CustomTestStringConvertible {
  var description: String?
  var d: String
  var m: String
  var signature: String
  var testDescription: String { description ?? m }
}

struct WycheproofFile: Decodable {
  struct Group: Decodable {
    struct Key: Decodable {
      var uncompressed: String
    }
    struct Case: Decodable {
      var tcId: Int
      var comment: String
      var msg: String
      var sig: String
      var result: String
    }
    var publicKey: Key
    var tests: [Case]
  }
  var testGroups: [Group]
}

struct WycheproofCase: Sendable, CustomTestStringConvertible {
  var number: Int
  var comment: String
  var publicKey: String
  var message: String
  var signature: String
  var result: String
  var testDescription: String { "\(number) \(comment)" }

  static func all(_ path: String) throws -> [WycheproofCase] {
    try vectors(path, as: WycheproofFile.self).testGroups.flatMap { group in
      group.tests.map {
        WycheproofCase(
          number: $0.tcId, comment: $0.comment, publicKey: group.publicKey.uncompressed, message: $0.msg,
          signature: $0.sig, result: $0.result)
      }
    }
  }
}

@Suite("secp256k1")
struct Secp256k1Tests {
  static let wycheproofPath = "signatures/wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.json"
  let curve = Secp256k1()

  @Test(
    "recovery gives the key of geth's test",
    arguments: try vectorCases("ethereum/secp256k1_recover.json", as: RecoverCase.self))
  func recovers(vector: RecoverCase) throws {
    let signature = try Hex.decode(vector.signature)
    let key = try #require(
      curve.recover(
        digest: Hex.decode(vector.hash), signature: Array(signature[..<64]), recoveryID: signature[64]))
    #expect(Hex.encode(curve.uncompressed(key), prefix: true) == vector.publicKey)
    #expect(Hex.encode(curve.compressed(key), prefix: true) == vector.compressed)
    let address = curve.uncompressed(key)[1...].withUnsafeBytes {
      EthereumAddress(publicKeyCoordinates: $0)
    }
    // The address of the vector does not have a valid checksum.
    #expect(address?.checksummed.lowercased() == vector.address.lowercased())
  }

  @Test(
    "signing is deterministic by RFC 6979 with the lower s",
    arguments: try vectorCases("ethereum/secp256k1_rfc6979_sign.json", as: DeterministicCase.self))
  func deterministic(vector: DeterministicCase) throws {
    let digest = try Hex.decode(vector.m)
    let secretKey = try Hex.decode(vector.d)
    let signed = try #require(curve.sign(digest: digest, secretKey: secretKey))
    #expect(Hex.encode(signed.signature) == vector.signature)
    let key = try #require(curve.publicKey(ofSecretKey: secretKey))
    #expect(curve.isValid(signature: signed.signature, digest: digest, publicKey: key))
    let recovered = try #require(
      curve.recover(digest: digest, signature: signed.signature, recoveryID: signed.recoveryID))
    #expect(curve.uncompressed(recovered) == curve.uncompressed(key))
  }

  @Test(
    "Wycheproof: DER signatures with the lower s",
    arguments: CaseSample.of(try WycheproofCase.all(wycheproofPath), oneIn: 6))
  func wycheproof(vector: WycheproofCase) throws {
    let key = try #require(curve.publicKey(parsing: Hex.decode(vector.publicKey)))
    let digest = SHA256.hash(try Hex.decode(vector.message))
    let isValid = curve.isValid(
      derSignature: try Hex.decode(vector.signature), digest: digest, publicKey: key)
    #expect(isValid == (vector.result == "valid"))
  }

  @Test("Wycheproof: the file has the expected number of cases")
  func wycheproofCount() throws {
    let cases = try WycheproofCase.all(Self.wycheproofPath)
    #expect(cases.count == 463)
    #expect(cases.filter { $0.result == "valid" }.count == 162)
    #expect(cases.filter { $0.result == "invalid" }.count == 301)
  }

  @Test("public keys must be points on the curve in one of the two forms of SEC 1")
  func publicKeys() throws {
    let key = try #require(curve.publicKey(ofSecretKey: [UInt8](repeating: 9, count: 32)))
    let compressed = curve.compressed(key)
    let uncompressed = curve.uncompressed(key)
    #expect(compressed.count == 33 && uncompressed.count == 65)
    for bytes in [compressed, uncompressed] {
      let parsed = try #require(curve.publicKey(parsing: bytes))
      #expect(curve.uncompressed(parsed) == uncompressed)
    }
    let hybrid = [6 + uncompressed[64] % 2] + uncompressed[1...]
    var offCurve = uncompressed
    offCurve[64] ^= 1
    let beyondField = [2] + [UInt8](repeating: 0xff, count: 32)
    let noX = [2] + [UInt8](repeating: 0, count: 31) + [5]  // 5³ + 7 is no square.
    let refused: [[UInt8]] = [
      [], [4], Array(uncompressed.dropFirst()), Array(compressed.dropLast()), uncompressed + [0], hybrid,
      offCurve, beyondField, noX, [UInt8](repeating: 0, count: 33), [UInt8](repeating: 0, count: 65),
      [4] + compressed.dropFirst(),
    ]
    for bytes in refused { #expect(curve.publicKey(parsing: bytes) == nil) }
  }

  @Test("wrong sizes are refused without a trap")
  func sizes() throws {
    let key = try #require(curve.publicKey(ofSecretKey: [UInt8](repeating: 9, count: 32)))
    let good = [UInt8](repeating: 1, count: 32)
    let signature = [UInt8](repeating: 1, count: 64)
    for size in [0, 1, 31, 33, 63, 65, 1000] {
      let wrong = [UInt8](repeating: 1, count: size)
      #expect(curve.recover(digest: wrong, signature: signature, recoveryID: 0) == nil)
      #expect(curve.recover(digest: good, signature: wrong, recoveryID: 0) == nil)
      #expect(!curve.isValid(signature: wrong, digest: good, publicKey: key))
      #expect(!curve.isValid(signature: signature, digest: wrong, publicKey: key))
      #expect(!curve.isValid(derSignature: wrong, digest: good, publicKey: key))
      #expect(curve.sign(digest: wrong, secretKey: good) == nil)
      #expect(curve.sign(digest: good, secretKey: wrong) == nil)
      #expect(curve.publicKey(ofSecretKey: wrong) == nil)
    }
    for recoveryID in UInt8(4)...255 {
      #expect(curve.recover(digest: good, signature: signature, recoveryID: recoveryID) == nil)
    }
  }

  @Test("several threads can share one context")
  func concurrency() async throws {
    let secretKey = [UInt8](repeating: 9, count: 32)
    let expected = try curve.uncompressed(#require(curve.publicKey(ofSecretKey: secretKey)))
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask { [curve] in
          (0..<20).allSatisfy { round in
            let digest = SHA256.hash([UInt8(task), UInt8(round)])
            guard let signed = curve.sign(digest: digest, secretKey: secretKey),
              let key = curve.recover(
                digest: digest, signature: signed.signature, recoveryID: signed.recoveryID)
            else { return false }
            return curve.uncompressed(key) == expected
          }
        }
      }
      for await answer in group { #expect(answer) }
    }
  }
}
