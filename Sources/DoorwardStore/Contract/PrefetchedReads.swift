#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The reads that a transaction probably makes. A store whose queries cost round trips can make all of them in one. A
/// transaction that reads anything else, or in another order, gets the same results.
///
/// A store may run several such transactions, of different users, as one. It may isolate such a transaction less than others: it
/// sees the rows of one instant, and fails only if another transaction changes a row that it changes too. A sign-in changes the
/// row of the user, and a refresh that of the session. So a transaction that changes other rows on which they depend also changes
/// those, as a ban and a deletion do.
package enum PrefetchedReads: Sendable {
  /// A sign-in of the user who has an identity, which perhaps repeats the one that has opened a session.
  case signIn(by: IdentityKey, applicationID: String, repeating: Session.ID?, at: Date)
  /// A refresh of a session.
  case refresh(of: Session.ID, applicationID: String)
}
