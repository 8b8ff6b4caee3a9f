import Encodings
import Testing

@Suite("Hexadecimal")
struct HexTests {
  @Test("every byte is two lower-case digits and decodes in either case")
  func roundTrip() throws {
    let bytes = (0...255).map { UInt8($0) }
    let text = Hex.encode(bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
    #expect(try Hex.decode(text) == bytes)
    #expect(try Hex.decode(text.uppercased()) == bytes)
    #expect(Hex.encode(bytes, prefix: true) == "0x" + text)
    #expect(try Hex.decode("0x" + text) == bytes)
    #expect(Hex.encode([], prefix: true) == "0x")
    #expect(try Hex.decode("0x") == [])
    #expect(try Hex.decode("") == [])
  }

  @Test(
    "text that is not hexadecimal is refused",
    arguments: [
      ("0", EncodingsError.Code.invalidLength), ("0x0", .invalidLength), ("0X00", .invalidCharacter),
      ("0g", .invalidCharacter), (" 00 ", .invalidCharacter), ("0x0x", .invalidCharacter),
      ("é", .invalidCharacter), ("００", .invalidCharacter),
    ])
  func refuses(text: String, code: EncodingsError.Code) {
    #expect(throws: EncodingsError(code: code, reason: "")) { try Hex.decode(text) }
  }

  @Test("exactly 22 bytes are digits, in either position of a pair")
  func everyByte() {
    let digits = Dictionary(
      uniqueKeysWithValues: zip("0123456789abcdefABCDEF".utf8, Array(0...15) + Array(10...15) as [UInt8]))
    for byte in UInt8.min ... .max {
      #expect(Hex.value(of: byte) == digits[byte])
      for pair in [[byte, 0x30], [0x30, byte]] {
        let decoded = try? pair.withUnsafeBufferPointer { try Hex.decode(utf8: $0) }
        // "0x" without digits decodes to no bytes.
        #expect((decoded != nil) == (digits[byte] != nil || pair == Array("0x".utf8)))
      }
    }
  }
}
