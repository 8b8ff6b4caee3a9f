import Encodings
import Testing

/// RFC 8259, production by production, with tables of accepted and refused texts in the style of JSONTestSuite.
@Suite("JSON reader, RFC 8259")
struct JSONConformanceTests {
  static let accepted: [(text: String, value: JSONValue)] = [
    // §2, §3: any value may be the whole text, with white space around it
    ("null", nil), ("true", true), ("false", false), ("0", 0), ("\"\"", ""), ("[]", []), ("{}", [:]),
    (" \t\r\n null \t\r\n ", nil),
    // §4: objects
    ("{\"a\":1}", ["a": 1]), ("{ \"a\" : 1 , \"b\" : [ ] }", ["a": 1, "b": []]), ("{\"\":0}", ["": 0]),
    ("{\"a\":{\"a\":{}}}", ["a": ["a": [:]]]), ("{\"a\\u0000b\":1}", ["a\0b": 1]),
    ("{\"\u{e9}\":1,\"e\u{301}\":2}", ["\u{e9}": 1, "e\u{301}": 2]),
    // §5: arrays
    ("[1, \"a\", null, [], {}]", [1, "a", nil, [], [:]]), ("[[[[1]]]]", [[[[1]]]]),
    // §7: strings
    ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{c}\n\r\t"),
    ("\"\\u0041\\u00e9\\uFFFF\"", "A\u{e9}\u{ffff}"),
    ("\"\\uD834\\uDD1E\"", "\u{1d11e}"), ("\"\\uDBFF\\uDFFF\"", "\u{10ffff}"), ("\"\\u0000\"", "\0"),
    (
      "\"\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\"",
      "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"
    ),
    ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), ("\"\u{feff}\"", "\u{feff}"),
    ("\"// no comment\"", "// no comment"),
    ("\"\\\\u0041\"", "\\u0041"),
  ]

  @Test("a text inside the grammar gives its value", arguments: accepted)
  func accepts(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(text) == value)
    #expect(try JSONParser.parse(Array(text.utf8)) == value)
  }

  static let refused: [(text: String, code: JSONError.Code)] =
    [
      // not one value
      "", " ", "nul", "nulll", "True", "NULL", "undefined", "NaN", "Infinity", "-Infinity", "1 2", "[] []",
      "{}x",
      "\"a\" \"b\"", "]", "}", ",", ":", "'a'", "a", "/* */ 1", "1 // one", "\u{b}1", "\u{a0}1", "\u{2060}1",
      "\0", "1\0",
      // objects
      "{", "{]", "{a:1}", "{1:1}", "{null:1}", "{'a':1}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{\"a\",1}",
      "{\"a\":1",
      "{\"a\":1,}", "{,\"a\":1}", "{\"a\":1,,\"b\":2}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{\"a\":1]",
      "{\"a",
      // arrays
      "[", "[}", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1:2]", "[\"a\"", "[\"a", "[nul]",
      // numbers
      "-", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1E-", "1e1.5", "1.2.3", "0x10",
      "1_000",
      "1,5", "--1", "- 1", "1e 5", "\u{ff11}", "0e", "-a", "1a", "2.e-3", "9.e+",
      // strings
      "\"", "\"a", "\"\\", "\"\\\"", "\"\\a\"", "\"\\x41\"", "\"\\u\"", "\"\\u004\"", "\"\\u00G0\"",
      "\"\\U0041\"",
      "\"\\u 041\"", "\"\\'\"", "\"\n\"", "\"\t\"", "\"\u{1f}\"", "\"\0\"", "\"\\\n\"", "\"\\u{41}\"",
      "\"\\\u{e9}\"",
    ].map { ($0, JSONError.Code.malformed) } + [
      // §8.1: no byte order mark
      ("\u{feff}{}", .malformed),
      // §8.2: unpaired surrogates
      ("\"\\uD800\"", .invalidUnicode), ("\"\\uDC00\"", .invalidUnicode), ("\"\\uD800a\"", .invalidUnicode),
      ("\"\\uD800\\n\"", .invalidUnicode), ("\"\\uD800\\uD800\"", .invalidUnicode),
      ("\"\\uD800\\u0041\"", .invalidUnicode),
      ("\"\\uDD1E\\uD834\"", .invalidUnicode), ("{\"\\uDFFF\":1}", .invalidUnicode),
      ("\"\\uD800\\u\"", .malformed),
      // §4: unique names, compared after unescaping
      ("{\"a\":1,\"a\":1}", .duplicateKey), ("{\"a\":1,\"\\u0061\":2}", .duplicateKey),
      ("{\"b\":{\"a\":1,\"x\":0,\"a\":2}}", .duplicateKey), ("{\"\":1,\"\":1}", .duplicateKey),
      ("[{\"/\":1,\"\\/\":1}]", .duplicateKey),
    ]

  @Test("a text outside the grammar is refused", arguments: refused)
  func refuses(text: String, code: JSONError.Code) {
    let error = #expect(throws: JSONError.self) { try JSONParser.parse(text) }
    #expect(error?.code == code)
    #expect(error?.reason.isEmpty == false)
  }

  @Test("the byte order mark of a file is ignored, once and only at the beginning (§8.1)")
  func byteOrderMarkOfAFile() throws {
    for text in ["{\"a\":1}", "\u{feff}{\"a\":1}"] {
      #expect(try JSONParser.parse(file: Array(text.utf8)) == ["a": 1])
    }
    for text in ["\u{feff}\u{feff}{}", "{\u{feff}}", "{}\u{feff}", "\u{feff}"] {
      #expect(throws: JSONError.self) { try JSONParser.parse(file: Array(text.utf8)) }
    }
  }

  static let notUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xC2, 0x22], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
    [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x92],
  ]

  @Test("bytes that are not UTF-8 are refused, plain and after an escape", arguments: notUTF8)
  func refusesInvalidUTF8(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let plain = [quote] + bytes + [quote]
    let escaped = Array("\"\\n".utf8) + bytes + [quote]
    let name = Array("{\"".utf8) + bytes + Array("\":1}".utf8)
    for text in [plain, escaped, name, [quote] + bytes] {
      #expect(throws: JSONError.self) { try JSONParser.parse(text) }
    }
    #expect { try JSONParser.parse(plain) } throws: { ($0 as? JSONError)?.code == .invalidUnicode }
  }

  @Test("UTF-16 and UTF-32 are refused")
  func refusesOtherEncodings() {
    for text: [UInt8] in [
      [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], [0, 0x5B, 0, 0x5D], [0x5B, 0, 0, 0, 0x5D, 0, 0, 0],
    ] {
      #expect(throws: JSONError.self) { try JSONParser.parse(text) }
    }
  }

  @Test(
    "32 levels of nesting are accepted and 33 are refused, for arrays and objects",
    arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(opening: String, closing: String) throws {
    func nested(_ depth: Int) -> String {
      let inner = opening == "[" ? "" : "null"
      return String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
    }
    _ = try JSONParser.parse(nested(32))
    #expect(throws: JSONError(code: .tooDeep, reason: "")) { try JSONParser.parse(nested(33)) }
    #expect(throws: JSONError(code: .tooDeep, reason: "")) { try JSONParser.parse(nested(10_000)) }
    #expect(throws: JSONError(code: .tooDeep, reason: "")) {
      try JSONParser.parse(String(repeating: opening, count: 200_000))
    }
    // A higher limit than the parser's own has no effect.
    #expect(throws: JSONError(code: .tooDeep, reason: "")) {
      try JSONParser.parse(nested(10_000), limits: JSONLimits(maxDepth: .max))
    }
    _ = try JSONParser.parse("1", limits: JSONLimits(maxDepth: 0))
    #expect(throws: JSONError(code: .tooDeep, reason: "")) {
      try JSONParser.parse("[]", limits: JSONLimits(maxDepth: -1))
    }
  }

  @Test("depth counts only open levels")
  func depthOfSiblings() throws {
    let deep = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
    _ = try JSONParser.parse("[\(deep),\(deep),{\"a\":\(deep.dropFirst().dropLast())},\(deep)]")
  }

  @Test("a text of exactly the limit is accepted, and one byte more is refused")
  func size() throws {
    _ = try JSONParser.parse("[1,2]", limits: JSONLimits(maxBytes: 5))
    #expect(throws: JSONError(code: .tooLarge, reason: "")) {
      try JSONParser.parse("[1,2] ", limits: JSONLimits(maxBytes: 5))
    }
  }

  /// Plain characters are read a word at a time, so every place of a word has its case.
  @Test("a special character is found at each place of strings of every length", arguments: 0..<24)
  func placesOfSpecialCharacters(length: Int) throws {
    for place in 0...length {
      let before = String(repeating: "a", count: place)
      let after = String(repeating: "\u{7f}", count: length - place)
      for (written, read) in [
        ("", ""), ("\\n", "\n"), ("\\\\", "\\"), ("\u{e9}", "\u{e9}"), ("!#[]", "!#[]"),
      ] {
        #expect(try JSONParser.parse("\"\(before)\(written)\(after)\"").string == before + read + after)
      }
      for control in ["\0", "\u{1f}"] {
        #expect(throws: JSONError(code: .malformed, reason: "")) {
          try JSONParser.parse("\"\(before)\(control)\(after)\"")
        }
      }
    }
  }

  @Test("many members in a hostile order take no quadratic time, and a late duplicate is detected")
  func manyMembers() throws {
    let members = (0..<60_000).map { "\"k\($0)\":\($0)" }
    let object = try #require(try JSONParser.parse("{\(members.joined(separator: ","))}").object)
    #expect(object.count == 60_000)
    #expect(object["k59999"]?.int64 == 59_999)
    #expect(throws: JSONError(code: .duplicateKey, reason: "")) {
      try JSONParser.parse("{\(members.joined(separator: ",")),\"k\\u0031\":0}")
    }
  }
}
