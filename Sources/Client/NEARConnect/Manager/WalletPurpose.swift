internal import DoorwardTexts

/// The kind of a request to the user.
enum WalletPurpose: Sendable, Equatable {
  case connect
  case signIn
  case signMessage
  case sendTransaction
  case signDelegateActions

  /// The title of the window that shows the request.
  func title(in texts: Texts) -> String {
    switch self {
    case .connect: texts.text("windows.wallets.connect")
    case .signIn: texts.text("windows.wallets.signIn")
    case .signMessage: texts.text("windows.wallets.signMessage")
    case .sendTransaction: texts.text("windows.wallets.sendTransaction")
    case .signDelegateActions: texts.text("windows.wallets.signDelegateActions")
    }
  }

  /// The time after which the window shows the progress of a request that has not needed the user.
  ///
  /// A connection almost always needs the user. Many wallets sign and send with a key of their own, which takes
  /// as long as the chain needs. For such a request a window would close again soon after it opened.
  var windowDelay: Duration {
    switch self {
    case .connect, .signIn: .seconds(1)
    case .signMessage, .sendTransaction, .signDelegateActions: .seconds(5)
    }
  }
}
