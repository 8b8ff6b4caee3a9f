import SignInWithEthereum

/// A part of an EIP-4361 message that comes from the configuration.
enum EthereumMessagePart {
  case domain, uri, statement

  /// The reason why a message cannot contain `text` in this part; nil if it can.
  ///
  /// A statement is ASCII without quotes (EIP-4361 §ABNF), so it cannot contain a name such as "Müller".
  func flaw(_ text: String) -> SIWEError? {
    var fields = SIWEFields(
      domain: "example.com", address: "0x0000000000000000000000000000000000000000",
      uri: "https://example.com", chainID: 1, nonce: "00000000", issuedAt: "2026-01-01T00:00:00Z")
    switch self {
    case .domain: fields.domain = text
    case .uri: fields.uri = text
    case .statement: fields.statement = text
    }
    do {
      _ = try SIWEMessage(fields)
      return nil
    } catch {
      return error
    }
  }
}
