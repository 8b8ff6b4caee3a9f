import BinaryEncodings
import Encodings
import Sampling
import Testing

@Suite("X.690 §10: DER")
struct DERTests {
  private func refuses(_ hex: String, _ code: DERError.Code, _ read: (inout DERReader) throws -> Void) throws
  {
    let bytes = try Hex.decode(hex)
    #expect(throws: DERError(code: code, offset: 0), "\(hex)") {
      var reader = DERReader(bytes)
      try read(&reader)
    }
  }

  @Test func `elements are read, and lengths and tags must be as short as possible`() throws {
    var reader = DERReader(try Hex.decode("3006020101040141bf85450101"))
    var inner = try reader.sequence()
    #expect(try inner.smallInteger() == 1)
    #expect(try inner.octetString() == [0x41])
    try inner.finish()
    #expect(try reader.next().tag == 709)
    try reader.finish()
    for hex in ["", "30", "3001", "308180", "3082ffff00", "3084ffffffff", "bf85", "040541"] {
      try refuses(hex, .truncated) { _ = try $0.next() }
    }
    for hex in [
      "3080", "308100", "30817f", "3082007f", "30850000000001", "bf1e00", "bf808000", "bfffffffffff00",
    ] {
      try refuses(hex, .malformed) { _ = try $0.next() }
    }
  }

  @Test func `values must have their only form`() throws {
    for hex in ["0200", "02020001", "0202ff80"] { try refuses(hex, .malformed) { _ = try $0.smallInteger() } }
    for hex in ["0201ff", "0209010000000000000000", "0401ff"] {
      try refuses(hex, .unexpected) { _ = try $0.smallInteger() }
    }
    for hex in ["0100", "010101", "01020000"] { try refuses(hex, .malformed) { _ = try $0.boolean() } }
    for hex in ["0300", "030101", "03020700"] { try refuses(hex, .malformed) { _ = try $0.bitString() } }
    for hex in ["0600", "060180"] { try refuses(hex, .malformed) { _ = try $0.objectIdentifier() } }
    try refuses("0500", .trailingBytes) { try $0.finish() }
    var reader = DERReader(try Hex.decode("0209010000000000000000060355040a"))
    #expect(try reader.unsignedInteger() == [1, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(try reader.objectIdentifier().description == "2.5.4.10")
    #expect(ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 45724, 1, 1, 4).description == "1.3.6.1.4.1.45724.1.1.4")
    #expect(ASN1ObjectIdentifier(2, 999, 3).description == "2.999.3")
  }

  @Test("Mutated certificates are read or refused without a trap", arguments: 0..<4)
  func mutations(round: Int) throws {
    var random = SplitMix64(seed: 0x690 + UInt64(round))
    let seed = try Hex.decode(
      "30210603550406130241413020170d3234303130313030303030305a180f33303234303130313030303030305a")
    for _ in 0..<5000 {
      var reader = DERReader(random.mutate(seed, alphabet: [0x30, 0x80, 0x81, 0x84, 0xff, 0x1f, 0xbf]))
      var count = 0
      while !reader.isAtEnd, (try? reader.next()) != nil { count += 1 }
      #expect(count <= 100)
    }
  }

  @Test func `PEM blocks of a label are decoded`() throws {
    let text = "x\n-----BEGIN A-----\nAQ\nID\n-----END A-----\n-----BEGIN B-----\nBA==\n-----END B-----\n"
    #expect(try PEM.decode(text, label: "A") == [[1, 2, 3]])
    #expect(try PEM.decode(text, label: "B") == [[4]])
    #expect(try PEM.decode(text, label: "C") == [])
    #expect(throws: EncodingsError.self) { try PEM.decode("-----BEGIN A-----\nAQID", label: "A") }
    #expect(throws: EncodingsError.self) {
      try PEM.decode("-----BEGIN A-----\n%\n-----END A-----", label: "A")
    }
  }
}
