import BinaryEncodings
import Encodings
import Testing

struct HashCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var data: String
  var keccak256: String
  var sha256: String
  var testDescription: String { name }
}

@Suite("Keccak-256 and SHA-256")
struct HashTests {
  @Test("ethers' vectors", arguments: try vectorCases("ethereum/ethers_hashes.json", as: HashCase.self))
  func ethers(vector: HashCase) throws {
    let data = try Hex.decode(vector.data)
    #expect(Hex.encode(Keccak256.hash(data), prefix: true) == vector.keccak256)
    #expect(Hex.encode(SHA256.hash(data), prefix: true) == vector.sha256)
  }

  @Test("the FIPS 180-4 message with a million letters")
  func million() {
    let digest = SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(Hex.encode(digest) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("hashing in pieces gives the same digest as hashing at once, across every block boundary")
  func pieces() {
    let bytes = (0..<420).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for length in 0...bytes.count {
      let whole = Array(bytes.prefix(length))
      let keccak = Keccak256.hash(whole)
      let sha = SHA256.hash(whole)
      for piece in [1, 63, 64, 65, 135, 136, 137] {
        var keccakInPieces = Keccak256()
        var shaInPieces = SHA256()
        for start in stride(from: 0, to: length, by: piece) {
          let part = Array(whole[start..<min(start + piece, length)])
          keccakInPieces.update(part)
          shaInPieces.update(part)
        }
        #expect(keccakInPieces.finalize() == keccak)
        #expect(shaInPieces.finalize() == sha)
      }
    }
  }

  @Test("two buffers have the digest of their concatenation")
  func twoBuffers() {
    let bytes = (0..<420).map { UInt8(truncatingIfNeeded: $0 &* 11) }
    let whole = Keccak256.hash(bytes)
    for split in 0...bytes.count {
      let digest = bytes[..<split].withUnsafeBytes { head in
        bytes[split...].withUnsafeBytes { Keccak256.digest(of: head, $0) }
      }
      #expect(digest.bytes == whole)
    }
  }

  @Test("constant-time comparison gives the same result as ==")
  func comparison() {
    #expect(constantTimeEquals([], []))
    #expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
    #expect(!constantTimeEquals([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEquals([0, 2, 3], [1, 2, 3]))
    #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
  }
}
