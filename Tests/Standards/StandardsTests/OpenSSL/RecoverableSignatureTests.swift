import DoorwardOpenSSL
import DoorwardSecp256k1
import Encodings
import Testing

/// secp256k1 of OpenSSL, which apps use. Its results must equal those of libsecp256k1, which the server uses.
@Suite("secp256k1 of OpenSSL")
struct RecoverableSignatureTests {
  static let order: [UInt8] =
    [UInt8](repeating: 0xff, count: 15) + [
      0xfe, 0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
    ]
  let curve = Secp256k1()

  func isValid(
    _ signature: [UInt8], _ recoveryID: UInt8, _ digest: [UInt8], _ point: [UInt8]
  ) throws -> Bool {
    try RecoverableSignature(signature, recoveryID: recoveryID)?.isValid(digest: digest, point: point)
      ?? false
  }

  /// What `NEARSignatureVerifier` computes with libsecp256k1.
  func libraryIsValid(
    _ signature: [UInt8], _ recoveryID: UInt8, _ digest: [UInt8], _ point: [UInt8]
  ) -> Bool {
    guard let key = curve.publicKey(parsing: point),
      let signer = curve.recover(digest: digest, signature: signature, recoveryID: recoveryID)
    else { return false }
    return curve.uncompressed(signer) == point
      && curve.isValid(signature: signature, digest: digest, publicKey: key)
  }

  @Test(arguments: try vectorCases("ethereum/secp256k1_rfc6979_sign.json", as: DeterministicCase.self))
  func `a signature of libsecp256k1 is valid with its recovery id only`(vector: DeterministicCase) throws {
    let digest = try Hex.decode(vector.m)
    let secret = try Hex.decode(vector.d)
    let signed = try #require(curve.sign(digest: digest, secretKey: secret))
    let point = try curve.uncompressed(#require(curve.publicKey(ofSecretKey: secret)))
    for recoveryID in 0...4 as ClosedRange<UInt8> {
      #expect(
        try isValid(signed.signature, recoveryID, digest, point) == (recoveryID == signed.recoveryID))
    }
    #expect(try isValid(signed.signature, signed.recoveryID, SHA256.hash(digest), point) == false)
  }

  @Test(
    "the result equals that of libsecp256k1 for the signatures of Wycheproof",
    arguments: try WycheproofCase.all(Secp256k1Tests.wycheproofPath))
  func wycheproof(vector: WycheproofCase) throws {
    guard let signature = P256Signature.raw(fromDER: try Hex.decode(vector.signature)) else { return }
    let digest = SHA256.hash(try Hex.decode(vector.message))
    let point = try Hex.decode(vector.publicKey)
    let valid = try (0...3 as ClosedRange<UInt8>).filter { try isValid(signature, $0, digest, point) }
    #expect(valid == (0...3).filter { libraryIsValid(signature, $0, digest, point) })
    #expect((valid.count == 1) == (vector.result == "valid"))
  }

  @Test func `the same signature with the higher s is refused`() throws {
    let secret = [UInt8](repeating: 9, count: 32)
    let digest = SHA256.hash([1])
    let signed = try #require(curve.sign(digest: digest, secretKey: secret))
    let point = try curve.uncompressed(#require(curve.publicKey(ofSecretKey: secret)))
    var higher = signed.signature
    var borrow = 0
    for index in (0..<32).reversed() {
      let difference = Int(Self.order[index]) - Int(signed.signature[32 + index]) - borrow
      higher[32 + index] = UInt8(truncatingIfNeeded: difference)
      borrow = difference < 0 ? 1 : 0
    }
    // Recovery accepts it, with the other parity.
    let recovered = try #require(
      curve.recover(digest: digest, signature: higher, recoveryID: signed.recoveryID ^ 1))
    #expect(curve.uncompressed(recovered) == point)
    #expect(try isValid(higher, signed.recoveryID ^ 1, digest, point) == false)
    #expect(try isValid(higher, signed.recoveryID, digest, point) == false)
  }

  @Test func `numbers out of range, other sizes and points off the curve are refused`() throws {
    let digest = SHA256.hash([1])
    let secret = [UInt8](repeating: 9, count: 32)
    let signed = try #require(curve.sign(digest: digest, secretKey: secret))
    let point = try curve.uncompressed(#require(curve.publicKey(ofSecretKey: secret)))
    let (r, s) = (Array(signed.signature[..<32]), Array(signed.signature[32...]))
    let zero = [UInt8](repeating: 0, count: 32)
    for wrong in [zero + s, r + zero, Self.order + s, r + Self.order, zero + zero, r, r + s + [0], []] {
      for recoveryID in 0...3 as ClosedRange<UInt8> {
        #expect(try isValid(wrong, recoveryID, digest, point) == false)
      }
    }
    var offCurve = point
    offCurve[64] ^= 1
    let hybrid = [6 + point[64] % 2] + point[1...]
    for wrong in [offCurve, hybrid, Array(point.dropFirst()), point + [0], [4], [], [0]] {
      #expect(try isValid(signed.signature, signed.recoveryID, digest, wrong) == false)
    }
    #expect(try isValid(signed.signature, signed.recoveryID, digest.dropLast(), point) == false)
    #expect(try isValid(signed.signature, signed.recoveryID, digest, point))
  }
}
