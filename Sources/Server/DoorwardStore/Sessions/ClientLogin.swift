#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A user's sign-in to a client that wants to know when it ends (OpenID Connect Back-Channel Logout 1.0). There is at most one for
/// each client and session on the page, as `sid` of the ID token names only the latter.
///
/// The store makes its logout token due in the transaction that ends the session on the page or the client's newest session, or that
/// deletes the user. It names the user by id alone, so that it outlives a deleted user until the token is sent. A session that a
/// client ends itself, and a brief one that ends because of the limit, are no end of the sign-in.
package struct ClientLogin: Sendable, Equatable {
  /// The session on the page that has allowed the client's session.
  package let page: Session.ID
  package let applicationID: String
  /// The client's newest session that the page's session has allowed.
  package let session: Session.ID
  package let user: User.ID
  /// The time when the page's session expires, and the client's sessions with it. No token is sent afterwards.
  package let expiresAt: Date
  /// The attempts to send the logout token.
  package let attempts: Int64

  package init(
    page: Session.ID, applicationID: String, session: Session.ID, user: User.ID, expiresAt: Date,
    attempts: Int64 = 0
  ) {
    self.page = page
    self.applicationID = applicationID
    self.session = session
    self.user = user
    self.expiresAt = expiresAt
    self.attempts = attempts
  }
}

/// Queries about sign-ins to clients.
package protocol ClientLoginReading {
  /// Whether an attempt to send a logout token to a client is due.
  func hasDueLogout(to applicationID: String, at instant: Date) throws -> Bool
}

/// Changes of sign-ins to clients.
package protocol ClientLoginWriting: ClientLoginReading {
  /// Stores a sign-in in place of the one before with the same session on the page. If the logout token of that one is still due, it
  /// is not sent: it would end the new sign-in.
  func replace(with login: ClientLogin) throws
  /// Claims due logout tokens to a client, those that wait longest first, and counts their attempts. Until the lease ends, no other
  /// claim gets them.
  func claimDueLogouts(
    to applicationID: String, at instant: Date, _ claim: DeliveryClaim, limit: Int
  ) throws -> [ClientLogin]
  /// Ends a claim. `next` is the time of the next attempt; nil if there is none, so that the sign-in is forgotten.
  ///
  /// - Returns: false if the claim is no longer that of the sign-in. Then nothing changes.
  func finish(_ login: ClientLogin, claim: DeliveryClaim.ID, next: Date?) throws -> Bool
  /// Removes sign-ins that have expired.
  ///
  /// - Returns: the number of removed rows, at most `limit`.
  func purgeClientLogins(expiredBefore moment: Date, limit: Int) throws -> Int
}
