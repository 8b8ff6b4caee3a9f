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

  /// Characters without a visible form (UAX #44, Default_Ignorable_Code_Point).
  static let invisible: [(UInt32, String)] = [
    (0xad, "\\u00ad"), (0x034f, "\\u034f"), (0x115f, "\\u115f"), (0x180e, "\\u180e"), (0x200b, "\\u200b"),
    (0x200c, "\\u200c"), (0x200d, "\\u200d"), (0x2060, "\\u2060"), (0x2064, "\\u2064"), (0x3164, "\\u3164"),
    (0xfe00, "\\ufe00"), (0xfe0f, "\\ufe0f"), (0xfeff, "\\ufeff"), (0xffa0, "\\uffa0"),
    (0xe0001, "\\udb40\\udc01"), (0xe0061, "\\udb40\\udc61"), (0xe0100, "\\udb40\\udd00"),
  ]

  /// Characters that look like a space (general category Zs), and a Braille pattern without dots.
  static let spaces: [(UInt32, String)] = [
    (0xa0, "\\u00a0"), (0x1680, "\\u1680"), (0x2003, "\\u2003"), (0x202f, "\\u202f"), (0x205f, "\\u205f"),
    (0x2800, "\\u2800"), (0x3000, "\\u3000"),
  ]

  @Test(arguments: acting + invisible + spaces)
  func interpolatedCharacterIsShownAsEscape(_ value: UInt32, _ escape: String) throws {
    let character = String(try #require(Unicode.Scalar(value)))
    let text: EscapedText = "name: \("a\(character)b")\n"
    #expect(text.description == "name: a\(escape)b\n")
  }

  @Test(arguments: acting + invisible + spaces)
  func jsonKeepsItsValueAndHasNoSuchCharacter(_ value: UInt32, _ escape: String) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let object: JSONValue = ["name": .string("a\(scalar)b")]
    let text = EscapedText(json: object).description
    #expect(text.contains("a\(escape)b"))
    #expect(!text.unicodeScalars.contains(scalar))
    #expect(try JSONParser.parse(text) == object)
  }

  @Test(arguments: [
    "Ada", "", "Åsa Öberg", "王小明", "שלום", "👩‍👩‍👧", "a\\u202eb", "e\u{301}", "👩🏽‍🚀", "❤\u{fe0f}",
    "❤\u{fe0f}\u{200d}🔥",
    "🏳\u{fe0f}\u{200d}⚧\u{fe0f}", "a🧑\u{200d}⚖\u{fe0f}b", "1\u{fe0f}\u{20e3}", "☎\u{fe0e}",
  ])
  func otherTextStays(_ text: String) {
    #expect(EscapedText("\(text)").description == text)
    #expect(EscapedText(json: .string(text)).description == JSONValue.string(text).serializedString())
  }

  @Test(arguments: [
    ("👩\u{200d}", "👩\\u200d"), ("\u{200d}👩", "\\u200d👩"), ("👩\u{200d}b", "👩\\u200db"),
    ("👩\u{200d}\u{200d}👩", "👩\\u200d\\u200d👩"), ("1\u{fe0f}", "1\\ufe0f"), ("ada1\u{200d}2", "ada1\\u200d2"),
    ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}\\ufe0f"), ("❤\u{fe00}", "❤\\ufe00"),
    ("❤\u{200b}\u{fe0f}", "❤\\u200b\\ufe0f"),
  ])
  func invisibleCharacterBesideAnEmojiIsShownUnlessItIsPartOfIt(_ text: String, _ shown: String) {
    #expect(EscapedText("\(text)").description == shown)
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
