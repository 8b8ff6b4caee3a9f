import NEARConnect
import Testing

struct NavigationPolicyTests {
  private let policy = NavigationPolicy(
    bridgeURL: "https://near-connect-bridge.local/",
    links: [
      "hotwallet://", "near-mobile-wallet://", "app://only.here", "https://wallet.example", "javascript:",
    ])

  @Test(arguments: [
    ("https://wallet.example/sign", NavigationPolicy.Decision.show), ("http://127.0.0.1:8080/", .show),
    ("about:blank", .show), ("about:srcdoc", .show), ("about:config", .refuse),
    ("https://t.me/hot_wallet/app", .openInSystem), ("https://a.telegram.me/x", .openInSystem),
    ("https://t.me.evil.example/", .show), ("hotwallet://call-1", .openInSystem),
    ("HOTWALLET://call-1", .openInSystem), ("near-mobile-wallet://x", .openInSystem),
    ("app://only.here/x", .openInSystem), ("app://elsewhere/x", .refuse), ("tg://resolve", .refuse),
    ("javascript:alert(1)", .refuse), ("JaVaScRiPt:alert(1)", .refuse), ("file:///etc/passwd", .refuse),
    ("data:text/html,x", .refuse), ("blob:https://a/b", .refuse), ("view-source:https://a/", .refuse),
    ("https://wallet.example@evil.example/", .refuse), ("", .refuse), ("not a url", .refuse),
    ("//x", .refuse),
    ("https://near-connect-bridge.local/?account_id=a.near", .close),
    ("https://near-connect-bridge.local/other", .show),
  ])
  func walletWindowShowsAllowedAddresses(_ url: String, _ decision: NavigationPolicy.Decision) {
    #expect(policy.decide(url, in: .popup) == decision)
    #expect(policy.decide(url, in: .newWindow) == decision)
  }

  @Test func unlistedLinkOpensNothing() {
    let none = NavigationPolicy(bridgeURL: "https://near-connect-bridge.local/")
    #expect(none.decide("hotwallet://call-1", in: .bridge) == .refuse)
    #expect(none.decide(String(repeating: "a", count: 20_000) + "://x", in: .popup) == .refuse)
  }
}
