import DoorwardIdentifiers
import DoorwardServerRules

/// The code of the refusal; nil if the identifier is accepted.
func refusal<Value>(_ body: () throws(IdentifierError) -> Value) -> IdentifierError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return error.code
  }
}

/// Texts that break parsers.
let hostileTexts: [String] = [
  "", " ", "\0", "\0\0\0", "@", "+", "++++", "-", ".", "..", "\u{FEFF}", "\u{202E}abc", "a\u{0}b",
  "\r\nBcc: x@y.z",
  String(repeating: "a", count: 1_000_000), String(repeating: "@", count: 1_000_000),
  String(repeating: "1", count: 1_000_000), String(repeating: "\u{301}", count: 100_000),
  "a" + String(repeating: "\u{301}", count: 400), String(repeating: "xn--", count: 200),
  String(repeating: ".", count: 1000), "\u{10FFFF}", "\u{FFFD}", "\u{E000}", "\u{1100}\u{1161}", "％００", "ﬃ",
  "İ",
  "👩‍👩‍👧‍👦", "🇩🇪", "\u{200D}", "\u{200C}", "\u{180E}", "tel:+4915112345678", "+49;ext=1",
  "<script>alert(1)</script>",
  "' OR 1=1 --", "a@b@c", "a@[127.0.0.1]", "\"a b\"@c.d", "(comment)a@b.c",
]
