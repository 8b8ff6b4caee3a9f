#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The reads that a transaction probably makes. A store whose queries cost round trips can make all of them in one. A
/// transaction that reads anything else, or in another order, gets the same results.
///
/// A store may run several such transactions, of different users, as one. It may also isolate such a transaction less than
/// others: it sees the rows of one instant, and fails only if another transaction changes a row that it changes too. These are:
/// - in a sign-in of a known user, the row of the user and that of the proven identity,
/// - in a refresh, the row of the session.
///
/// A transaction on which a sign-in depends changes one of these rows. The removal of an identity deletes it, and a new password
/// changes the user. A ban, a deletion, a new second factor, and the exchange of a code for a session call
/// ``UserWriting/collideWithSignIns(of:)``.
package enum PrefetchedReads: Sendable {
  /// A sign-in of the user who has an identity, which perhaps repeats the one that has opened a session.
  case signIn(by: IdentityKey, applicationID: String, repeating: Session.ID?, at: Date)
  /// A refresh of a session.
  case refresh(of: Session.ID, applicationID: String)
}
