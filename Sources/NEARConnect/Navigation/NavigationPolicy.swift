/// What may be shown, opened or left to the system, and where.
///
/// A value that a ``BridgeHost`` asks; what is not allowed here is refused.
public struct NavigationPolicy: Sendable, Equatable {
  /// Where something wants to be shown.
  public enum Place: Sendable, Equatable {
    /// A frame of the bridge page, or the page itself.
    case bridge
    /// A window that a wallet asks for.
    case newWindow
    /// A window that a wallet has.
    case popup
  }

  /// What is to be done with an address.
  public enum Decision: Sendable, Equatable {
    /// Show it there.
    case show
    /// Leave it to the system: an app's link.
    case openInSystem
    /// Close the window: it came back to the bridge.
    case close
    /// Do nothing.
    case refuse
  }

  private let bridge: WebAddress?
  private let links: [WebAddress]

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - bridgeURL: Where the bridge page is.
  ///   - links: Addresses that the chosen wallet may open, as its entry in the list of wallets has them.
  public init(bridgeURL: String, links: [String] = []) {
    bridge = WebAddress(bridgeURL)
    self.links = links.compactMap { WebAddress($0) }
  }

  /// Decides.
  public func decide(_ url: String, in place: Place) -> Decision {
    guard let address = WebAddress(url) else { return .refuse }
    switch address.scheme {
    case "about": return address.path == "blank" || address.path == "srcdoc" ? .show : .refuse
    case "http", "https": return decideWeb(address, in: place)
    // `blob:` documents have the origin of who made them, and `javascript:` that of who is asked.
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
    // Web wallets are told the bridge's address to come back to: a window that does has ended.
    case .popup, .newWindow: return isBridge ? .close : .show
    case .bridge: return .show
    }
  }

  /// Sites that are an app's links: Telegram's, where wallets live inside the app.
  private static let apps = ["t.me", "telegram.me"]

  /// Whether an app's link begins as a listed one does: the same scheme, and the host when one is listed.
  private static func isLink(_ address: WebAddress, to listed: WebAddress) -> Bool {
    guard !listed.isWeb, address.scheme == listed.scheme else { return false }
    guard let host = listed.host, !host.isEmpty else { return true }
    return address.host == host
  }

  /// The schemes of apps that the listed addresses have.
  static func appSchemes(of addresses: some Sequence<String>) -> Set<String> {
    Set(
      addresses.compactMap { WebAddress($0) }.filter { !$0.isWeb && !refused.contains($0.scheme) }.map(
        \.scheme))
  }

  private static let refused: Set<String> = [
    "javascript", "file", "data", "blob", "about", "view-source", "filesystem",
  ]
}
