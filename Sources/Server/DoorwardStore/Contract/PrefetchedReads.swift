#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The reads that a transaction probably makes. A store whose queries cost round trips can make all of them in one. A
/// transaction that reads anything else, or in another order, gets the same results.
package enum PrefetchedReads: Sendable {
  /// A sign-in of the user who has an identity.
  case signIn(SignInReads)
  /// The check of a proof of an identity, and perhaps the sign-in after it.
  case proof(ProofReads)
  /// A refresh of a session, or a call with its token that shows its user.
  case refresh(of: Session.ID, applicationID: String)
  /// A call with the token or the cookie of a session.
  case call(by: Session.ID)
  /// A call with an API key.
  case apiKey(hash: [UInt8])
  /// The exchange of an authorization code for a session of an application.
  case exchange(codeHash: [UInt8], applicationID: String, at: Date)

  /// None: a transaction that is not that of a user.
  case nothing

  package static func signIn(
    by identity: IdentityKey, applicationID: String, repeating session: Session.ID?, at instant: Date
  ) -> PrefetchedReads {
    .signIn(SignInReads(by: identity, applicationID: applicationID, repeating: session, at: instant))
  }
}

/// The reads of a sign-in.
package struct SignInReads: Sendable {
  package let identity: IdentityKey
  package let applicationID: String
  /// The session that the sign-in has opened if it is a repetition.
  package let repeated: Session.ID?
  /// The time of the sign-in.
  package let instant: Date

  package init(
    by identity: IdentityKey, applicationID: String, repeating session: Session.ID?, at instant: Date
  ) {
    self.identity = identity
    self.applicationID = applicationID
    repeated = session
    self.instant = instant
  }
}

/// The reads of the check of a proof.
package struct ProofReads: Sendable {
  package let identity: IdentityKey
  /// The subjects whose guesses are probably read.
  package let subjects: [GuessSubject]
  /// Whether the password of the user is read.
  package let readsPassword: Bool
  /// The sign-in that follows if the proof is valid; nil if none does.
  package let signIn: SignInReads?

  package init(
    of identity: IdentityKey, guesses subjects: [GuessSubject] = [], readsPassword: Bool = false,
    before signIn: SignInReads?
  ) {
    self.identity = identity
    self.subjects = subjects
    self.readsPassword = readsPassword
    self.signIn = signIn
  }
}

/// Rows that one transaction has read for the next one: the check of a proof for the sign-in after it.
///
/// Only the store that has made it knows the content.
package struct ReadAhead: Sendable {
  package let content: any Sendable

  package init(_ content: any Sendable) { self.content = content }
}
