import DoorwardHTTP
import DoorwardSessions
import Testing

@testable import DoorwardServer

/// An address that only resembles a listed one is refused.
@Suite struct RedirectURITests {
  @Test(
    "A listed URI matches itself, and on loopback any port",
    arguments: [
      ("https://site.example/callback", "https://site.example/callback"),
      ("https://site.example/callback?a=b", "https://site.example/callback?a=b"),
      ("com.example.app:/callback", "com.example.app:/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:1/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:65535/callback"),
      ("http://127.0.0.1:8080/callback", "http://127.0.0.1:49152/callback"),
      ("http://[::1]/callback", "http://[::1]:49152/callback"),
      ("http://127.0.0.1", "http://127.0.0.1:80"),
      ("http://127.0.0.1?a=b", "http://127.0.0.1:80?a=b"),
      ("http://localhost:8080/callback", "http://localhost:8080/callback"),
    ])
  func admits(_ listed: String, _ presented: String) throws {
    #expect(try RedirectURI(listed).admits(presented))
  }

  @Test(
    "A URI that only resembles a listed one is refused",
    arguments: [
      ("http://127.0.0.1/callback", "http://127.0.0.1.evil.com/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80@evil.com/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1@evil.com/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80.evil.com/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80\\@evil.com/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1\\.evil.com/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:0/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:080/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:65536/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:123456/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:８０/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/callback/"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/callbacks"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/call"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/other"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/callback?x=1"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/callback#x"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/%63allback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/x/../callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/callback%2f.."),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80//callback"),
      ("http://127.0.0.1/callback", "https://127.0.0.1:80/callback"),
      ("http://127.0.0.1/callback", "HTTP://127.0.0.1:80/callback"),
      ("http://127.0.0.1/callback", "http://[::1]:80/callback"),
      ("http://127.0.0.1/callback", "http://localhost:80/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.2:80/callback"),
      ("http://127.0.0.1/callback", "http://2130706433:80/callback"),
      ("http://127.0.0.1/callback", " http://127.0.0.1:80/callback"),
      ("http://127.0.0.1/callback", "http://127.0.0.1:80/callback\r\nX: y"),
      ("http://localhost:8080/callback", "http://localhost:8081/callback"),
      ("http://[::1]/callback", "http://[::1].evil.com/callback"),
      ("https://site.example/callback", "https://site.example:444/callback"),
      ("https://site.example/callback", "https://site.example.evil.com/callback"),
      ("https://site.example/callback", "https://SITE.example/callback"),
      ("https://site.example/callback", "https://user@site.example/callback"),
      ("https://site.example/callback", "https://site.example/callback/../evil"),
      ("https://site.example/callback", "https://site.example/Callback"),
      ("https://site.example/Kallback", "https://site.example/\u{212a}allback"),
      ("com.example.app:/callback", "com.example.app:/callback2"),
      ("com.example.app:/callback", "com.example.app2:/callback"),
      ("com.example.app:/callback", "com.example.app:callback"),
    ])
  func refuses(_ listed: String, _ presented: String) throws {
    #expect(try !RedirectURI(listed).admits(presented))
  }

  @Test(
    "An operator cannot list a URI that no client can own",
    arguments: [
      "", "callback", "/callback", "//site.example/callback", "http://site.example/callback",
      "http://127.0.0.1.evil.com/callback", "https://", "https:///callback", "https://user@site.example/",
      "https://site.example/#x", "https://site.example/\\x", "https://site.example/ x",
      "https://sité.example/",
      "javascript:alert(1)", "data:text/html,x", "myapp:/callback", "myapp://callback",
      "com.example.app:callback",
      ".example:/callback", "com.example.:/callback", "1com.example:/x", "COM.example.app:/callback",
      "file:///etc/passwd", "https://site.example/" + String(repeating: "a", count: 2048),
    ])
  func unlistable(_ text: String) {
    #expect(throws: RedirectURI.Flaw.self) { try RedirectURI(text) }
  }
}
