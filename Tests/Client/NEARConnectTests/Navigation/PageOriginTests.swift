import Testing

@testable import NEARConnect

struct PageOriginTests {
  private let bridge = PageOrigin("https://near-connect-bridge.local/")

  @Test(arguments: [
    ("https", "near-connect-bridge.local", 0), ("https", "near-connect-bridge.local", 443),
    ("HTTPS", "Near-Connect-Bridge.LOCAL", 0),
  ])
  func equivalentOriginsAreTheBridge(_ scheme: String, _ host: String, _ port: Int) {
    #expect(PageOrigin(scheme: scheme, host: host, port: port) == bridge)
  }

  @Test(arguments: [
    ("http", "near-connect-bridge.local", 0), ("https", "near-connect-bridge.local", 8443),
    ("https", "evil.near-connect-bridge.local", 0), ("https", "near-connect-bridge.local.evil.example", 0),
    // The origin of a sandboxed frame, and of a `data:` document.
    ("", "", 0), ("about", "", 0), ("http", "near-connect-bridge.local", 443),
  ])
  func otherOriginsAreNotTheBridge(_ scheme: String, _ host: String, _ port: Int) {
    #expect(PageOrigin(scheme: scheme, host: host, port: port) != bridge)
  }

  @Test(arguments: ["about:blank", "data:text/html,x", "file:///etc/passwd", "near-connect-bridge.local", ""])
  func addressOutsideWebHasNoOrigin(_ address: String) {
    #expect(PageOrigin(address) == nil)
  }

  @Test(arguments: [
    ("https://wallet.example/sign?as=https://bank.example#x", "https://wallet.example"),
    ("https://wallet.example:8443/", "https://wallet.example:8443"),
    ("https://wallet.example:443/", "https://wallet.example"),
    ("http://127.0.0.1:3000/x", "http://127.0.0.1:3000"),
  ])
  func shownOriginOmitsPathAndDefaultPort(_ address: String, _ shown: String) {
    #expect(PageOrigin(address)?.text == shown)
  }
}
