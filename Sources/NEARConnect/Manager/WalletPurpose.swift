/// What the user is asked for.
enum WalletPurpose: Sendable, Equatable {
  case connect
  case signIn
  case signMessage
  case sendTransaction
  case signDelegateActions

  /// The title of the window in which the user is asked.
  var title: String {
    switch self {
    case .connect: "Connect a wallet"
    case .signIn: "Sign in with a wallet"
    case .signMessage: "Sign a message"
    case .sendTransaction: "Send a transaction"
    case .signDelegateActions: "Sign a delegate action"
    }
  }

  /// How long a request runs before the window shows its progress, if it has not needed the user by then.
  ///
  /// A connection almost always needs the user. Many wallets sign and send with a key of their own, which takes
  /// as long as the chain does; a window that opened for those would close again at once.
  var patience: Duration {
    switch self {
    case .connect, .signIn: .seconds(1)
    case .signMessage, .sendTransaction, .signDelegateActions: .seconds(5)
    }
  }
}
