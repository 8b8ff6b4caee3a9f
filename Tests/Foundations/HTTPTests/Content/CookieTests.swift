import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("Cookies (RFC 6265bis)")
struct CookieTests {
  @Test("A cookie is written as a Set-Cookie line")
  func line() throws {
    let cookie = try Cookie(name: "__Host-session", value: "abc", maxAge: 3600, sameSite: .strict)
    #expect(
      cookie.headerValue == "__Host-session=abc; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Strict")
    let plain = try Cookie(
      name: "pre", value: "", path: "/session", maxAge: -5, isSecure: false, isHTTPOnly: false)
    #expect(plain.headerValue == "pre=; Path=/session; Max-Age=0; SameSite=Lax")
    var response = HTTPResponse.noContent
    response.setCookie(cookie)
    response.setCookie(plain)
    #expect(response.fields.values(for: "set-cookie") == [cookie.headerValue, plain.headerValue])
  }

  @Test(
    "A value that would add attributes or lines is refused",
    arguments: ["a;b", "a b", "a,b", "a\"b", "a\\b", "a\r\nb", "é", "a\0"])
  func badValues(_ value: String) {
    #expect(throws: HTTPError(.invalidCookie, "")) { try Cookie(name: "a", value: value) }
    #expect(throws: HTTPError(.invalidCookie, "")) { try Cookie(name: "a", value: "b", path: "/\(value);") }
  }

  @Test(
    "A name with a prefix must meet the rules of the prefix",
    arguments: ["__Host-a", "__host-a", "__Secure-a", "__SECURE-a"])
  func prefixes(_ name: String) throws {
    #expect(throws: HTTPError(.invalidCookie, "")) { try Cookie(name: name, value: "", isSecure: false) }
    _ = try Cookie(name: name, value: "")
  }

  @Test("__Host- needs the whole host, and SameSite=None needs HTTPS")
  func promises() {
    #expect(throws: HTTPError(.invalidCookie, "")) { try Cookie(name: "__Host-a", value: "", path: "/x") }
    #expect(throws: HTTPError(.invalidCookie, "")) {
      try Cookie(name: "a", value: "", isSecure: false, sameSite: .none)
    }
    #expect(throws: HTTPError(.invalidCookie, "")) { try Cookie(name: "a b", value: "") }
  }

  @Test(
    "The cookies of a request are parsed",
    arguments: [
      (["a=1; b=2"], "a", "1"), (["a=1; b=2"], "b", "2"), (["a=1", "b=2"], "b", "2"), (["a=1;b=2"], "b", "2"),
      (["a=x=y"], "a", "x=y"), (["a="], "a", ""), (["a=1; a=1"], "a", "1"),
      (["garbage; a=1;;=; =x"], "a", "1"),
    ])
  func parsed(_ lines: [String], _ name: String, _ value: String) {
    #expect(RequestCookies(lines)[name] == value)
  }

  @Test(
    "A cookie with two different values is ignored, because one of them may be planted",
    arguments: [["a=1; a=2"], ["a=1", "a=2"], ["a=1; a=2; a=1"]])
  func tossed(_ lines: [String]) {
    #expect(RequestCookies(lines)["a"] == nil)
  }

  @Test("Cookie names are case-sensitive, and a missing cookie is nil")
  func names() {
    var request = HTTPRequest(method: .get, path: "/")
    request.fields.append("cookie", "Session=1")
    #expect(request.cookies["Session"] == "1")
    #expect(request.cookies["session"] == nil)
  }
}
