#if os(Linux)
  /// Decides what a ``WebView`` may do, and is told what becomes of it.
  @MainActor public protocol WebViewDelegate: AnyObject {
    /// Whether a frame of the view, which may be the top one, goes to an address.
    func webView(_ view: WebView, mayNavigateTo address: String) -> Bool
    /// Whether what a server answered is shown in place of the whole page.
    func webView(_ view: WebView, mayShowResponseFrom address: String) -> Bool
    /// Makes the view of a window that the page opens, with ``WebView/init(openedBy:)``; nil for no window.
    /// The address may be empty: the page then writes the document itself, or sets the address later.
    func webView(_ view: WebView, windowFor address: String) -> WebView?
    /// The view of a window that was opened can be shown.
    func webViewIsReadyToShow(_ view: WebView)
    /// The page closed its window.
    func webViewDidClose(_ view: WebView)
    /// A load of the top frame went on.
    func webView(_ view: WebView, didReach phase: LoadPhase)
    /// The address changed without a load.
    func webViewAddressDidChange(_ view: WebView)
    /// A load of the top frame failed; nothing is shown for that by itself.
    func webView(_ view: WebView, didFailToLoad address: String, because reason: String)
    /// The process of the page has ended, and the page with it.
    func webViewDidTerminate(_ view: WebView)
    /// A dialog of the page is about to be shown in the view, which the person has to answer.
    func webViewWillShowDialog(_ view: WebView)
  }

  /// How far a load is.
  public enum LoadPhase: Sendable {
    /// It was begun; what was there before is still shown.
    case started
    /// It was sent elsewhere.
    case redirected
    /// It has taken the place of what was there before.
    case committed
    /// It has ended, well or not.
    case finished
  }
#endif
