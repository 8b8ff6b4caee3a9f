import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

@Suite("Content-type confusion and hostile JSON")
struct RequestBodyTests {
  private func request(_ types: [String], _ body: String, encoding: String? = nil) -> HTTPRequest {
    var fields = HTTPFields()
    for type in types { fields.append("Content-Type", type) }
    if let encoding { fields.append("Content-Encoding", encoding) }
    return HTTPRequest(method: .post, path: "/", fields: fields, body: Array(body.utf8))
  }

  @Test(
    "A body with the type JSON is accepted",
    arguments: [
      "application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8",
      "APPLICATION/JSON ; Charset=\"UTF-8\"", "application/json; profile=\"a;b\"", "application/json;",
    ])
  func json(_ type: String) throws {
    #expect(try request([type], #"{"a": 1}"#).requireJSON()["a"]?.int64 == 1)
  }

  @Test(
    "Every other type that a browser sends without a preflight, or that is ambiguous, is 415",
    arguments: [
      [], [""], ["text/plain"], ["text/json"], ["application/x-www-form-urlencoded"],
      ["multipart/form-data; boundary=a"],
      ["text/plain; a=application/json"], ["application/json, text/plain"],
      ["application/json", "application/json"],
      ["text/plain", "application/json"], ["application/json; charset=utf-16"],
      ["application/json; charset=iso-8859-1"],
      ["application/json; charset=utf-8; charset=utf-16"], ["application/jsonp"], ["application/json/x"],
      ["application /json"], ["*/*"], ["application/json; charset"], ["application/json; charset=\"utf-8"],
      ["application/problem+json"], ["application/merge-patch+json"],
    ])
  func confusion(_ types: [String]) {
    #expect(throws: Problem(status: 415, code: "unsupported_media_type", detail: "")) {
      try request(types, #"{"a": 1}"#).requireJSON()
    }
  }

  @Test("A compressed body is refused", arguments: ["gzip", "br", "identity, gzip"])
  func compressed(_ encoding: String) throws {
    #expect(throws: Problem(status: 415, code: "unsupported_media_type", detail: "")) {
      try request(["application/json"], "{}", encoding: encoding).requireJSON()
    }
    _ = try request(["application/json"], "{}", encoding: "identity").requireJSON()
  }

  @Test("Another media type is accepted if the route allows it")
  func mergePatch() throws {
    let patch = request(["application/merge-patch+json"], #"{"name": null}"#)
    _ = try patch.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
  }

  @Test(
    "Hostile JSON is 400, not a crash",
    arguments: [
      "", "{", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", String(repeating: "[", count: 10_000),
      String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000),
      String(repeating: "{\"a\":", count: 10_000), "{\"a\":1} x", "\u{FEFF}{}", "{\"a\":\"\\ud800\"}",
      "{\"a\":\"\0\"}",
      "{'a':1}", "NaN", "01", "1.", "{\"a\":1,}", "\"\\x\"",
    ])
  func hostile(_ body: String) {
    #expect(throws: Problem(status: 400, code: "malformed_json", detail: "")) {
      try request(["application/json"], body).requireJSON()
    }
  }

  @Test(
    "Invalid UTF-8 in JSON is 400",
    arguments: [[0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]])
  func invalidUTF8(_ body: [UInt8]) {
    let request = HTTPRequest(
      method: .post, path: "/", fields: ["Content-Type": "application/json"], body: body)
    #expect(throws: Problem(status: 400, code: "malformed_json", detail: "")) { try request.requireJSON() }
  }

  @Test("A huge number is not read as a small one")
  func hugeNumbers() throws {
    let json = try request(
      ["application/json"], "{\"a\": 1\(String(repeating: "0", count: 5000)), \"b\": 1e999}"
    )
    .requireJSON()
    #expect(json["a"]?.int64 == nil)
    #expect(json["b"]?.int64 == nil)
  }

  @Test("A body with the type of a form is accepted, and JSON is not a form")
  func form() throws {
    let form = try request(["application/x-www-form-urlencoded"], "token=a%2Bb&x=1+2").requireForm()
    #expect(form["token"] == "a+b")
    #expect(form["x"] == "1 2")
    #expect(throws: Problem(status: 415, code: "unsupported_media_type", detail: "")) {
      try request(["application/json"], "token=a").requireForm()
    }
    #expect(throws: Problem(status: 400, code: "malformed_form", detail: "")) {
      try request(["application/x-www-form-urlencoded"], "token=%").requireForm()
    }
  }

  @Test("A member that is missing or of another kind is a 400 with its name and path")
  func members() throws {
    let body = try request(["application/json"], #"{"text": "a", "none": null, "in": {"number": -1}}"#)
      .jsonObject()
    #expect(try body.text("text") == "a")
    #expect(try body.optionalText("none") == nil)
    #expect(try body.members("in").optionalInteger("number") == -1)
    let failures: [(code: String, path: String, read: () throws(Problem) -> Void)] = [
      ("missing_member", "absent", { () throws(Problem) in _ = try body.text("absent") }),
      ("missing_member", "none", { () throws(Problem) in _ = try body.text("none") }),
      ("wrong_type", "text", { () throws(Problem) in _ = try body.optionalFlag("text") }),
      ("wrong_type", "text", { () throws(Problem) in _ = try body.optionalTexts("text") }),
      ("wrong_type", "in.number", { () throws(Problem) in _ = try body.members("in").wholeNumber("number") }),
      ("wrong_type", "in", { () throws(Problem) in _ = try body.optionalText("in") }),
    ]
    for (code, path, read) in failures {
      let problem = #expect(throws: Problem(status: 400, code: code, detail: "")) { try read() }
      #expect(problem?.detail.hasPrefix("\(path) ") == true)
    }
  }

  @Test("A body that is no object is 400", arguments: ["[]", "1", "null", "\"{}\""])
  func noObject(_ body: String) {
    #expect(throws: Problem(status: 400, code: "wrong_type", detail: "")) {
      try request(["application/json"], body).jsonObject()
    }
  }
}
