#if canImport(WebKit)
  /// A window that a wallet opened, as the person is shown it.
  public struct WKWalletPopup: Sendable, Hashable, Identifiable {
    /// Tells it from others.
    public let id: Int
    /// The site whose page it shows, such as `https://wallet.example`; `about:blank` while there is none. It
    /// is that of the page that is seen, not of one that is still on its way.
    public internal(set) var address = "about:blank"
  }
#endif
