#if os(Linux)
  internal import DoorwardGTKWidgets
  internal import DoorwardTexts
  internal import DoorwardWebKitGTK
  internal import NEAR

  /// Runs the bridge page in WebKitGTK and shows the windows of wallets.
  ///
  /// The page works without a window. A ``WalletBridgeWindow`` shows it to the user.
  ///
  /// ```swift
  /// let host = GTKBridgeHost(dataDirectory: "/home/ada/.local/share/app/wallets")
  /// ```
  /// The app must run GTK's main loop with the main actor attached to it; see ``WalletMainLoop``.
  @MainActor public final class GTKBridgeHost: BridgeHost {
    public var onEvent: (@MainActor (BridgeHostEvent) -> Void)?
    public var navigation = NavigationPolicy(bridgeURL: "")

    /// The current page. Each load creates a new one.
    private(set) var bridge: BridgeWebView?
    /// Called with the new view when the page is replaced, and with nil when there is no page.
    var onViewChange: (@MainActor (WebView?) -> Void)?
    /// Called when the page shows a dialog.
    var onDialog: (@MainActor () -> Void)?
    /// The parent of the windows that wallets open.
    weak var window: Window?
    public var presentsPage: Bool { window != nil }

    private let dataDirectory: String?
    private let openInSystem: @MainActor (String) -> Void
    private var stores: [String: WebStorage] = [:]
    private(set) var popups: [WalletPopup] = []
    /// The texts of the page and of the windows above it.
    private var texts = Texts()

    /// The most windows of wallets. A wallet needs one window, or two during a transition; more are an attack.
    static let maximumPopups = 8

    private var links = LinkAllowance()

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - dataDirectory: The directory for the storage of pages. Only one host may use it at a time. If nil,
    ///     the storage is in memory.
    ///   - openInSystem: Opens links to apps. If nil, the desktop opens them.
    public init(dataDirectory: String?, openInSystem: (@MainActor (String) -> Void)? = nil) {
      self.dataDirectory = dataDirectory
      self.openInSystem = openInSystem ?? SystemLink.open
    }

    public func load(_ page: BridgePage) {
      texts = page.texts
      closePopups()
      bridge?.end()
      bridge = nil
      guard GTKMainLoop.open() else { return fail(Self.noDisplay) }
      guard WebSandbox().isAvailable else { return fail(Self.noSandbox, .sandboxUnavailable) }
      // Each load creates a new view, so that no message of the previous page can arrive through it.
      let bridge = BridgeWebView(page, storage: storage(page.storeName), host: self)
      self.bridge = bridge
      onViewChange?(bridge.view)
      bridge.load()
    }

    public func post(_ text: String) {
      bridge?.post(text)
    }

    public func closePopups() {
      for popup in popups { popup.close() }
    }

    private func fail(_ sentence: String, _ code: NEARError.Code = .bridgeFailed) {
      onViewChange?(nil)
      onEvent?(.loadFailed(sentence, code: code))
    }

    private static let noDisplay =
      "There is no display for the wallets. Start the app in a graphical session, or set DISPLAY or "
      + "WAYLAND_DISPLAY."
    private static let noSandbox =
      "Web pages cannot run safely, because this system forbids user namespaces. Allow them for bubblewrap "
      + "(bwrap), by its AppArmor profile or with \"sysctl user.max_user_namespaces\", and try again."

    // MARK: Storage

    private func storage(_ name: String) -> WebStorage {
      if let storage = stores[name] { return storage }
      let storage = dataDirectory.map { WebStorage(directory: "\($0)/\(Self.folder(name))") } ?? WebStorage()
      stores[name] = storage
      return storage
    }

    /// A name as a folder name: every byte other than a letter, a digit or a hyphen is percent-encoded with
    /// `_`.
    static func folder(_ name: String) -> String {
      name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          String(UnicodeScalar(byte))
        default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
      }.joined()
    }

    // MARK: Requests of pages

    /// Decides about the navigation of a frame, and opens the address with the system if the policy requires
    /// that.
    func decide(_ address: String, in place: NavigationPolicy.Place) -> NavigationPolicy.Decision {
      let decision = navigation.decide(address, in: place)
      if decision == .openInSystem, links.take() { openInSystem(address) }
      return decision
    }

    /// Creates the view of a window that a page opens; nil if the window is refused.
    func openWindow(_ address: String, from opener: WebView) -> WebView? {
      // The opener fills or navigates a window without an address.
      guard decide(address.isEmpty ? "about:blank" : address, in: .newWindow) == .show,
        popups.count < Self.maximumPopups
      else { return nil }
      let popup = WalletPopup(openedBy: opener, host: self, texts: texts)
      popups.append(popup)
      onEvent?(.popupsChanged(popups.count))
      return popup.view
    }

    func popupDidClose(_ popup: WalletPopup) {
      guard popups.contains(where: { $0 === popup }) else { return }
      popups.removeAll { $0 === popup }
      onEvent?(.popupsChanged(popups.count))
    }
  }
#endif
