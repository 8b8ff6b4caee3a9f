#if os(Linux)
  import DesktopLoops
  import Encodings
  import DoorwardWebKitGTK
  import XCTest

  @testable import NEARConnect

  /// The navigation of the page, its frames and its windows.
  final class NavigationHostTests: GTKTestCase {
    private static let commands = """
      window.commands.open = (address) => { window.opened = window.open(address); return String(window.opened !== null); };
      window.commands.frame = (address) => {
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.append(frame);
        return new Promise((resolve) => setTimeout(() => resolve("made"), 50));
      };
      """

    func testWindowCannotNavigateBridge() throws {
      try onLoop {
        let site = try WalletSite([
          "/": """
          <script>
          const address = decodeURIComponent(location.hash.slice(1));
          const tried = [opener, opener.top, opener.parent].map((target) =>
            attempt("navigate", () => { target.location = address; }));
          report(tried);
          </script>
          """,
          "/elsewhere": "<script>report('the bridge is elsewhere')</script>",
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start(Self.commands)
        let addresses = [
          "\(site.origin)/elsewhere", "https://nowhere.invalid/", "about:blank", "about:srcdoc",
          BridgeUnderTest.baseURL,
          "\(BridgeUnderTest.baseURL)?a", "\(BridgeUnderTest.baseURL)#a", "javascript:alert(1)",
          "data:text/html,a",
          "file:///etc/passwd", "testwallet://sign", "unlisted://sign",
        ]
        for (index, address) in addresses.enumerated() {
          let escaped = address.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
          _ = try await bridge.run("open", "\(site.origin)/#\(escaped)")
          try await eventually("the window has tried \(address)") { site.reported.count > index }
          // Enough calls for a load to replace the page. The answers must come from the same page.
          let answer = try await bridge.run("frame", "about:srcdoc")
          XCTAssertEqual(answer, "made", address)
          bridge.host.closePopups()
        }
        XCTAssertFalse(site.reported.contains("the bridge is elsewhere"))
        XCTAssertFalse(bridge.events.contains(.terminated))
        XCTAssertEqual(bridge.host.bridge?.view.address, BridgeUnderTest.baseURL)
        await site.close()
      }
    }

    func testRefusedAddressesOpenNoWindow() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(Self.commands)
        for address in [
          "data:text/html,a", "file:///etc/passwd", "blob:null/a", "unlisted://sign", BridgeUnderTest.baseURL,
          "https://wallet.example@evil.example/", "view-source:https://a.example/",
        ] {
          let opened = try await bridge.run("open", address)
          XCTAssertEqual(opened, "false", address)
        }
        XCTAssertTrue(bridge.opened.isEmpty)
        XCTAssertFalse(bridge.events.contains(.popupsChanged(1)))
      }
    }

    func testAppLinksAreOpenedBySystem() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(Self.commands)
        let opened = try await bridge.run("open", "testwallet://sign/1")
        XCTAssertEqual(opened, "false")
        _ = try await bridge.run("frame", "testwallet://sign/2")
        _ = try await bridge.run("frame", "unlisted://sign/3")
        XCTAssertEqual(bridge.opened, ["testwallet://sign/1", "testwallet://sign/2"])
      }
    }

    func testNumberOfOpenedAppLinksIsLimited() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(Self.commands)
        for _ in 0..<20 { _ = try await bridge.run("open", "https://t.me/wallet") }
        XCTAssertEqual(bridge.opened.count, LinkAllowance.maximum)
      }
    }

    func testWindowThatReturnsToBridgeIsClosed() throws {
      try onLoop {
        let site = try WalletSite([
          "/": "<script>location = '\(BridgeUnderTest.baseURL)?account_id=a.near'</script>"
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start(
          Self.commands + "window.commands.isClosed = () => String(window.opened.closed);")
        _ = try await bridge.run("open", "\(site.origin)/")
        try await eventually("the window is closed") { bridge.events.contains(.popupsChanged(0)) }
        try await eventually("its view is removed") { bridge.host.popups.isEmpty }
        var isClosed = false
        for _ in 0..<100 where !isClosed { isClosed = try await bridge.run("isClosed") == "true" }
        XCTAssertTrue(isClosed, "the page sees that its window is closed")
        await site.close()
      }
    }

    func testEmptyWindowCanBeNavigatedByItsOpener() throws {
      try onLoop {
        let site = try WalletSite(["/": "<script>report('here')</script>"])
        let bridge = BridgeUnderTest()
        try await bridge.start(
          Self.commands
            + "window.commands.send = (address) => { window.opened.location = address; return ''; };")
        let opened = try await bridge.run("open", "")
        XCTAssertEqual(opened, "true")
        _ = try await bridge.run("send", "\(site.origin)/")
        try await eventually("the page is loaded") { site.reported == ["here"] }
        try await eventually("the address is shown") {
          bridge.host.popups.first?.shownAddress.contains(site.origin.dropFirst(7)) == true
        }
        await site.close()
      }
    }

    func testMessageFromWindowToOpenerReachesPage() throws {
      try onLoop {
        let site = try WalletSite([
          "/": """
          <script>
          addEventListener("message", (event) => opener.postMessage({ text: "received " + event.data }, "*"));
          opener.postMessage({ text: "here" }, "*");
          </script>
          """
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start(
          """
          window.commands.converse = (address) => new Promise((resolve) => {
            const received = [];
            addEventListener("message", (event) => {
              received.push(event.data.text, event.origin, event.source === opened);
              if (received.length === 3) opened.postMessage("you", "*");
              else resolve(received.join());
            });
            const opened = window.open(address);
          });
          """)
        let received = try await bridge.run("converse", site.origin + "/")
        XCTAssertEqual(received?.string, "here,\(site.origin),true,received you,\(site.origin),true")
        await site.close()
      }
    }

    func testNumberOfWindowsIsLimited() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          "window.commands.many = () => String(Array.from({ length: 20 }, () => window.open('')).filter((one) => one !== null).length);"
        )
        let opened = try await bridge.run("many")
        XCTAssertEqual(opened?.string, String(GTKBridgeHost.maximumPopups))
      }
    }
  }
#endif
