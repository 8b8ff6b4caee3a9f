/// What makes two proofs the same identity. At most one user holds a key.
public struct IdentityKey: Hashable, Sendable {
  /// The kinds of proof; the raw values are the API's.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ethereum = Kind(rawValue: "ethereum")
    public static let near = Kind(rawValue: "near")
  }

  public let kind: Kind
  /// The canonical name: an EIP-55 address, a NEAR account id.
  public let identifier: String
  /// Set for contract wallets alone: an externally owned account is one identity on every chain.
  public let chainID: UInt64?
  /// Set for NEAR: the same account id on another network is another account.
  public let network: String?

  public init(kind: Kind, identifier: String, chainID: UInt64? = nil, network: String? = nil) {
    self.kind = kind
    self.identifier = identifier
    self.chainID = chainID
    self.network = network
  }
}
