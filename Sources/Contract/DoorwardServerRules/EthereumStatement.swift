package import DoorwardWire

/// The statement of an Ethereum message (EIP-4361), if the operator has chosen no other.
package enum EthereumStatement {
  /// - Parameters:
  ///   - purpose: the purpose of the message.
  ///   - name: the name of the application.
  /// - Returns: a sentence.
  package static func text(_ purpose: WirePurpose, at name: String) -> String {
    switch purpose {
    case .signIn: "Sign in to \(name)."
    case .link: "Add this wallet to your account at \(name)."
    case .move: "Move this wallet to your account at \(name). It leaves the account that it belongs to now."
    }
  }
}
