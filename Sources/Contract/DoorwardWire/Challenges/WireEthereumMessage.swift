package import Encodings

/// The message that an Ethereum wallet signs: the answer to ``WirePath/ethereumMessage``.
package struct WireEthereumMessage: Sendable {
  /// A complete EIP-4361 text.
  package let message: String
  /// An RFC 3339 time. The server always sends it; a client does not need it.
  package let expiresAt: String?

  package init(message: String, expiresAt: String?) {
    self.message = message
    self.expiresAt = expiresAt
  }

  /// Reads an answer; nil without a message.
  package init?(_ value: JSONValue) {
    guard let message = value[ChallengeMembers.message]?.string else { return nil }
    self.init(message: message, expiresAt: value[ChallengeMembers.expiresAt]?.string)
  }

  package var json: JSONObject {
    [ChallengeMembers.message: .string(message), ChallengeMembers.expiresAt: .text(expiresAt)]
  }
}
