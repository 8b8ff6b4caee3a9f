/// What shows the bridge page and carries text to and from it: the one seam between the wallet manager and a
/// web view.
///
/// A host is a web view of the platform, or of a test; it knows nothing of wallets. It
/// 1. shows a ``BridgePage`` when told to ``load(_:)``, and runs its two scripts as the page says;
/// 2. hands each text given to ``post(_:)`` to the page's relay, as a value, never as source;
/// 3. tells ``onEvent`` what came out of the relay, and what became of the page;
/// 4. lets nothing be opened or navigated to but what ``navigation`` allows.
@MainActor public protocol BridgeHost: AnyObject {
  /// Who is told what happens. Set before the first ``load(_:)``.
  var onEvent: (@MainActor (BridgeHostEvent) -> Void)? { get set }
  /// What may be shown, opened or left to the system. May change while a page is shown.
  var navigation: NavigationPolicy { get set }
  /// What wallets can be reached by from the page, besides web pages and links of apps; nothing by default.
  var transports: Set<WalletTransport> { get }
  /// Shows a page in place of the one before; pending work of that one is lost.
  func load(_ page: BridgePage)
  /// Hands a text to the relay of the page.
  func post(_ text: String)
  /// Closes every window that wallets opened.
  func closePopups()
}

extension BridgeHost {
  public var transports: Set<WalletTransport> { [] }
}

/// What a ``BridgeHost`` has to tell.
public enum BridgeHostEvent: Sendable, Equatable {
  /// The relay passed a text on.
  case message(String)
  /// The page could not be shown; a sentence says why.
  case loadFailed(String)
  /// The process that ran the page has died, and all it had pending with it.
  case terminated
  /// How many windows of wallets are open.
  case popupsChanged(Int)
}
