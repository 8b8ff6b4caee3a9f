public import NEAR

/// Shows the bridge page and exchanges text with it. This protocol separates the wallet manager from the web
/// view.
///
/// A host wraps a web view of the platform or a test double. It has no knowledge of wallets. A host
/// 1. shows a ``BridgePage`` when ``load(_:)`` is called, and runs its two scripts as described there;
/// 2. passes each text given to ``post(_:)`` to the page's relay as a value, never as source code;
/// 3. reports each text from the relay, and each change of the page's state, to ``onEvent``;
/// 4. refuses every navigation and every window that ``navigation`` does not allow.
@MainActor public protocol BridgeHost: AnyObject {
  /// The receiver of events. Set it before the first ``load(_:)``.
  var onEvent: (@MainActor (BridgeHostEvent) -> Void)? { get set }
  /// Decides which addresses may be shown, opened in a window, or opened by the system. May change while a page
  /// is shown.
  var navigation: NavigationPolicy { get set }
  /// The transports to wallets that the page can use, besides web pages and links to apps; empty by default.
  var transports: Set<WalletTransport> { get }
  /// Shows a page and discards the previous page with its pending work.
  func load(_ page: BridgePage)
  /// Passes a text to the relay of the page.
  func post(_ text: String)
  /// Closes every window that wallets opened.
  func closePopups()
  /// Whether the user can see the page while ``NEARWalletManager/showWalletUI`` is true. If so, the page offers
  /// to retry a failure and the operation continues; otherwise the operation fails at once.
  var presentsPage: Bool { get }
  /// Whether the system currently suspends the page, as it does for apps in the background. A suspended page is
  /// not treated as blocked.
  var isSuspended: Bool { get }
}

extension BridgeHost {
  public var presentsPage: Bool { false }
  public var isSuspended: Bool { false }
}

extension BridgeHost {
  public var transports: Set<WalletTransport> { [] }
}

/// An event that a ``BridgeHost`` reports.
public enum BridgeHostEvent: Sendable, Equatable {
  /// The relay sent a text.
  case message(String)
  /// The page could not be shown, with a sentence that gives the developer the reason. The code selects the sentence
  /// that the user sees.
  case loadFailed(String, code: NEARError.Code = .bridgeFailed)
  /// The process that ran the page terminated. All pending work is lost.
  case terminated
  /// The number of windows that wallets opened has changed.
  case popupsChanged(Int)
  /// A page shows a JavaScript dialog. No script of the page runs until the user answers it.
  case dialogShown
}
