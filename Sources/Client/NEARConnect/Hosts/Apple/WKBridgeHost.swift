#if canImport(WebKit)
  internal import DoorwardTexts
  public import Foundation
  public import Observation
  internal import WebKit

  #if canImport(UIKit)
    public import UIKit
  #else
    public import AppKit
  #endif

  /// Shows the bridge page in a `WKWebView` and, above it, the windows that wallets open.
  ///
  /// The page runs whether or not ``view`` is in a window. Dialogs of pages (`alert`, `confirm` and `prompt`)
  /// are shown to the user. If ``view`` is in no window, they are declined.
  @MainActor @Observable public final class WKBridgeHost: NSObject, BridgeHost {
    @ObservationIgnored public var onEvent: (@MainActor (BridgeHostEvent) -> Void)?
    @ObservationIgnored public var navigation = NavigationPolicy(bridgeURL: "")
    /// The windows that wallets opened, in the order from bottom to top.
    public internal(set) var popups: [WKWalletPopup] = [] {
      didSet { if popups.count != oldValue.count { onEvent?(.popupsChanged(popups.count)) } }
    }

    /// The most windows that wallets can have open.
    static let maximumPopups = 8

    @ObservationIgnored let stack = BridgeStack()
    @ObservationIgnored let openInSystem: @MainActor (URL) async -> Bool
    @ObservationIgnored var links = LinkAllowance()
    @ObservationIgnored let questions: PageQuestions
    @ObservationIgnored var popupViews: [Int: WKWebView] = [:]
    @ObservationIgnored private(set) var bridge: WKWebView?
    /// The navigation that loads the page. The main frame makes no other navigation.
    @ObservationIgnored var pageNavigation: WKNavigation?
    @ObservationIgnored var awaitsPage = false
    @ObservationIgnored private var lastPopup = 0
    /// The texts of the page and of questions about it.
    @ObservationIgnored private(set) var texts = Texts()

    /// Creates a host.
    ///
    /// - Parameter openInSystem: Opens a link to an app that ``navigation`` allows. Returns false if no app can
    ///   open it; the user is then notified.
    public init(openInSystem: @escaping @MainActor (URL) async -> Bool = WKBridgeHost.open) {
      self.openInSystem = openInSystem
      questions = PageQuestions(over: stack)
      super.init()
      // The stack owns the questions, because a visible question must be answered even after the host is released.
      stack.onLeave = { [questions] in questions.declineAll() }
    }

    #if canImport(UIKit)
      /// The view that shows the page and the windows above it. It is the same view for the life of the host.
      public var view: UIView { stack }

      /// Opens a link with the system; false if no app can open it.
      public static func open(_ link: URL) async -> Bool { await UIApplication.shared.open(link) }
    #else
      /// The view that shows the page and the windows above it. It is the same view for the life of the host.
      public var view: NSView { stack }

      /// Opens a link with the system; false if no app can open it.
      public static func open(_ link: URL) async -> Bool { NSWorkspace.shared.open(link) }
    #endif

    // MARK: The page

    public func load(_ page: BridgePage) {
      unload()
      texts = page.texts
      guard let origin = PageOrigin(page.baseURL), let address = URL(string: page.baseURL) else {
        onEvent?(.loadFailed("The address of the wallet page is not a web address."))
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

    /// Removes the page with its windows and questions.
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
      // The windows of wallets inherit this configuration.
      configuration.applicationNameForUserAgent = SafariUserAgent.applicationName
      configuration.websiteDataStore = WKWebsiteDataStore(forIdentifier: page.storeIdentifier)
      // Wallets open windows some time after the user's click, when WebKit no longer counts it as a user action.
      configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
      // Without this setting WebKit suspends the bridge page while its view is in no window.
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
      // A completion handler instead of `await` keeps the order of posted texts.
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

    /// Closes one window, as the user would.
    public func closePopup(_ id: WKWalletPopup.ID) {
      if let popup = popupViews.removeValue(forKey: id) { dismantle(popup) }
      popups.removeAll { $0.id == id }
    }

    /// Creates a window for a wallet; nil if the maximum is reached.
    func openPopup(_ configuration: WKWebViewConfiguration) -> WKWebView? {
      guard popups.count < Self.maximumPopups else { return nil }
      // WebKit passes a copy of the opener's configuration, which includes the relay. A wallet's window must not
      // have the relay.
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

  extension WKBridgeHost {
    /// The user sees the page in a ``WalletBridgeSheet`` or a ``BridgeWebViewContainer``.
    public var presentsPage: Bool { true }

    #if canImport(UIKit)
      /// The system suspends the pages of an app in the background, for example while the user answers in a
      /// wallet's app.
      public var isSuspended: Bool { UIApplication.shared.applicationState == .background }
    #endif
  }

  /// A window that a wallet opened.
  public struct WKWalletPopup: Sendable, Hashable, Identifiable {
    /// Identifies the window.
    public let id: Int
    /// The origin of the visible page, such as `https://wallet.example`; `about:blank` if there is none. It
    /// does not change while another page is loading.
    public internal(set) var address = "about:blank"
  }

  /// The end of Safari's user agent string. The string of a web view lacks it, and some wallet sites refuse
  /// unknown browsers.
  enum SafariUserAgent {
    /// The value for the Safari version of the current system.
    static var applicationName: String {
      applicationName(onSystem: ProcessInfo.processInfo.operatingSystemVersion.majorVersion)
    }

    #if canImport(UIKit)
      /// Safari on iOS has the version of the system.
      static func applicationName(onSystem version: Int) -> String {
        "Version/\(version).0 Mobile/15E148 Safari/604.1"
      }
    #else
      /// macOS 14 contains Safari 17 and macOS 15 contains Safari 18. From version 26 on, both versions are equal.
      static func applicationName(onSystem version: Int) -> String {
        "Version/\(version < 26 ? version + 3 : version).0 Safari/605.1.15"
      }
    #endif
  }
#endif
