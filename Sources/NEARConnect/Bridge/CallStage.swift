/// How far a call to a wallet is, as the page reports it.
enum CallStage: String, Sendable {
  /// The page has begun the call and fetches the code of the wallet.
  case began
  /// The code of the wallet is there and is being started.
  case starting
  /// The wallet has the request.
  case running
  /// The wallet shows something in the page, or the page shows the list of wallets.
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
