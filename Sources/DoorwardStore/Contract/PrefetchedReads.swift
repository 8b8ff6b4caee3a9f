#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The reads that a transaction probably makes. A store whose queries cost round trips can make all of them in one. A
/// transaction that reads anything else, or in another order, gets the same results.
package enum PrefetchedReads: Sendable {
  /// A sign-in of the user who has an identity, which perhaps repeats the one that has opened a session.
  case signIn(by: IdentityKey, applicationID: String, repeating: Session.ID?, at: Date)
  /// A refresh of a session.
  case refresh(of: Session.ID, applicationID: String)
}

/// Announcements of reads.
package protocol ReadPrefetching {
  /// Announces the reads that the transaction probably makes. It is called before the first read or change.
  func prefetch(_ reads: PrefetchedReads) throws
}
