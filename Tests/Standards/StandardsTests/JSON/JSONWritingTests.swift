import Encodings
import Testing

@Suite("JSON writer")
struct JSONWritingTests {
  @Test("members are written in the order in which they were set")
  func order() throws {
    var object: JSONObject = ["z": 1, "a": 2, "m": 3]
    object["a"] = 4
    object["b"] = 5
    object["z"] = nil
    #expect(JSONValue.object(object).serializedString() == #"{"a":4,"m":3,"b":5}"#)
    let text = #"{"b":[1,{"y":null,"x":true}],"a":"é"}"#
    #expect(try JSONParser.parse(text).serializedString() == text)
  }

  @Test("only characters that need it are escaped")
  func escapes() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))
    let written = JSONValue.string(controls + "\"\\/\u{7f}\u{2028}\u{2029}\u{2027}é漢😀<&>").serializedString()
    #expect(
      written
        == "\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\u0008\\t\\n\\u000b\\u000c\\r\\u000e\\u000f"
        + "\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f"
        + "\\\"\\\\/\u{7f}\\u2028\\u2029\u{2027}é漢😀<&>\"")
  }

  @Test(
    "a character is escaped at each place of a text of each length",
    arguments: ["\"", "\\", "\u{0}", "\n", "\u{1f}", "\u{2028}"])
  func places(character: String) throws {
    let escaped = JSONValue.string(character).serializedString().dropFirst().dropLast()
    #expect(escaped.first == "\\")
    for length in 0..<40 {
      let clean = String(repeating: "é~", count: length / 3) + String(repeating: "/", count: length % 3)
      #expect(JSONValue.string(clean).serializedString() == "\"\(clean)\"")
      for place in 0...length {
        let (before, after) = (
          String(repeating: "a", count: place), String(repeating: "b", count: length - place)
        )
        let written = JSONValue.string(before + character + after).serializedString()
        #expect(written == "\"\(before)\(escaped)\(after)\"")
      }
    }
  }

  @Test("an object can be written member by member")
  func members() throws {
    var json = JSONWriter()
    json.object { json in
      json.object("empty") { _ in }
      json.member("list", [["a": 1], [:], []])
      json.object("nested") { json in
        json.member("te\"xt", .string(String(repeating: "long ", count: 1000)))
        json.object("deeper") { $0.member("last", nil) }
      }
      json.member("end", true)
    }
    let written = json.finish()
    let value: JSONValue = [
      "empty": [:], "list": [["a": 1], [:], []],
      "nested": ["te\"xt": .string(String(repeating: "long ", count: 1000)), "deeper": ["last": nil]],
      "end": true,
    ]
    #expect(written == value.serialized())
    #expect(try JSONParser.parse(written) == value)
  }

  @Test("output inside a script element cannot end the element")
  func html() throws {
    let value: JSONValue = ["</script><!--": ["<script>", "a & b", "]]>"]]
    let written = value.serializedString(forHTML: true)
    #expect(!written.contains { "<>&".contains($0) })
    #expect(try JSONParser.parse(written) == value)
  }

  @Test("every character round-trips")
  func allScalars() throws {
    var text = ""
    for scalar in (0..<0x11_0000 as Range<UInt32>).lazy.compactMap(Unicode.Scalar.init) {
      text.unicodeScalars.append(scalar)
    }
    let written = JSONValue.string(text).serialized()
    let read = try JSONParser.parse(written, limits: JSONLimits(maxBytes: written.count)).string
    #expect(read?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test("a literal that JSON cannot write becomes null")
  func infinity() {
    #expect(JSONValue(floatLiteral: .infinity).serializedString() == "null")
    #expect(JSONValue(floatLiteral: 0.25).serializedString() == "0.25")
  }
}
