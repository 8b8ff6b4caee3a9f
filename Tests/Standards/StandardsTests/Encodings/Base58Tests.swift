import BinaryEncodings
import Encodings
import Sampling
import Testing

struct Base58Case: Decodable, Sendable {
  var decodedHex: String
  var encoded: String
}

@Suite("Base58 and Base58Check")
struct Base58Tests {
  @Test(
    "Bitcoin Core's vectors hold in both directions",
    arguments: try vectorCases("encoding/base58.json", as: Base58Case.self))
  func bitcoinCore(vector: Base58Case) throws {
    let bytes = try Hex.decode(vector.decodedHex)
    #expect(Base58.encode(bytes) == vector.encoded)
    #expect(try Base58.decode(vector.encoded) == bytes)
  }

  @Test("every length up to 200 decodes back, with and without leading zeros")
  func roundTrip() throws {
    var generator = SplitMix64(seed: 58)
    for length in 0...200 {
      for zeros in [0, 1, length / 2, length] where zeros <= length {
        let bytes = (0..<length).map { $0 < zeros ? 0 : UInt8.random(in: 0...255, using: &generator) }
        #expect(try Base58.decode(Base58.encode(bytes)) == bytes)
      }
    }
  }

  @Test(
    "characters outside the alphabet are refused", arguments: ["0", "O", "I", "l", " 2g", "2g\n", "2é", "+"])
  func refuses(text: String) {
    #expect(throws: EncodingsError(code: .invalidCharacter, reason: "")) { try Base58.decode(text) }
  }

  @Test("a text that is too long is refused before the quadratic conversion")
  func limits() throws {
    let text = String(repeating: "z", count: Base58.defaultLimit)
    #expect(try Base58.decode(text).count == 750)
    #expect(throws: EncodingsError(code: .tooLong, reason: "")) { try Base58.decode(text + "z") }
    #expect(throws: EncodingsError(code: .tooLong, reason: "")) {
      try Base58.decode(String(repeating: "1", count: 10_000_000))
    }
    #expect(throws: EncodingsError(code: .tooLong, reason: "")) { try Base58.decode("zzz", limit: 2) }
    #expect(throws: EncodingsError(code: .tooLong, reason: "")) { try Base58.encode([1, 2, 3], limit: 2) }
    #expect(try Base58.encode([1, 2, 3], limit: 3) == Base58.encode([1, 2, 3]))
  }

  @Test("a Base58Check address decodes to version and hash, and a changed letter is detected")
  func checksum() throws {
    // The first Bitcoin address. Its payload is a version byte of 0 and a hash of 20 bytes.
    let address = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
    let payload = try Base58Check.decode(address)
    #expect(Hex.encode(payload) == "0062e907b15cbf27d5425399ebf6f0fb50ebb88f18")
    #expect(Base58Check.encode(payload) == address)
    #expect(throws: EncodingsError(code: .invalidChecksum, reason: "")) {
      try Base58Check.decode("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb")
    }
    #expect(throws: EncodingsError(code: .invalidLength, reason: "")) { try Base58Check.decode("2g") }
  }
}
