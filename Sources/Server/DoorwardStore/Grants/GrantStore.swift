package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about grants.
package protocol GrantReading {
  /// The user's grant to an application; nil if the user never signed in to it.
  func grant(of user: User.ID, to applicationID: String) throws -> ApplicationGrant?
  /// Every grant of the user, ordered by application id.
  func grants(of user: User.ID) throws -> [ApplicationGrant]
}

/// Changes of grants.
package protocol GrantWriting: GrantReading {
  /// Adds scopes to the user's grant to an application; makes the grant if there is none.
  ///
  /// - Parameters:
  ///   - scopes: the scopes.
  ///   - shown: those of them that a page has listed to the user.
  ///   - user: the user.
  ///   - applicationID: the application.
  /// - Returns: the grant.
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  @discardableResult
  func grant(
    _ scopes: Scopes, shown: Scopes, of user: User.ID, to applicationID: String
  ) throws -> ApplicationGrant
  /// Updates the `appMetadata` of a grant.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such grant.
  func update(_ grant: ApplicationGrant, of user: User.ID) throws
  /// Replaces the roles of a user in an application.
  ///
  /// - Throws: ``StoreError/Code/missing`` if the user has no grant to it.
  func setRoles(_ roles: [String], of user: User.ID, to applicationID: String) throws
  /// Withdraws the scopes of the user's grants to all applications, except one if it is given, and the roles and shown scopes in
  /// all of them: they belong to the party that had the account. The data that backends keep stay for a new grant.
  func suspendGrants(of user: User.ID, except applicationID: String?) throws
  /// Removes the user's grant to an application, with the data that the application's backends keep, and ends the user's sessions
  /// with the application. Authorization codes and approvals of devices that have no session yet are void.
  ///
  /// - Returns: whether there was a grant.
  /// - Throws: ``StoreError``.
  func withdrawGrant(of user: User.ID, to applicationID: String, at instant: Date) throws -> Bool
}

extension GrantWriting {
  /// Adds scopes that no page has listed to the user's grant to an application; makes the grant if there is none.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  @discardableResult
  package func grant(_ scopes: Scopes, of user: User.ID, to applicationID: String) throws -> ApplicationGrant
  {
    try grant(scopes, shown: Scopes([]), of: user, to: applicationID)
  }
}

/// The scopes that a user has granted to an application, and the data that the application's backends keep of the
/// user.
///
/// The user's first session with the application makes the grant. The grant exists until the user withdraws it or is deleted,
/// so that a backend can read and write between two sign-ins.
package struct ApplicationGrant: Sendable, Equatable {
  package let applicationID: String
  /// Every scope that the user has granted. A direct sign-in grants ``Scope/account``.
  package let scopes: Scopes
  /// The granted scopes that a page has listed to the user. The others come from a sign-in in the app, from a backend, or from
  /// the page while the application belonged to the operator.
  package let shown: Scopes
  /// The data that the application's backends keep. The user can read it; other applications cannot.
  package var appMetadata: JSONObject
  /// The roles that the application's backends, or the operator, have given the user. The application may no longer list one.
  package let roles: [String]

  package init(
    applicationID: String, scopes: Scopes, shown: Scopes = Scopes([]), appMetadata: JSONObject = JSONObject(),
    roles: [String] = []
  ) {
    self.applicationID = applicationID
    self.scopes = scopes
    self.shown = shown
    self.appMetadata = appMetadata
    self.roles = roles
  }
}
