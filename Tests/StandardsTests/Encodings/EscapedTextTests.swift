import Encodings
import Testing

@Suite("Text for terminals and logs shows the characters that act on them")
struct EscapedTextTests {
  /// A terminal's commands, line breaks, and the bidirectional controls of UAX #9 §2.
  static let acting: [(UInt32, String)] = [
    (0x00, "\\u0000"), (0x07, "\\u0007"), (0x08, "\\u0008"), (0x0a, "\\n"), (0x0d, "\\r"), (0x09, "\\t"),
    (0x1b, "\\u001b"), (0x7f, "\\u007f"), (0x85, "\\u0085"), (0x9b, "\\u009b"), (0x061c, "\\u061c"),
    (0x200e, "\\u200e"), (0x200f, "\\u200f"), (0x2028, "\\u2028"), (0x2029, "\\u2029"),
    (0x202a, "\\u202a"), (0x202e, "\\u202e"), (0x2066, "\\u2066"), (0x2069, "\\u2069"),
  ]

  @Test(arguments: acting)
  func interpolatedCharacterIsShownAsEscape(_ value: UInt32, _ escape: String) throws {
    let character = String(try #require(Unicode.Scalar(value)))
    let text: EscapedText = "name: \("a\(character)b")\n"
    #expect(text.description == "name: a\(escape)b\n")
  }

  @Test(arguments: acting)
  func jsonKeepsItsValueAndHasNoSuchCharacter(_ value: UInt32, _ escape: String) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let object: JSONValue = ["name": .string("a\(scalar)b")]
    let text = EscapedText(json: object).description
    #expect(text.contains("a\(escape)b"))
    #expect(!text.unicodeScalars.contains(scalar))
    #expect(try JSONParser.parse(text) == object)
  }

  @Test(arguments: ["Ada", "", "Åsa Öberg", "王小明", "שלום", "👩‍👩‍👧", "a\\u202eb", "e\u{301}"])
  func otherTextStays(_ text: String) {
    #expect(EscapedText("\(text)").description == text)
    #expect(EscapedText(json: .string(text)).description == JSONValue.string(text).serializedString())
  }

  @Test func textOfSeveralLinesKeepsItsLinesAndNothingElse() {
    #expect(EscapedText(lines: "a\n\tb\r\u{1b}[2J\u{202e}").description == "a\n\tb\\r\\u001b[2J\\u202e")
  }

  @Test func escapedTextIsNotEscapedAgain() {
    let inner: EscapedText = "\("\u{1b}")\n"
    #expect(EscapedText("\(inner)").description == "\\u001b\n")
    #expect(EscapedText(["a", "\("\n")"], separator: "\n").description == "a\n\\n")
  }
}
