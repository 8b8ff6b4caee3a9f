#if os(Linux)
  import Encodings
  import XCTest

  @testable import NEARConnect

  /// The channel between the app and the page.
  final class RelayTests: GTKTestCase {
    func testPageReportsEachLoad() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.load()
        try await bridge.load()
        XCTAssertEqual(bridge.messages, [#"{"event":"loaded"}"#, #"{"event":"loaded"}"#])
      }
    }

    func testTextsArriveUnchangedInBothDirections() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start()
        for text in Self.hostile {
          let echo = try await bridge.run("echo", text)?.string
          XCTAssertEqual(echo.map { Array($0.utf8) }, Array(text.utf8), "\(text.prefix(40))")
        }
      }
    }

    /// Texts that can end a string, a line, a script or an argument.
    private static let hostile = [
      "", "\"'`", #"\ \\ \n \u0000 \""#, "\u{2028}\u{2029}", "\u{0}", "a\u{0}b", "\r\n\t\u{8}\u{c}\u{1b}",
      "👩‍👩‍👧‍👦 𝒳 é e\u{301}",
      "</script><script>alert(1)</script>", "<!--", "]]>", "${1+1}", "');alert(1);('", "%00%0a",
      "\u{feff}\u{fffe}\u{202e}",
      "{\"id\":1,\"value\":1}", String(repeating: "\u{0}\"\\\u{2028}🦊", count: 1 << 16),
      String(repeating: "x", count: 1 << 20),
    ]

    func testMessagesOfReplacedPageAreIgnored() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          "window.commands.later = () => { setInterval(() => window.commands.echo(), 1); return ''; };")
        bridge.host.post(BridgeCall(id: 900, name: "dismiss", arguments: [:]).text)
        try await bridge.load()
        _ = try? await bridge.call("start", [:])
        XCTAssertFalse(bridge.messages.contains { $0.contains("900") })
      }
    }

    func testRelayExistsOnlyInItsWorldAndFrame() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          """
          window.commands.look = () => [typeof window.webkit?.messageHandlers?.nearConnect, typeof window.nearConnectRelay].join();
          """)
        let seen = try await bridge.run("look")
        XCTAssertEqual(seen, "undefined,undefined")
      }
    }

    /// The order of the two scripts differs between loads.
    func testChannelOpensForEitherScriptOrder() throws {
      try onLoop {
        for _ in 0..<8 {
          let bridge = BridgeUnderTest()
          try await bridge.start()
          let echo = try await bridge.run("echo", "here")
          XCTAssertEqual(echo, "here")
        }
      }
    }

    func testChannelIsNotOfferedAgain() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          """
          window.commands.listen = () => {
            let received = 0;
            window.addEventListener("near-connect-offer", () => { received += 1; }, true);
            window.dispatchEvent(new Event("near-connect-ask"));
            const line = document.createElement("i");
            line.textContent = '{"event":"forged"}';
            window.dispatchEvent(new MouseEvent("near-connect-offer", { relatedTarget: line }));
            line.dispatchEvent(new Event("out"));
            return String(received);
          };
          """)
        let received = try await bridge.run("listen")
        XCTAssertEqual(received, "1", "only its own offer")
        XCTAssertFalse(bridge.messages.contains { $0.contains("forged") })
      }
    }

    func testRelayWorksForBaseURLWithPortAndPath() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        for address in ["https://app.example", "https://app.example/wallets", "http://127.0.0.1:8080/a/b?c"] {
          bridge.host.navigation = NavigationPolicy(bridgeURL: address)
          try await bridge.load(baseURL: address)
        }
      }
    }
  }
#endif
