#if canImport(WebKit)
  public import Foundation
  public import Observation
  internal import WebKit
  #if canImport(UIKit)
    public import UIKit
  #else
    public import AppKit
  #endif

  /// Shows the bridge page in a `WKWebView`, and over it the windows that wallets open.
  ///
  /// The page runs whether or not ``view`` is in a window. What pages ask with `alert`, `confirm` or `prompt`
  /// is put to the person; where there is no window to ask in, the answer is no.
  @MainActor @Observable public final class WKBridgeHost: NSObject, BridgeHost {
    @ObservationIgnored public var onEvent: (@MainActor (BridgeHostEvent) -> Void)?
    @ObservationIgnored public var navigation = NavigationPolicy(bridgeURL: "")
    /// The windows that wallets opened, the one on top last.
    public internal(set) var popups: [WKWalletPopup] = [] {
      didSet { if popups.count != oldValue.count { onEvent?(.popupsChanged(popups.count)) } }
    }

    /// The most windows that wallets may have at once.
    static let maximumPopups = 8

    @ObservationIgnored let stack = BridgeStack()
    @ObservationIgnored let openInSystem: @MainActor (URL) async -> Bool
    @ObservationIgnored var links = LinkAllowance()
    @ObservationIgnored let questions: PageQuestions
    @ObservationIgnored var popupViews: [Int: WKWebView] = [:]
    @ObservationIgnored private(set) var bridge: WKWebView?
    /// The navigation to the page itself, the only one its main frame ever makes.
    @ObservationIgnored var pageNavigation: WKNavigation?
    @ObservationIgnored var awaitsPage = false
    @ObservationIgnored private var lastPopup = 0

    /// Makes a host.
    ///
    /// - Parameter openInSystem: Opens an app's link that ``navigation`` allows; false if no app takes it. The user
    ///   is told then.
    public init(openInSystem: @escaping @MainActor (URL) async -> Bool = WKBridgeHost.open) {
      self.openInSystem = openInSystem
      questions = PageQuestions(over: stack)
      super.init()
      // The stack keeps the questions, since a question that is shown must be answered even when the host is gone.
      stack.onLeave = { [questions] in questions.declineAll() }
    }

    #if canImport(UIKit)
      /// The page, and what is over it. Put it anywhere; it is the same view as long as the host lives.
      public var view: UIView { stack }

      /// Opens a link as the system does; false if no app takes it.
      public static func open(_ link: URL) async -> Bool { await UIApplication.shared.open(link) }
    #else
      /// The page, and what is over it. Put it anywhere; it is the same view as long as the host lives.
      public var view: NSView { stack }

      /// Opens a link as the system does; false if no app takes it.
      public static func open(_ link: URL) async -> Bool { NSWorkspace.shared.open(link) }
    #endif

    // MARK: The page

    public func load(_ page: BridgePage) {
      unload()
      guard let origin = PageOrigin(page.baseURL), let address = URL(string: page.baseURL) else {
        onEvent?(.loadFailed("The wallet page has no web address of its own."))
        return
      }
      let webView = WKWebView(frame: .zero, configuration: configuration(page, origin))
      webView.navigationDelegate = self
      webView.uiDelegate = self
      webView.isInspectable = page.isInspectable
      bridge = webView
      stack.push(webView)
      awaitsPage = true
      pageNavigation = webView.loadHTMLString(page.html, baseURL: address)
    }

    /// Ends the page, and all that came of it.
    func unload() {
      closePopups()
      questions.declineAll()
      bridge?.navigationDelegate = nil
      bridge?.uiDelegate = nil
      bridge?.removeFromSuperview()
      bridge = nil
      pageNavigation = nil
      awaitsPage = false
    }

    private func configuration(_ page: BridgePage, _ origin: PageOrigin) -> WKWebViewConfiguration {
      let configuration = WKWebViewConfiguration()
      // The windows of wallets inherit it.
      configuration.applicationNameForUserAgent = SafariUserAgent.applicationName
      configuration.websiteDataStore = WKWebsiteDataStore(forIdentifier: page.storeIdentifier)
      // Wallets open their windows some steps after the press that asked for it.
      configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
      // The bridge works before and after it is shown; a page in no window is suspended otherwise.
      configuration.preferences.inactiveSchedulingPolicy = .none
      let relay = WKContentWorld.world(name: BridgePage.worldName)
      let content = configuration.userContentController
      content.addUserScript(
        WKUserScript(
          source: page.relayScript, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: relay))
      content.addUserScript(
        WKUserScript(
          source: page.pageScript, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
      content.add(
        RelayReceiver(origin: origin) { [weak self] text, webView in
          guard let self, webView === bridge else { return }
          onEvent?(.message(text))
        }, contentWorld: relay, name: BridgePage.handlerName)
      return configuration
    }

    public func post(_ text: String) {
      // With a completion handler rather than `await`: texts arrive in the order in which they were posted.
      bridge?.callAsyncJavaScript(
        "\(BridgePage.receiveFunction)(text)", arguments: ["text": text], in: nil,
        in: WKContentWorld.world(name: BridgePage.worldName), completionHandler: nil)
    }

    // MARK: Windows of wallets

    public func closePopups() {
      for popup in popupViews.values { dismantle(popup) }
      popupViews = [:]
      popups = []
    }

    /// Closes one window, as its person does.
    public func closePopup(_ id: WKWalletPopup.ID) {
      if let popup = popupViews.removeValue(forKey: id) { dismantle(popup) }
      popups.removeAll { $0.id == id }
    }

    /// Makes a window for a wallet; nil when it has enough of them.
    func openPopup(_ configuration: WKWebViewConfiguration) -> WKWebView? {
      guard popups.count < Self.maximumPopups else { return nil }
      // Of the opener's own configuration a copy is handed over, relay and all: none of that is for wallets.
      configuration.userContentController = WKUserContentController()
      let popup = WKWebView(frame: .zero, configuration: configuration)
      popup.navigationDelegate = self
      popup.uiDelegate = self
      popup.isInspectable = bridge?.isInspectable ?? false
      lastPopup += 1
      popupViews[lastPopup] = popup
      stack.push(popup)
      popups.append(WKWalletPopup(id: lastPopup))
      return popup
    }

    private func dismantle(_ popup: WKWebView) {
      popup.navigationDelegate = nil
      popup.uiDelegate = nil
      popup.removeFromSuperview()
    }
  }
#endif
