package import Encodings

/// What a user has granted to an application, and what the application's backends keep of the user.
///
/// A grant is made by the first session of the user with the application. It lives as long as the user, so that a
/// backend can still read and write between two sign-ins.
package struct ApplicationGrant: Sendable, Equatable {
  package let applicationID: String
  /// Every scope that the user has granted. A direct sign-in grants ``Scope/account``.
  package let scopes: Scopes
  /// What the application's backends keep. The user reads it; no other application does.
  package var appMetadata: JSONObject

  package init(applicationID: String, scopes: Scopes, appMetadata: JSONObject = JSONObject()) {
    self.applicationID = applicationID
    self.scopes = scopes
    self.appMetadata = appMetadata
  }
}
