package import Encodings

/// The id and the secret of a guest: the answer to ``WirePath/guest``.
package struct WireGuest: Sendable {
  package let id: String
  /// Proves to the server that a later request is of the same guest.
  package let secret: String
  package let accessToken: String
  /// The lifetime of the token in seconds.
  package let expiresIn: Double

  package init(id: String, secret: String, accessToken: String, expiresIn: Double) {
    self.id = id
    self.secret = secret
    self.accessToken = accessToken
    self.expiresIn = expiresIn
  }

  /// Reads an answer; nil if a member is missing.
  package init?(_ value: JSONValue) {
    guard let id = value[Members.id]?.string, let secret = value[Members.secret]?.string,
      let accessToken = value[Members.accessToken]?.string, let expiresIn = value[Members.expiresIn]?.double
    else { return nil }
    self.init(id: id, secret: secret, accessToken: accessToken, expiresIn: expiresIn)
  }

  package var json: JSONObject {
    [
      Members.accessToken: .string(accessToken), Members.tokenType: .string(TokenType.bearer),
      Members.expiresIn: JSONNumber(expiresIn).map { .number($0) } ?? 0, Members.id: .string(id),
      Members.secret: .string(secret),
    ]
  }

  package enum Members {
    package static let accessToken = SessionMembers.accessToken
    package static let tokenType = SessionMembers.tokenType
    package static let expiresIn = SessionMembers.expiresIn
    package static var id: String { "guest_id" }
    package static var secret: String { "guest_secret" }
  }
}
