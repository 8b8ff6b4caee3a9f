package import Encodings

/// The whole Session of the HTTP contract, the answer to a sign-in or refresh of the SDK.
package struct WireSession: Sendable {
  package let accessToken: String
  package let accountToken: String
  /// The lifetime of the two tokens in seconds.
  package let expiresIn: Double
  package let refreshToken: String
  package let sessionID: String
  package let isNewUser: Bool
  /// The user as the server wrote it.
  package let user: JSONValue

  /// Reads an answer; nil if a member is missing.
  package init?(_ value: JSONValue) {
    guard let accessToken = value[SessionMembers.accessToken]?.string,
      let accountToken = value[SessionMembers.accountToken]?.string,
      let expiresIn = value[SessionMembers.expiresIn]?.double,
      let refreshToken = value[SessionMembers.refreshToken]?.string,
      let sessionID = value[SessionMembers.sessionID]?.string, let user = value[SessionMembers.user]
    else { return nil }
    self.accessToken = accessToken
    self.accountToken = accountToken
    self.expiresIn = expiresIn
    self.refreshToken = refreshToken
    self.sessionID = sessionID
    isNewUser = value[SessionMembers.isNewUser]?.bool ?? false
    self.user = user
  }
}
