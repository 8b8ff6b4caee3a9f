/// A way by which a wallet is reached, other than web pages and links of apps.
///
/// A web view has none of these, so a wallet that needs one is not on offer; see
/// ``NEARWalletManager/unsupportedWallets``.
public enum WalletTransport: String, Sendable, Hashable, CaseIterable {
  /// A device at a USB port (WebUSB).
  case usb
  /// A device at a USB port (WebHID).
  case hid
  /// A device nearby (Web Bluetooth).
  case bluetooth
  /// An extension of a browser, which puts an object of its own into web pages.
  case browserExtension
  /// The WalletConnect network, which needs an account with its operator and a client of its own.
  case walletConnect

  static let devices: Set<WalletTransport> = [.usb, .hid, .bluetooth]
}

/// A wallet of the list that cannot work in this app, for an app that draws its own choice.
public struct UnsupportedWallet: Sendable, Hashable, Identifiable {
  /// The wallet.
  public let wallet: NEARWallet
  /// Why it cannot work, in a sentence for the user.
  public let reason: String

  public var id: String { wallet.id }

  init(_ wallet: NEARWallet) {
    self.wallet = wallet
    reason =
      if wallet.transports.contains(.browserExtension) {
        "\(wallet.name) is an extension of a web browser, which this app cannot load. Choose another wallet."
      } else if wallet.transports.contains(.walletConnect) {
        "\(wallet.name) needs WalletConnect, which this app does not have. Choose another wallet."
      } else {
        "\(wallet.name) needs a USB or Bluetooth connection, which wallets do not have in this app. "
          + "Choose another wallet."
      }
  }
}
