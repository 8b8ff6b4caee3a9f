#if os(Linux)
  /// Decides about the requests of a ``WebView`` and receives its events.
  @MainActor public protocol WebViewDelegate: AnyObject {
    /// Whether a frame of the view may navigate to an address. The frame may be the top frame.
    func webView(_ view: WebView, mayNavigateTo address: String) -> Bool
    /// Whether the response of a server may replace the page.
    func webView(_ view: WebView, mayShowResponseFrom address: String) -> Bool
    /// Creates the view of a window that the page opens with ``WebView/init(openedBy:)``; nil refuses the
    /// window. The address may be empty: the page then writes the document or sets the address later.
    func webView(_ view: WebView, windowFor address: String) -> WebView?
    /// The view of a new window is ready to be shown.
    func webViewIsReadyToShow(_ view: WebView)
    /// The page closed its window.
    func webViewDidClose(_ view: WebView)
    /// A load of the top frame reached a phase.
    func webView(_ view: WebView, didReach phase: LoadPhase)
    /// The address changed without a load.
    func webViewAddressDidChange(_ view: WebView)
    /// A load of the top frame failed. The view shows no error page.
    func webView(_ view: WebView, didFailToLoad address: String, because reason: String)
    /// The process of the page terminated.
    func webViewDidTerminate(_ view: WebView)
    /// The page is about to show a dialog in the view.
    func webViewWillShowDialog(_ view: WebView)
  }

  /// The phase of a load.
  public enum LoadPhase: Sendable {
    /// The load has started. The previous page is still visible.
    case started
    /// The server redirected the load.
    case redirected
    /// The new page has replaced the previous page.
    case committed
    /// The load has ended, with or without an error.
    case finished
  }
#endif
