package import Encodings

/// The scopes that a user has granted to an application, and the data that the application's backends keep of the
/// user.
///
/// The user's first session with the application makes the grant. The grant exists until the user withdraws it or is deleted,
/// so that a backend can read and write between two sign-ins.
package struct ApplicationGrant: Sendable, Equatable {
  package let applicationID: String
  /// Every scope that the user has granted. A direct sign-in grants ``Scope/account``.
  package let scopes: Scopes
  /// The data that the application's backends keep. The user can read it; other applications cannot.
  package var appMetadata: JSONObject

  package init(applicationID: String, scopes: Scopes, appMetadata: JSONObject = JSONObject()) {
    self.applicationID = applicationID
    self.scopes = scopes
    self.appMetadata = appMetadata
  }
}
