#if os(Linux)
  internal import DoorwardWebKitGTK

  /// The bridge page in a view of its own, which shows this page and never another.
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
      view.accessibleLabel = "Wallets"
      view.delegate = self
      let pattern = Self.pattern(page.baseURL)
      // The relay listens for the port that the page's script sends it.
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

    /// Hears no more of the page.
    func end() {
      phase = .over
      view.delegate = nil
      // WebKit would keep the process for a page to come, with all that wallets have left in it.
      view.terminate()
    }

    func post(_ text: String) {
      view.run("nearConnectRelay(text)", arguments: ["text": text], inWorld: BridgePage.worldName)
    }

    /// The addresses at which the scripts run. WebKit's patterns have no port, and match whatever follows the
    /// path only when told so.
    static func pattern(_ baseURL: String) -> String {
      guard let address = WebAddress(baseURL), let host = address.host else { return baseURL }
      return "\(address.scheme)://\(host)\(address.path.isEmpty ? "/" : address.path)*"
    }

    // MARK: WebViewDelegate

    /// Asked for every frame, without a word which. Frames of wallets may be at addresses of the web; what is
    /// refused here is what the top frame could be sent to and show without asking a server: an empty page, and
    /// the page's own address, at which the network may have anything.
    func webView(_ view: WebView, mayNavigateTo address: String) -> Bool {
      guard let host, phase != .over else { return false }
      if phase == .shown, address == "about:blank" || isPage(address) { return false }
      if host.decide(address, in: .bridge) == .show { return true }
      if phase == .loading { fail("its address is none that may be shown") }
      return false
    }

    /// The page is a text of ours, and no server's answer ever takes its place.
    func webView(_ view: WebView, mayShowResponseFrom address: String) -> Bool { false }

    func webView(_ view: WebView, windowFor address: String) -> WebView? {
      host?.openWindow(address, from: view)
    }

    func webView(_ view: WebView, didReach phase: LoadPhase) {
      guard phase == .committed else { return }
      if self.phase == .loading, isPage(view.address) {
        self.phase = .shown
      } else {
        // Another page has taken its place after all: that is the end of it.
        webViewDidTerminate(view)
      }
    }

    func webView(_ view: WebView, didFailToLoad address: String, because reason: String) {
      // A load of the page that was shown was one that was refused.
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
