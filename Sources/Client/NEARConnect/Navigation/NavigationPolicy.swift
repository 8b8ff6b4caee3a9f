/// Decides which addresses may be shown, opened in a window, or opened by the system.
///
/// A ``BridgeHost`` queries this value for each navigation. Addresses that no rule allows are refused.
public struct NavigationPolicy: Sendable, Equatable {
  /// The place in which an address would be shown.
  public enum Place: Sendable, Equatable {
    /// A frame of the bridge page, or the page itself.
    case bridge
    /// A new window that a wallet requests.
    case newWindow
    /// An existing window of a wallet.
    case popup
  }

  /// The decision about an address.
  public enum Decision: Sendable, Equatable {
    /// Show the address.
    case show
    /// Open the address with the system, because it is a link to an app.
    case openInSystem
    /// Close the window, because it returned to the bridge page.
    case close
    /// Refuse the address.
    case refuse
  }

  private let bridge: WebAddress?
  private let links: [WebAddress]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - bridgeURL: The address of the bridge page.
  ///   - links: The addresses that the chosen wallet may open, from its entry in the list of wallets.
  public init(bridgeURL: String, links: [String] = []) {
    bridge = WebAddress(bridgeURL)
    self.links = links.compactMap { WebAddress($0) }
  }

  /// Decides about an address.
  public func decide(_ url: String, in place: Place) -> Decision {
    guard let address = WebAddress(url) else { return .refuse }
    switch address.scheme {
    case "about": return address.path == "blank" || address.path == "srcdoc" ? .show : .refuse
    case "http", "https": return decideWeb(address, in: place)
    // A `blob:` document has the origin of its creator, and `javascript:` runs in the origin of the current
    // page.
    case "javascript", "file", "data", "blob", "view-source", "filesystem": return .refuse
    default: return links.contains { Self.isLink(address, to: $0) } ? .openInSystem : .refuse
    }
  }

  private func decideWeb(_ address: WebAddress, in place: Place) -> Decision {
    if let host = address.host, Self.apps.contains(where: { host == $0 || host.hasSuffix(".\($0)") }) {
      return .openInSystem
    }
    let isBridge = bridge.map(address.isSamePage) ?? false
    switch place {
    // Web wallets use the bridge's address as their return address. A window that returns there has finished.
    case .popup, .newWindow: return isBridge ? .close : .show
    case .bridge: return .show
    }
  }

  /// Sites whose addresses are links to an app: Telegram's sites, because some wallets run inside Telegram.
  private static let apps = ["t.me", "telegram.me"]

  /// Whether a link has the scheme of a listed link, and its host if the listed link has a host.
  private static func isLink(_ address: WebAddress, to listed: WebAddress) -> Bool {
    guard !listed.isWeb, address.scheme == listed.scheme else { return false }
    guard let host = listed.host, !host.isEmpty else { return true }
    return address.host == host
  }

  /// The app schemes of the listed addresses.
  static func appSchemes(of addresses: some Sequence<String>) -> Set<String> {
    Set(
      addresses.compactMap { WebAddress($0) }.filter { !$0.isWeb && !refused.contains($0.scheme) }.map(
        \.scheme))
  }

  private static let refused: Set<String> = [
    "javascript", "file", "data", "blob", "about", "view-source", "filesystem",
  ]
}

/// Limits how many links to apps are opened.
///
/// A user follows a few links; a malicious frame could open many apps in a row.
struct LinkAllowance {
  /// The most links within ten seconds.
  static let maximum = 4

  private var followed: [ContinuousClock.Instant] = []

  /// Whether another link may be opened now. If so, the link is counted.
  mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
    followed = followed.filter { now - $0 < .seconds(10) }
    guard followed.count < Self.maximum else { return false }
    followed.append(now)
    return true
  }
}
