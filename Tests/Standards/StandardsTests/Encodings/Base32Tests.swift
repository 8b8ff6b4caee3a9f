import BinaryEncodings
import Encodings
import Sampling
import Testing

@Suite("Base32")
struct Base32Tests {
  @Test(
    "RFC 4648 §10 test vectors",
    arguments: [
      ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
      ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
    ])
  func rfc4648(plain: String, encoded: String) throws {
    let bytes = Array(plain.utf8)
    let unpadded = String(encoded.prefix { $0 != "=" })
    #expect(Base32.encode(bytes) == encoded)
    #expect(try Base32.decode(encoded) == bytes)
    #expect(Base32.encode(bytes, padded: false) == unpadded)
    #expect(try Base32.decode(unpadded, padded: false) == bytes)
  }

  @Test("bytes of every length decode to themselves")
  func roundTrip() throws {
    var generator = SplitMix64(seed: 32)
    for length in 0...100 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(try Base32.decode(Base32.encode(bytes)) == bytes)
      #expect(try Base32.decode(Base32.encode(bytes, padded: false), padded: false) == bytes)
    }
  }

  @Test(
    "base32 requires correct padding",
    arguments: [
      ("MY", EncodingsError.Code.invalidPadding), ("MY=====", .invalidPadding),
      ("MY=======", .invalidPadding),
      ("MZXW6Y==", .invalidPadding), ("MZX=====", .invalidPadding), ("M=======", .invalidCharacter),
      ("========", .invalidCharacter), ("MY======MY======", .invalidCharacter),
      ("mzxw6ytb", .invalidCharacter),
      ("MZXW6YT1", .invalidCharacter), ("MZXW6YT\u{0}", .invalidCharacter), ("MZ W6YTB", .invalidCharacter),
      ("MZ======", .notCanonical), ("MZXR====", .notCanonical),
    ])
  func refuses(text: String, code: EncodingsError.Code) {
    #expect(throws: EncodingsError(code: code, reason: "")) { try Base32.decode(text) }
  }

  @Test(
    "unpadded base32 refuses padding, impossible lengths, and non-canonical text",
    arguments: [
      ("MY======", EncodingsError.Code.invalidCharacter), ("M", .invalidLength), ("MZX", .invalidLength),
      ("MZXW6Y", .invalidLength), ("MZ", .notCanonical), ("MZXR", .notCanonical), ("MZXW7", .notCanonical),
      ("MZXW6YR", .notCanonical), ("é", .invalidCharacter),
    ])
  func refusesUnpadded(text: String, code: EncodingsError.Code) {
    #expect(throws: EncodingsError(code: code, reason: "")) { try Base32.decode(text, padded: false) }
  }
}
