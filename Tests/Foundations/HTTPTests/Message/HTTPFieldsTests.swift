import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("Header fields")
struct HTTPFieldsTests {
  @Test("Names are found without regard to case, and values keep their order")
  func lookUp() {
    var fields: HTTPFields = ["Accept": "a"]
    fields.append("ACCEPT", "b")
    fields.append("Other", "c")
    #expect(fields["accept"] == "a")
    #expect(fields.values(for: "aCCept") == ["a", "b"])
    fields["Accept"] = "d"
    #expect(fields.values(for: "accept") == ["d"])
    fields["accept"] = nil
    #expect(!fields.contains("Accept"))
    #expect(fields.map(\.name) == ["Other"])
  }

  @Test("Only ASCII letters ignore case: the Kelvin sign is not a k")
  func asciiOnly() {
    let fields: HTTPFields = ["K": "a"]
    #expect(fields["k"] == "a")
    #expect(fields["\u{212A}"] == nil)
  }

  @Test(
    "A value that would split the response is not added",
    arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\0b", "a\u{7f}", "\u{1}"])
  func splitting(_ value: String) {
    var fields = HTTPFields()
    let isAppended = fields.append("X", value)
    let isSet = fields.set("X", value)
    #expect(!isAppended && !isSet)
    fields["X"] = value
    #expect(fields.isEmpty)
    fields.append("X", "kept")
    fields["X"] = value
    #expect(fields["X"] == "kept")
  }

  @Test(
    "A name that is not a token is not added", arguments: ["", "a b", "a:", "a\r", "é", "a\t", "(a)", "a,b"])
  func names(_ name: String) {
    var fields = HTTPFields()
    let isAppended = fields.append(name, "value")
    #expect(!isAppended)
    #expect(fields.isEmpty)
  }
}
