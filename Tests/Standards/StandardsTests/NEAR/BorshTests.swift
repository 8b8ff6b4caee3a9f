import BinaryEncodings
import Encodings
import Testing

/// borsh.io §Specification.
@Suite("Borsh")
struct BorshTests {
  @Test func `values have the specified bytes and round-trip`() throws {
    var writer = BorshWriter()
    writer.u8(0x01)
    writer.u16(0x0203)
    writer.u32(0x0405_0607)
    writer.u64(0x0809_0a0b_0c0d_0e0f)
    writer.u128(high: 1, low: 2)
    writer.bool(true)
    writer.fixed([9, 8])
    writer.vector([7])
    writer.string("né")
    writer.option(Optional<UInt8>.none) { $0.u8($1) }
    writer.option(5) { $0.u8($1) }
    writer.vector(of: [1, 2] as [UInt16]) { $0.u16($1) }
    #expect(
      Hex.encode(writer.bytes)
        == "01" + "0302" + "07060504" + "0f0e0d0c0b0a0908" + "02000000000000000100000000000000" + "01"
        + "0908" + "0100000007" + "030000006ec3a9" + "00" + "0105" + "0200000001000200")

    var reader = BorshReader(writer.bytes)
    #expect(try reader.u8() == 0x01)
    #expect(try reader.u16() == 0x0203)
    #expect(try reader.u32() == 0x0405_0607)
    #expect(try reader.u64() == 0x0809_0a0b_0c0d_0e0f)
    #expect(try reader.u128() == (high: 1, low: 2))
    #expect(try reader.bool())
    #expect(try reader.fixed(2) == [9, 8])
    #expect(try reader.vector() == [7])
    #expect(try reader.string() == "né")
    #expect(try reader.option { try $0.u8() } == nil)
    #expect(try reader.option { try $0.u8() } == 5)
    #expect(try reader.vector(ofElements: 2) { try $0.u16() } == [1, 2])
    try reader.finish()
  }

  @Test func `every read refuses missing bytes and consumes nothing`() {
    let truncated = EncodingsError(code: .truncated, reason: "")
    var empty = BorshReader([])
    #expect(throws: truncated) { try empty.u8() }
    var short = BorshReader([1])
    #expect(throws: truncated) { try short.u16() }
    #expect(throws: truncated) { try short.u32() }
    #expect(throws: truncated) { try short.u64() }
    #expect(throws: truncated) { try short.fixed(2) }
    #expect(throws: truncated) { try short.fixed(-1) }
    #expect(throws: truncated) { try short.vector() }
    #expect(short.remaining == 1)
    #expect(short.peek() == 1)
    #expect(short.peek(1) == nil)
    #expect(short.peek(-1) == nil)
    #expect(short.peek(.max) == nil)
  }

  @Test func `a count larger than the input is refused`() {
    for bytes in [[0xff, 0xff, 0xff, 0xff], [4, 0, 0, 0, 1, 2, 3]] as [[UInt8]] {
      var reader = BorshReader(bytes)
      #expect(throws: EncodingsError(code: .truncated, reason: "")) { try reader.vector() }
    }
    var reader = BorshReader([2, 0, 0, 0, 1, 2, 3])
    #expect(throws: EncodingsError(code: .truncated, reason: "")) {
      try reader.vector(ofElements: 2) { try $0.u16() }
    }
  }

  @Test func `tags other than 0 and 1 are refused`() {
    for tag in [2, 255] as [UInt8] {
      var reader = BorshReader([tag, 1])
      #expect(throws: EncodingsError(code: .invalidTag, reason: "")) { try reader.option { try $0.u8() } }
    }
  }

  @Test(
    arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]] as [[UInt8]])
  func `text that is not UTF-8 is refused`(utf8: [UInt8]) {
    var writer = BorshWriter()
    writer.vector(utf8)
    var reader = BorshReader(writer.bytes)
    #expect(throws: EncodingsError(code: .invalidUTF8, reason: "")) { try reader.string() }
  }

  @Test func `bytes after the value are refused`() throws {
    var reader = BorshReader([1, 2])
    _ = try reader.u8()
    #expect(throws: EncodingsError(code: .trailingBytes, reason: "")) { try reader.finish() }
  }
}
