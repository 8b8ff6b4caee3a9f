#if os(Linux)
  import Encodings
  import NEAR
  import WebKitGTK
  import XCTest

  @testable import NEARConnect

  /// What the person sees.
  final class WalletBridgeWindowTests: GTKTestCase {
    func testEachStateShowsItsPage() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start()
        let window = WalletBridgeWindow(host: bridge.host)
        XCTAssertTrue(window.stack.visible === window.loading.content)
        XCTAssertTrue(window.loading.spinner.isSpinning)
        window.state = .failed(NEARError(code: .bridgeFailed, reason: "Because."))
        XCTAssertTrue(window.stack.visible === window.failure.content)
        XCTAssertEqual(window.failure.reason.text, "Because.")
        XCTAssertFalse(window.loading.spinner.isSpinning)
        window.state = .ready
        XCTAssertTrue(window.stack.visible === bridge.host.bridge?.view)
      }
    }

    func testTheButtonsDoWhatTheySay() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        XCTAssertTrue(GTKMainLoop.open())
        let window = WalletBridgeWindow(host: bridge.host)
        var said: [String] = []
        window.onRetry = { said.append("retry") }
        window.onCancel = { said.append("cancel") }
        window.state = .failed(NEARError(code: .bridgeFailed, reason: "Because."))
        window.present()
        window.failure.retry.press()
        try await eventually("it tries again") { said == ["retry"] }
        XCTAssertTrue(window.isVisible)
        window.window.requestClose()
        XCTAssertEqual(said, ["retry", "cancel"])
        XCTAssertFalse(window.isVisible)
      }
    }

    func testThePageOutlivesItsWindow() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start("let count = 0; window.commands.count = () => String(++count);")
        var window: WalletBridgeWindow? = WalletBridgeWindow(host: bridge.host)
        window?.state = .ready
        window?.present()
        _ = try await bridge.run("count")
        window?.hide()
        _ = try await bridge.run("count")
        window?.present()
        _ = try await bridge.run("count")
        window = nil
        _ = try await bridge.run("count")
        let another = WalletBridgeWindow(host: bridge.host)
        another.state = .ready
        another.present()
        let count = try await bridge.run("count")
        XCTAssertEqual(count, "5")
        XCTAssertTrue(another.stack.visible === bridge.host.bridge?.view)
      }
    }

    func testAWindowOfAWalletShowsWhoseItIs() throws {
      try onLoop {
        let site = try WalletSite([
          "/a/b": "<script>report('here'); history.pushState(null, '', '/c?d');</script>"
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start("window.commands.open = (address) => String(window.open(address) !== null);")
        _ = try await bridge.run("open", site.origin + "/a/b")
        try await eventually("it shows the address") {
          bridge.host.popups.first?.shownAddress == "Not encrypted: \(site.origin.dropFirst(7))/c"
        }
        XCTAssertEqual(bridge.host.popups.first?.window.title, "Not encrypted: \(site.origin.dropFirst(7))/c")
        await site.close()
      }
    }

    func testAnAddressIsShownOnceItsPageIs() throws {
      try onLoop {
        let site = try WalletSite(["/": "<script>setTimeout(() => { location = '/never'; }, 10)</script>"])
        let bridge = BridgeUnderTest()
        try await bridge.start("window.commands.open = (address) => String(window.open(address) !== null);")
        _ = try await bridge.run("open", site.origin + "/")
        try await eventually("it asks for the other page") { site.requested.contains("/never") }
        XCTAssertEqual(bridge.host.popups.first?.shownAddress, "Not encrypted: \(site.origin.dropFirst(7))")
        bridge.host.closePopups()
        await site.close()
      }
    }

    func testOfAnAddressTheHostStandsOut() throws {
      for (address, shown) in [
        ("https://wallet.example/", "wallet.example"),
        ("https://wallet.example:8443/a?b#c", "wallet.example:8443/a"),
        ("http://wallet.example/<b>", "Not encrypted: wallet.example/<b>"), ("about:blank", "Blank page"),
        ("", "Blank page"),
      ] {
        try onLoop {
          XCTAssertTrue(GTKMainLoop.open())
          let label = AddressLabel()
          label.show(address)
          XCTAssertEqual(label.label.text, shown)
          XCTAssertEqual(label.label.accessibleLabel, "Address: \(address)")
        }
      }
    }
  }
#endif
