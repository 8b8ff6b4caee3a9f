#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What a transaction will probably read. A store whose queries cost round trips can then read all of it in one. A transaction
/// that reads anything else, or in another order, gets the same results.
package enum ForeseenReads: Sendable {
  /// A sign-in of the user who has an identity, which perhaps repeats the one that has opened a session.
  case signIn(by: IdentityKey, applicationID: String, repeating: Session.ID?, at: Date)
  /// A refresh of a session.
  case refresh(of: Session.ID, applicationID: String)
}

/// Announcements of reads.
package protocol ForeseeingReads {
  /// Tells what the transaction will probably read. It is called before the first read or change.
  func foresee(_ reads: ForeseenReads) throws
}
