#if os(Linux)
  internal import DoorwardWebKitGTK

  /// Runs the bridge page in WebKitGTK, and gives the windows of wallets a place on the screen.
  ///
  /// The page needs no window to work: one is for the person to look at, see ``WalletBridgeWindow``.
  ///
  /// ```swift
  /// let host = GTKBridgeHost(dataDirectory: "/home/ada/.local/share/app/wallets")
  /// ```
  /// The app has to run GTK's main loop, with the main actor on it.
  @MainActor public final class GTKBridgeHost: BridgeHost {
    public var onEvent: (@MainActor (BridgeHostEvent) -> Void)?
    public var navigation = NavigationPolicy(bridgeURL: "")

    /// The page that is shown; another one after each load.
    private(set) var bridge: BridgeWebView?
    /// Who shows the page: told when there is another one, and when the page has something to ask.
    var onViewChange: (@MainActor (WebView?) -> Void)?
    var onDialog: (@MainActor () -> Void)?
    /// The window above which those of wallets are.
    weak var window: Window?
    public var presentsPage: Bool { window != nil }

    private let dataDirectory: String?
    private let openInSystem: @MainActor (String) -> Void
    private var stores: [String: WebStorage] = [:]
    private(set) var popups: [WalletPopup] = []

    /// A wallet has one window, or two while it goes from one to the next: this many are an attack.
    static let maximumPopups = 8

    private var links = LinkAllowance()

    /// Makes a host that shows nothing yet.
    ///
    /// - Parameters:
    ///   - dataDirectory: Where the storage of pages is kept, by no other host at the same time; nil keeps it in
    ///     memory.
    ///   - openInSystem: What opens the links of apps; nil leaves them to the desktop.
    public init(dataDirectory: String?, openInSystem: (@MainActor (String) -> Void)? = nil) {
      self.dataDirectory = dataDirectory
      self.openInSystem = openInSystem ?? SystemLink.open
    }

    public func load(_ page: BridgePage) {
      closePopups()
      bridge?.end()
      bridge = nil
      guard GTKMainLoop.open() else { return fail(Self.noDisplay) }
      guard WebSandbox().isAvailable else { return fail(Self.noSandbox) }
      // Nothing of the page before can be heard through the view of this one.
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

    private func fail(_ sentence: String) {
      onViewChange?(nil)
      onEvent?(.loadFailed(sentence))
    }

    private static let noDisplay =
      "There is no display to show wallets on. Start the app in a graphical session, or set DISPLAY or "
      + "WAYLAND_DISPLAY to one."
    private static let noSandbox =
      "Web pages cannot be run safely here, because this system forbids user namespaces. Allow them for bubblewrap "
      + "(bwrap), by its AppArmor profile or with \"sysctl user.max_user_namespaces\", and try again."

    // MARK: Storage

    private func storage(_ name: String) -> WebStorage {
      if let storage = stores[name] { return storage }
      let storage = dataDirectory.map { WebStorage(directory: "\($0)/\(Self.folder(name))") } ?? WebStorage()
      stores[name] = storage
      return storage
    }

    /// A name as a folder's: what is not a letter, a digit or a hyphen is spelled by its bytes.
    static func folder(_ name: String) -> String {
      name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          String(UnicodeScalar(byte))
        default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
      }.joined()
    }

    // MARK: What pages want

    /// Decides about a navigation of a frame, and does what else is to be done about it.
    func decide(_ address: String, in place: NavigationPolicy.Place) -> NavigationPolicy.Decision {
      let decision = navigation.decide(address, in: place)
      if decision == .openInSystem, links.take() { openInSystem(address) }
      return decision
    }

    /// The view of a window that a page opens.
    func openWindow(_ address: String, from opener: WebView) -> WebView? {
      // A window without an address is written by its opener, or sent to one later.
      guard decide(address.isEmpty ? "about:blank" : address, in: .newWindow) == .show,
        popups.count < Self.maximumPopups
      else { return nil }
      let popup = WalletPopup(openedBy: opener, host: self)
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
