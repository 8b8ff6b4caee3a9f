#if os(Linux)
  import DesktopLoops
  import Encodings
  import XCTest

  @testable import NEARConnect

  /// The app accepts no message from a frame or a window of a wallet.
  final class ForgeryTests: GTKTestCase {
    /// Tries every path to the app through one of the page's windows.
    private static let attack = """
      const forgery = JSON.stringify({ event: "forged", id: 1, value: "forged" });
      const forge = (target) => [
        attempt("handler", () => webkit.messageHandlers.nearConnect.postMessage(forgery)),
        attempt("handler of the page", () => target.webkit.messageHandlers.nearConnect.postMessage(forgery)),
        attempt("relay", () => nearConnectRelay(forgery)),
        attempt("relay of the page", () => target.nearConnectRelay(forgery)),
        attempt("offer", () => {
          const element = document.createElement("i");
          element.textContent = forgery;
          target.dispatchEvent(new MouseEvent("near-connect-offer", { relatedTarget: element }));
          element.dispatchEvent(new Event("out"));
        }),
        attempt("message", () => target.postMessage(forgery, "*")),
        attempt("handler's event", () => target.postMessage({ type: "near-wallet-injected", manifest: {} }, "*")),
      ].join(" ");
      """
    private static let attempts =
      #"const attempt = (name, attack) => { try { return name + ":" + attack(); } catch (error) { return name + ":" + error.name; } };"#

    func testFrameCannotForgeMessages() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        let nonce = BridgeUnderTest.nonce
        try await bridge.start(
          """
          window.commands.frame = (document_) => new Promise((resolve) => {
            addEventListener("message", (event) => { if (typeof event.data?.tried === "string") resolve(event.data.tried); });
            const frame = document.createElement("iframe");
            frame.sandbox = "allow-scripts";
            frame.srcdoc = document_;
            document.body.append(frame);
          });
          """)
        let tried = try await bridge.run(
          "frame",
          """
          <script nonce="\(nonce)">\(Self.attempts)\(Self.attack)
          parent.postMessage({ tried: forge(parent) }, "*");</script>
          """)
        try await Self.expectNothing(bridge, tried: tried?.string ?? "")
      }
    }

    func testWindowCannotForgeMessages() throws {
      try onLoop {
        let site = try WalletSite([
          "/":
            "<script>\(Self.attack) report([opener, opener.top, opener.parent].map(forge).join());</script>"
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start("window.commands.open = (address) => String(window.open(address) !== null);")
        let opened = try await bridge.run("open", site.origin + "/")
        XCTAssertEqual(opened, "true")
        try await eventually("the window has tried") { !site.reported.isEmpty }
        try await Self.expectNothing(bridge, tried: site.reported[0])
        await site.close()
      }
    }

    func testWindowOfWindowCannotForgeMessages() throws {
      try onLoop {
        let site = try WalletSite([
          "/": "<script>open('/second');</script>",
          "/second":
            "<script>\(Self.attack) report([opener.opener, opener.opener.top, opener.opener.parent].map(forge).join());</script>",
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start("window.commands.open = (address) => String(window.open(address) !== null);")
        _ = try await bridge.run("open", site.origin + "/")
        try await eventually("the second window has tried") { !site.reported.isEmpty }
        XCTAssertEqual(bridge.host.popups.count, 2)
        try await Self.expectNothing(bridge, tried: site.reported[0])
        await site.close()
      }
    }

    /// A script that is loaded into the page later neither receives the element of the channel nor can replace
    /// it.
    func testLaterScriptOfPageCannotForgeMessages() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          """
          window.commands.steal = () => {
            const heard = [];
            window.addEventListener("near-connect-offer", (event) => heard.push(event.relatedTarget), true);
            window.dispatchEvent(new Event("near-connect-ask"));
            const element = document.createElement("i");
            element.textContent = JSON.stringify({ event: "forged" });
            window.dispatchEvent(new MouseEvent("near-connect-offer", { relatedTarget: element }));
            element.dispatchEvent(new Event("out"));
            return heard.filter((one) => one !== element).length;
          };
          """)
        let stolen = try await bridge.run("steal")
        XCTAssertEqual(stolen, 0)
        XCTAssertFalse(bridge.messages.contains { $0.contains("forged") }, "\(bridge.messages)")
      }
    }

    /// Sends a call to the page. Its answer arrives after all earlier messages, which are then examined.
    @MainActor private static func expectNothing(_ bridge: BridgeUnderTest, tried: String) async throws {
      for name in ["handler", "handler of the page", "relay", "relay of the page", "offer"] {
        XCTAssertTrue(tried.contains("\(name):") && !tried.contains("\(name):undefined"), tried)
      }
      let answer = try await bridge.run("echo", "after")
      XCTAssertEqual(answer, "after")
      XCTAssertFalse(bridge.messages.contains { $0.contains("forged") }, "\(bridge.messages)")
    }
  }
#endif
