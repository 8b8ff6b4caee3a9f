/// The kind of a request to the user.
enum WalletPurpose: Sendable, Equatable {
  case connect
  case signIn
  case signMessage
  case sendTransaction
  case signDelegateActions

  /// The title of the window that shows the request.
  var title: String {
    switch self {
    case .connect: "Connect a wallet"
    case .signIn: "Sign in with a wallet"
    case .signMessage: "Sign a message"
    case .sendTransaction: "Send a transaction"
    case .signDelegateActions: "Sign a delegate action"
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
