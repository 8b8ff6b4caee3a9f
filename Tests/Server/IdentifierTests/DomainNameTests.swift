import DoorwardUnicode
import Testing
import VectorFiles

@Suite("Domain names (IDNA2008)")
struct DomainNameTests {
  @Test(arguments: [
    ("EXAMPLE.com", "example.com", "example.com"),
    ("bücher.example", "xn--bcher-kva.example", "bücher.example"),
    ("BÜCHER.Example", "xn--bcher-kva.example", "bücher.example"),
    ("bu\u{308}cher.example", "xn--bcher-kva.example", "bücher.example"),
    ("faß.de", "xn--fa-hia.de", "faß.de"),
    ("例え.テスト", "xn--r8jz45g.xn--zckzah", "例え.テスト"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example", "bücher.example"),
    ("ｅｘａｍｐｌｅ。com", "example.com", "example.com"),
    ("localhost", "localhost", "localhost"),
  ])
  func nameHasOneASCIIForm(text: String, ascii: String, unicode: String) throws {
    let name = try DomainName(text)
    #expect(name.ascii == ascii)
    #expect(name.unicode == unicode)
  }

  @Test(arguments: [
    "", ".", "a..b", ".a", "a.", "-a.com", "a-.com", "a_b.com", "a b.com", "a.1", "1.2.3.4", "[::1]", "a@b",
    "a\0b.com", "xn--a.com", "xn--\u{FC}.example", "a＠b.com", "a／b.com", "a\u{200D}b.com", "♥.com\u{FFFF}",
    String(repeating: "a", count: 64) + ".com", String(repeating: "a.", count: 127) + "com", "א1\u{661}.com",
  ])
  func otherTextsAreRefused(text: String) {
    #expect(throws: DomainNameError.self) { try DomainName(text) }
  }

  struct Vector: Decodable {
    var input: String
    var ascii: String?
  }

  /// UTS #46 with the further rules of a host name. The vectors are newer than the library of a stable distribution, which
  /// refuses newer characters and maps the capital "ẞ" to "ss" as Unicode did before version 15.1.
  @Test func acceptedNamesHaveTheFormOfUTS46() throws {
    var accepted = 0
    for vector in try vectorCases("text/idna.json", as: Vector.self) {
      guard let name = try? DomainName(vector.input) else { continue }
      accepted += 1
      #expect(name.ascii == vector.ascii || vector.input.contains("ẞ"), "\(vector.input)")
    }
    // Of the 549 with a result. The others have characters that are newer than Unicode 15.0, or that a host name cannot have.
    #expect(accepted >= 429)
  }

  struct PunycodeVector: Decodable {
    var decoded: String
    var encoded: String
  }

  /// RFC 3492 §7.1, in both directions. A domain name has no capital letters and no punctuation, so some samples are none.
  @Test func labelsHaveTheFormOfPunycode() throws {
    var accepted = 0
    for vector in try vectorCases("text/punycode.json", as: PunycodeVector.self) {
      guard vector.decoded != vector.encoded.dropLast(), vector.decoded == vector.decoded.lowercased(),
        let name = try? DomainName("\(vector.decoded).example")
      else { continue }
      accepted += 1
      #expect(name.ascii == "xn--\(vector.encoded).example")
      #expect(try DomainName("xn--\(vector.encoded).example").unicode == "\(vector.decoded).example")
    }
    #expect(accepted >= 11)
  }

  @Test(arguments: hostileTexts)
  func hostileTextsAreRefusedOrHaveAHostName(text: String) {
    guard let name = try? DomainName(text) else { return }
    #expect(name.ascii.utf8.allSatisfy { (0x21...0x7e).contains($0) } && name.ascii.utf8.count <= 253)
  }
}
