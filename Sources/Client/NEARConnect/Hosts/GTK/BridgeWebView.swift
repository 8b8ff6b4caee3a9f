#if os(Linux)
  internal import DoorwardGTKWidgets
  internal import DoorwardTexts
  internal import DoorwardWebKitGTK

  /// The bridge page in a web view that shows no other page.
  @MainActor final class BridgeWebView: WebViewDelegate {
    let view: WebView
    private let page: BridgePage
    private weak var host: GTKBridgeHost?

    private enum Phase {
      case new, loading, shown, over
    }
    private var phase = Phase.new

    init(_ page: BridgePage, storage: WebStorage, host: GTKBridgeHost) {
      self.page = page
      self.host = host
      view = WebView(storage: storage)
      view.isInspectable = page.isInspectable
      view.accessibleLabel = page.texts.text("windows.wallets.title")
      view.delegate = self
      let pattern = Self.pattern(page.baseURL)
      view.add(UserScript(page.relayScript, world: BridgePage.worldName, onlyAt: pattern))
      view.add(UserScript(page.pageScript, onlyAt: pattern))
      view.addMessageHandler(BridgePage.handlerName, inWorld: BridgePage.worldName) { [weak self] text in
        guard let self, phase != .over else { return }
        self.host?.onEvent?(.message(text))
      }
    }

    func load() {
      phase = .loading
      view.load(html: page.html, baseURL: page.baseURL)
    }

    /// Stops the page. Its later messages are ignored.
    func end() {
      phase = .over
      view.delegate = nil
      // WebKit would otherwise keep the process, with the state of all wallets, for a later page.
      view.terminate()
    }

    func post(_ text: String) {
      view.run("nearConnectRelay(text)", arguments: ["text": text], inWorld: BridgePage.worldName)
    }

    /// The URL pattern at which the scripts run. WebKit's patterns ignore the port, and they match a query only
    /// if they end in `*`.
    static func pattern(_ baseURL: String) -> String {
      guard let address = WebAddress(baseURL), let host = address.host else { return baseURL }
      return "\(address.scheme)://\(host)\(address.path.isEmpty ? "/" : address.path)*"
    }

    // MARK: WebViewDelegate

    /// WebKit asks for every frame and does not name the frame. Frames of wallets may show web addresses.
    /// After the page is shown, the empty page and the page's own address are refused: in the top frame they
    /// would replace the page, with no content or with any content that the network serves.
    func webView(_ view: WebView, mayNavigateTo address: String) -> Bool {
      guard let host, phase != .over else { return false }
      if phase == .shown, address == "about:blank" || isPage(address) { return false }
      if host.decide(address, in: .bridge) == .show { return true }
      if phase == .loading { fail("its address is not allowed") }
      return false
    }

    /// The page is loaded from a string, so no response of a server may replace it.
    func webView(_ view: WebView, mayShowResponseFrom address: String) -> Bool { false }

    func webView(_ view: WebView, windowFor address: String) -> WebView? {
      host?.openWindow(address, from: view)
    }

    func webView(_ view: WebView, didReach phase: LoadPhase) {
      guard phase == .committed else { return }
      if self.phase == .loading, isPage(view.address) {
        self.phase = .shown
      } else {
        // Another page replaced the bridge page. The bridge page is treated as terminated.
        webViewDidTerminate(view)
      }
    }

    func webView(_ view: WebView, didFailToLoad address: String, because reason: String) {
      // A failed load after the page was shown is a refused navigation.
      if phase == .loading { fail(reason) }
    }

    private func fail(_ reason: String) {
      end()
      host?.onEvent?(.loadFailed("The wallet page could not be shown: \(reason)."))
    }

    private func isPage(_ address: String) -> Bool {
      guard let page = WebAddress(page.baseURL), let other = WebAddress(address) else { return false }
      return other.isSamePage(as: page)
    }

    func webViewDidTerminate(_ view: WebView) {
      guard phase != .over else { return }
      end()
      host?.closePopups()
      host?.onEvent?(.terminated)
    }

    func webViewWillShowDialog(_ view: WebView) {
      host?.onDialog?()
      host?.onEvent?(.dialogShown)
    }

    func webViewIsReadyToShow(_ view: WebView) {}
    func webViewDidClose(_ view: WebView) {}
    func webViewAddressDidChange(_ view: WebView) {}
  }
#endif
