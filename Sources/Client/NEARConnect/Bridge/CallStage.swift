/// The progress of a call to a wallet, as the page reports it.
enum CallStage: String, Sendable {
  /// The page has started the call and fetches the code of the wallet.
  case began
  /// The code of the wallet is loaded and starts.
  case starting
  /// The wallet has received the request.
  case running
  /// The wallet shows its UI in the page, or the page shows the list of wallets.
  case asking
  /// The wallet has opened a window.
  case window
  /// The wallet has opened an app.
  case app

  /// Whether the call waits for the user.
  var needsUser: Bool {
    switch self {
    case .asking, .window, .app: true
    case .began, .starting, .running: false
    }
  }
}
