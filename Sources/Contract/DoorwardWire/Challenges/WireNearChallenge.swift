package import Encodings

/// The message that a NEAR wallet signs: the answer to ``WirePath/nearChallenge``.
package struct WireNearChallenge: Sendable {
  package let message: String
  package let recipient: String
  /// The nonce in base64.
  package let nonce: String
  package let callbackURL: String?
  package let network: String
  /// An RFC 3339 time. The server always sends it; a client does not need it.
  package let expiresAt: String?

  package init(
    message: String, recipient: String, nonce: String, callbackURL: String?, network: String,
    expiresAt: String?
  ) {
    self.message = message
    self.recipient = recipient
    self.nonce = nonce
    self.callbackURL = callbackURL
    self.network = network
    self.expiresAt = expiresAt
  }

  /// Reads an answer; nil if a member is missing.
  package init?(_ value: JSONValue) {
    guard let message = value[ChallengeMembers.message]?.string,
      let recipient = value[ChallengeMembers.recipient]?.string,
      let nonce = value[ChallengeMembers.nonce]?.string,
      let network = value[ChallengeMembers.network]?.string
    else { return nil }
    self.init(
      message: message, recipient: recipient, nonce: nonce,
      callbackURL: value[ChallengeMembers.callbackURL]?.string, network: network,
      expiresAt: value[ChallengeMembers.expiresAt]?.string)
  }

  package var json: JSONObject {
    var object: JSONObject = [
      ChallengeMembers.message: .string(message), ChallengeMembers.recipient: .string(recipient),
      ChallengeMembers.nonce: .string(nonce),
    ]
    if let callbackURL { object[ChallengeMembers.callbackURL] = .string(callbackURL) }
    object[ChallengeMembers.network] = .string(network)
    object[ChallengeMembers.expiresAt] = .text(expiresAt)
    return object
  }
}
