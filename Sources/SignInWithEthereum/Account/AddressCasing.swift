/// Which letters of an address's hexadecimal may be upper case.
public enum AddressCasing: Sendable, Hashable {
  /// Only the EIP-55 checksum: what a sign-in message must use (EIP-4361 §ABNF, "address").
  case checksummed
  /// The EIP-55 checksum, or letters of one case throughout, which carry no checksum: what wallets
  /// answer to `eth_requestAccounts`. Mixed letters that are not the checksum are still refused,
  /// because they are a typing error found.
  case checksummedOrUniform
}
