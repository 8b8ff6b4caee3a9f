/// A wallet that an app offers in a `DoorwardWalletList`.
public struct DoorwardWallet: Identifiable, Hashable, Sendable {
  /// The name of the wallet for the app.
  public var id: String
  /// The name that is shown.
  public var name: String
  /// One more line, such as the network.
  public var detail: String?
  /// The address of its image; nil for none.
  public var icon: String?

  /// Describes a wallet.
  public init(id: String, name: String, detail: String? = nil, icon: String? = nil) {
    self.id = id
    self.name = name
    self.detail = detail
    self.icon = icon
  }
}
