/// The accepted letter case of an address in hexadecimal.
public enum AddressCasing: Sendable, Hashable {
  /// Only the EIP-55 checksum, which a sign-in message must use (EIP-4361 §ABNF, "address").
  case checksummed
  /// The EIP-55 checksum, or only lower-case or only upper-case letters, as wallets answer to
  /// `eth_requestAccounts`. Mixed case that is not the checksum is refused, because it indicates a typing
  /// error.
  case checksummedOrUniform
}
