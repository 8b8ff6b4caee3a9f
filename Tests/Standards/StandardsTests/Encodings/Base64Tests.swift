import Encodings
import Foundation
import Sampling
import Testing

@Suite("Base64 and base64url")
struct Base64Tests {
  @Test(
    "RFC 4648 §10 test vectors",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func rfc4648(plain: String, encoded: String) throws {
    let bytes = Array(plain.utf8)
    let unpadded = encoded.replacingOccurrences(of: "=", with: "")
    #expect(Base64.encode(bytes) == encoded)
    #expect(try Base64.decode(encoded) == bytes)
    #expect(Base64URL.encode(bytes) == unpadded)
    #expect(try Base64URL.decode(unpadded) == bytes)
  }

  @Test("the encoding equals Foundation's for every length")
  func agreesWithFoundation() throws {
    var generator = SplitMix64(seed: 64)
    for length in 0...300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let expected = Data(bytes).base64EncodedString()
      #expect(Base64.encode(bytes) == expected)
      #expect(try Base64.decode(expected) == bytes)
      #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test(
    "base64url refuses padding, white space, the other alphabet, and non-canonical text",
    arguments: [
      ("Zg==", EncodingsError.Code.invalidCharacter), ("Zm8=", .invalidCharacter),
      ("Zm 8", .invalidCharacter),
      ("Zm8\n", .invalidCharacter), ("+/+/", .invalidCharacter), ("Z", .invalidLength),
      ("Zm9vZ", .invalidLength),
      ("Zh", .notCanonical), ("Zm9", .notCanonical), ("Zm9vYh", .notCanonical), ("é234", .invalidLength),
      ("é2", .invalidCharacter), ("\u{0}AAA", .invalidCharacter),
    ])
  func refusesURL(text: String, code: EncodingsError.Code) {
    #expect(throws: EncodingsError(code: code, reason: "")) { try Base64URL.decode(text) }
  }

  @Test(
    "base64 requires correct padding",
    arguments: [
      ("Zg", EncodingsError.Code.invalidPadding), ("Zg=", .invalidPadding), ("Zg===", .invalidPadding),
      ("====", .invalidCharacter), ("Z===", .invalidCharacter), ("Zg==Zg==", .invalidCharacter),
      ("Zh==", .notCanonical), ("Zm9=", .notCanonical), ("-_-_", .invalidCharacter),
      (" Zg=", .invalidCharacter),
      ("Zm8=\n", .invalidPadding), ("Zm=v", .invalidCharacter),
    ])
  func refuses(text: String, code: EncodingsError.Code) {
    #expect(throws: EncodingsError(code: code, reason: "")) { try Base64.decode(text) }
  }

  @Test("of all texts with up to three characters, exactly the canonical ones are decoded")
  func canonical() {
    let alphabet = Array("ABQgwZ_-9=+ ")
    var read = 0
    func check(_ text: String) {
      guard let bytes = try? Base64URL.decode(text) else { return }
      read += 1
      #expect(Base64URL.encode(bytes) == text)
    }
    for a in alphabet {
      for b in alphabet {
        check("\(a)\(b)")
        for c in alphabet { check("\(a)\(b)\(c)") }
      }
    }
    #expect(read > 100)
  }
}
