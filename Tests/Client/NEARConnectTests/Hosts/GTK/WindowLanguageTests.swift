#if os(Linux)
  import CDoorwardGTK
  import DesktopLoops
  import DoorwardGTKWidgets
  import DoorwardTexts
  import NEAR
  import XCTest

  @testable import NEARConnect

  /// The window, its page and the windows of wallets in the language of the configuration.
  final class WindowLanguageTests: GTKTestCase {
    private static func texts(_ tag: String) throws -> Texts { Texts(try XCTUnwrap(Language(tag: tag))) }

    func testPageHasLanguageAndDirection() throws {
      for (tag, direction) in [("de", "ltr"), ("zh-Hant", "ltr"), ("ar", "rtl"), ("he", "rtl")] {
        try onLoop {
          let texts = try Self.texts(tag)
          let bench = try WalletBench { $0.texts = texts }
          let probe = try await bench.probe()
          let language = try await probe.language()
          XCTAssertEqual(language, "\(tag) \(direction) \(direction)")
          let status = try await probe.status()
          XCTAssertEqual(status, "\(texts.text("windows.wallets.title")) \(texts.text("windows.busy")) ")
          let titles = try await probe.titles()
          XCTAssertEqual(
            titles, "\(texts.text("windows.wallets.title"))\n\(texts.text("windows.wallets.progress"))")
        }
      }
    }

    func testStatusAndFailureAreInTheLanguage() throws {
      for library in try WalletBench.libraries() {
        for tag in ["ja", "ar"] {
          try onLoop {
            let texts = try Self.texts(tag)
            let bench = try WalletBench(["both"], library: library) { $0.texts = texts }
            let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
            bench.site.hold("/both.js")
            let connecting = Task { try await bench.manager.signIn(walletId: "both") }
            try await eventually("the window is shown") { window.isVisible }
            XCTAssertEqual(window.window.title, texts.text("windows.wallets.connect"))
            let probe = try await bench.probe()
            try await probe.waitForStatus("both \(texts.text("windows.wallets.codeLoading"))")
            bench.site.remove("/both.js")
            bench.site.release("/both.js")
            try await probe.waitForStatus(texts.text("windows.wallets.refused", ["status": "404"]))
            let focused = try await probe.focused()
            XCTAssertEqual(focused, texts.text("action.tryAgain"))
            // The error of the app is in English, as all others.
            XCTAssertEqual(bench.manager.lastError?.contains("its server answered with the status 404"), true)
            window.close.press()
            _ = try? await connecting.value
          }
        }
      }
    }

    func testEachFailureOfAScriptIsInTheLanguage() throws {
      let scripts = [
        "/throws.js": "throw new Error('no storage here');", "/silent.js": "// Nothing.",
        "/imports.js": "import 'https://127.0.0.1:1/part.js';",
        "/stuck.js": "setTimeout(() => { Promise.reject(new Error('no storage here')); });",
      ]
      for (id, key) in [
        ("throws", "scriptFailed"), ("silent", "tooSlow"), ("imports", "scriptMissing"),
        ("stuck", "tooSlowAfter"),
      ] {
        try onLoop {
          let texts = try Self.texts("de")
          let bench = try WalletBench([id], scripts: scripts) {
            $0.texts = texts
            $0.bridgeTimeLimit = .seconds(4)
          }
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let connecting = Task { try await bench.manager.signIn(walletId: id) }
          let probe = try await bench.probe()
          try await eventually("the window is shown") { window.isVisible }
          let sentence = texts.text("windows.wallets.\(key)", ["error": "\u{0}"])
          for part in sentence.split(separator: "\u{0}") { try await probe.waitForStatus(String(part)) }
          let status = try await probe.status()
          XCTAssertEqual(status.contains("no storage here"), ["throws", "stuck"].contains(id), status)
          window.close.press()
          _ = try? await connecting.value
        }
      }
    }

    func testListOfWalletsIsInTheLanguage() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let texts = try Self.texts("uk")
          let bench = try WalletBench(["one", "two"], library: library) { $0.texts = texts }
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let connecting = Task { try await bench.manager.signIn() }
          try await eventually("the window is shown") { window.isVisible }
          let probe = try await bench.probe()
          let choose = texts.text("windows.wallets.choose")
          let wanted = "\(choose)\n\(choose)\n\(texts.text("windows.wallets.noWallet"))"
          var shown = ""
          for _ in 0..<2000 where shown != wanted { shown = try await probe.selector() }
          XCTAssertEqual(shown, wanted)
          window.close.press()
          _ = try? await connecting.value
        }
      }
    }

    func testWindowHasTextsAndDirectionOfTheLanguage() throws {
      for (tag, direction) in [("fr", GTK_TEXT_DIR_LTR), ("he", GTK_TEXT_DIR_RTL)] {
        try onLoop {
          let texts = try Self.texts(tag)
          XCTAssertTrue(GTKMainLoop.open())
          let window = WalletBridgeWindow(host: GTKBridgeHost(dataDirectory: nil), texts: texts)
          XCTAssertEqual(window.title, texts.text("windows.wallets.connect"))
          XCTAssertEqual(window.loading.spinner.accessibleLabel, texts.text("windows.wallets.loading"))
          XCTAssertEqual(Self.label(of: window.close), texts.text("action.cancel"))
          XCTAssertEqual(Self.label(of: window.failure.retry), texts.text("action.tryAgain"))
          for (code, key) in [
            (NEARError.Code.bridgeFailed, "bridge_failed"), (.manifestUnavailable, "manifest_unavailable"),
            (.sandboxUnavailable, "sandbox_unavailable"), (.rpcUnavailable, "bridge_failed"),
          ] {
            window.state = .failed(NEARError(code: code, reason: "Because."))
            XCTAssertEqual(window.failure.reason.text, texts.text("windows.wallets.error.\(key)"))
          }
          XCTAssertEqual(gtk_widget_get_direction(Self.widget(window.close)), direction)
          XCTAssertEqual(gtk_widget_get_direction(Self.widget(window.failure.retry)), direction)
        }
      }
    }

    /// An address is written from left to right in every language.
    func testWindowOfAWalletHasTextsOfTheLanguage() throws {
      try onLoop {
        let texts = try Self.texts("ar")
        XCTAssertTrue(GTKMainLoop.open())
        let label = AddressLabel(texts: texts)
        XCTAssertEqual(label.label.text, texts.text("windows.wallets.blankPage"))
        label.show("http://wallet.example/")
        XCTAssertEqual(label.label.text, "wallet.example \(texts.text("windows.wallets.notEncrypted"))")
        XCTAssertEqual(
          label.label.accessibleLabel,
          texts.text("windows.wallets.address", ["address": "http://wallet.example/"]))
        label.label.setDirection(isRightToLeft: true)
        XCTAssertEqual(gtk_widget_get_direction(Self.widget(label.label)), GTK_TEXT_DIR_LTR)
      }
    }

    @MainActor private static func widget(_ widget: Widget) -> UnsafeMutablePointer<GtkWidget> {
      widget.object.assumingMemoryBound(to: GtkWidget.self)
    }

    @MainActor private static func label(of button: Button) -> String {
      String(cString: gtk_button_get_label(button.object.assumingMemoryBound(to: GtkButton.self)))
    }
  }
#endif
