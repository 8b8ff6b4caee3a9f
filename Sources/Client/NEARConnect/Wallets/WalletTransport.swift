/// A transport to a wallet, other than web pages and links to apps.
///
/// Web views support none of these transports, so wallets that need one are not offered; see
/// ``NEARWalletManager/unsupportedWallets``.
public enum WalletTransport: String, Sendable, Hashable, CaseIterable {
  /// A USB device (WebUSB).
  case usb
  /// A USB device (WebHID).
  case hid
  /// A Bluetooth device (Web Bluetooth).
  case bluetooth
  /// A browser extension that adds an object to web pages.
  case browserExtension
  /// The WalletConnect network, which requires a client of its own and an account with its operator.
  case walletConnect

  static let devices: Set<WalletTransport> = [.usb, .hid, .bluetooth]
}

/// A wallet of the list that cannot work in this app.
public struct UnsupportedWallet: Sendable, Hashable, Identifiable {
  /// The wallet.
  public let wallet: NEARWallet
  /// The reason as a sentence for the user.
  public let reason: String

  public var id: String { wallet.id }

  init(_ wallet: NEARWallet) {
    self.wallet = wallet
    reason =
      if wallet.transports.contains(.browserExtension) {
        "\(wallet.name) is a browser extension, which this app cannot load. Choose another wallet."
      } else if wallet.transports.contains(.walletConnect) {
        "\(wallet.name) needs WalletConnect, which this app does not have. Choose another wallet."
      } else {
        "\(wallet.name) needs a USB or Bluetooth connection, which this app cannot provide to wallets. "
          + "Choose another wallet."
      }
  }
}
