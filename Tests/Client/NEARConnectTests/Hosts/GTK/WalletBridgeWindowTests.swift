#if os(Linux)
  import CDoorwardGTK
  import DesktopLoops
  import Encodings
  import NEAR
  import DoorwardGTKWidgets
  import DoorwardTexts
  import DoorwardWebKitGTK
  import XCTest

  @testable import NEARConnect

  /// The window that the user sees.
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
        // The reason is for the developer.
        XCTAssertEqual(
          window.failure.reason.text, Texts().text("windows.wallets.error.bridge_failed"))
        XCTAssertFalse(window.loading.spinner.isSpinning)
        window.state = .ready
        XCTAssertTrue(window.stack.visible === bridge.host.bridge?.view)
      }
    }

    func testButtonsCallTheirActions() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        XCTAssertTrue(GTKMainLoop.open())
        let window = WalletBridgeWindow(host: bridge.host)
        var actions: [String] = []
        window.onRetry = { actions.append("retry") }
        window.onCancel = { actions.append("cancel") }
        window.state = .failed(NEARError(code: .bridgeFailed, reason: "Because."))
        window.present()
        window.failure.retry.press()
        try await eventually("the action is called") { actions == ["retry"] }
        XCTAssertTrue(window.isVisible)
        window.window.requestClose()
        XCTAssertEqual(actions, ["retry", "cancel"])
        XCTAssertFalse(window.isVisible)
      }
    }

    func testPageOutlivesItsWindow() throws {
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

    func testWalletWindowShowsItsAddress() throws {
      try onLoop {
        let site = try WalletSite([
          "/a/b": "<script>report('here'); history.pushState(null, '', '/c?d');</script>"
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start("window.commands.open = (address) => String(window.open(address) !== null);")
        _ = try await bridge.run("open", site.origin + "/a/b")
        try await eventually("the address is shown") {
          bridge.host.popups.first?.shownAddress == "\(site.origin.dropFirst(7)) (not encrypted)"
        }
        XCTAssertEqual(
          bridge.host.popups.first?.window.title, "\(site.origin.dropFirst(7)) (not encrypted)")
        await site.close()
      }
    }

    func testAddressChangesWhenItsPageIsShown() throws {
      try onLoop {
        let site = try WalletSite([
          "/":
            "<script>setTimeout(() => { location = 'http://localhost:' + location.port + '/never'; }, 10)</script>"
        ])
        let bridge = BridgeUnderTest()
        try await bridge.start("window.commands.open = (address) => String(window.open(address) !== null);")
        _ = try await bridge.run("open", site.origin + "/")
        try await eventually("the other page is requested") { site.requested.contains("/never") }
        XCTAssertEqual(
          bridge.host.popups.first?.shownAddress, "\(site.origin.dropFirst(7)) (not encrypted)")
        bridge.host.closePopups()
        await site.close()
      }
    }

    func testFailedWindowCanBeRetried() throws {
      try onLoop {
        let gone = try WalletSite()
        await gone.close()
        let bridge = BridgeUnderTest()
        try await bridge.start("window.commands.open = (address) => String(window.open(address) !== null);")
        _ = try await bridge.run("open", gone.origin + "/page")
        let popup = try XCTUnwrap(bridge.host.popups.first)
        for _ in 0..<2 {
          try await eventually("the failure is shown") { popup.shownFailure != nil }
          XCTAssertEqual(popup.shownAddress, "\(gone.origin.dropFirst(7)) (not encrypted)")
          popup.retry()
          try await eventually("the window loads again") { popup.shownFailure == nil }
        }
        try await eventually("the failure is shown again") { popup.shownFailure != nil }
        let port = try XCTUnwrap(WebAddress(gone.origin)?.port)
        let site = try WalletSite(
          ["/page": "<script>report('here'); history.pushState(null, '', '/b')</script>"], port: port)
        popup.retry()
        try await eventually("the page is loaded") { site.reported == ["here"] }
        try await eventually("the page is shown") {
          popup.shownFailure == nil && popup.view.address.hasSuffix("/b")
        }
        await site.close()
      }
    }

    /// The end of a host name identifies its owner, so the user must see it.
    func testEndOfLongHostIsVisible() throws {
      try onLoop {
        XCTAssertTrue(GTKMainLoop.open())
        let label = AddressLabel(texts: Texts(.english))
        XCTAssertEqual(gtk_label_get_ellipsize(OpaquePointer(label.label.object)), PANGO_ELLIPSIZE_START)
      }
    }

    func testHostOfAddressIsShown() throws {
      for (address, shown) in [
        ("https://wallet.example/", "wallet.example"),
        ("https://wallet.example:8443/a?b#c", "wallet.example:8443"),
        ("http://wallet.example/<b>", "wallet.example (not encrypted)"), ("about:blank", "Blank page"),
        ("", "Blank page"),
      ] {
        try onLoop {
          XCTAssertTrue(GTKMainLoop.open())
          let label = AddressLabel(texts: Texts(.english))
          label.show(address)
          XCTAssertEqual(label.label.text, shown)
          XCTAssertEqual(label.label.accessibleLabel, "Address: \(address)")
        }
      }
    }
  }
#endif
