#if canImport(WebKit)
  /// A window that a wallet opened.
  public struct WKWalletPopup: Sendable, Hashable, Identifiable {
    /// Identifies the window.
    public let id: Int
    /// The origin of the visible page, such as `https://wallet.example`; `about:blank` if there is none. It
    /// does not change while another page is loading.
    public internal(set) var address = "about:blank"
  }
#endif
