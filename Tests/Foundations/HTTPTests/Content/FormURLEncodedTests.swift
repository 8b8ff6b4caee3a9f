import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("Forms and queries (WHATWG URL §5.1)")
struct FormURLEncodedTests {
  @Test(
    "Names and values are decoded",
    arguments: [
      ("", [String]()), ("a=1&b=2", ["a", "1", "b", "2"]), ("a", ["a", ""]), ("a=", ["a", ""]),
      ("=b", ["", "b"]),
      ("a=b=c", ["a", "b=c"]), ("&&a=1&", ["a", "1"]), ("a+b=c+d", ["a b", "c d"]),
      ("%C3%A9=%2B%26%3d", ["é", "+&="]),
      ("a=1&a=2", ["a", "1", "a", "2"]), ("a=%25zz", ["a", "%zz"]),
    ])
  func items(_ text: String, _ expected: [String]) throws {
    let form = try FormURLEncoded.parse(text)
    #expect(form.items.flatMap { [$0.name, $0.value] } == expected)
    #expect(try FormURLEncoded.parse(Array(text.utf8)) == form)
  }

  @Test(
    "A malformed form is refused",
    arguments: [
      "%", "a=%", "a=%4", "a=%zz", "%f", "a=%ff", "a=%c0%af", "a=%ed%a0%80", "a=%00", "a%00=1", "a=%+1",
    ])
  func malformed(_ text: String) {
    #expect(throws: HTTPError(.malformedForm, "")) { try FormURLEncoded.parse(text) }
  }

  @Test("Raw bytes that are not UTF-8 are refused")
  func rawBytes() {
    #expect(throws: HTTPError(.malformedForm, "")) { try FormURLEncoded.parse([0x61, 0x3d, 0xff]) }
  }

  @Test("A parameter that occurs twice is reported", arguments: ["a=1&a=1", "a=1&%61=2", "a&a"])
  func duplicates(_ text: String) throws {
    let form = try FormURLEncoded.parse(text + "&b=1")
    #expect(form.duplicateNames == ["a"])
    #expect(throws: HTTPError(.duplicateParameter, "")) { try form.single("a") }
    #expect(try form.single("b") == "1")
    #expect(try form.single("c") == nil)
  }

  @Test("Too many parameters are refused")
  func tooMany() throws {
    #expect(try FormURLEncoded.parse("a&a&a", maximumItems: 3).items.count == 3)
    #expect(throws: HTTPError(.malformedForm, "")) { try FormURLEncoded.parse("a&a&a&a", maximumItems: 3) }
    #expect(throws: HTTPError(.malformedForm, "")) {
      try FormURLEncoded.parse(String(repeating: "a=1&", count: 100_000))
    }
  }

  @Test("The query of a request is parsed, and a malformed one is refused")
  func query() throws {
    #expect(try HTTPRequest(method: .get, path: "/", query: "limit=5").queryItems["limit"] == "5")
    #expect(try HTTPRequest(method: .get, path: "/").queryItems.items.isEmpty)
    #expect(throws: Problem(status: 400, code: "malformed_query", detail: "")) {
      try HTTPRequest(method: .get, path: "/", query: "a=%ff").queryItems
    }
  }
}
