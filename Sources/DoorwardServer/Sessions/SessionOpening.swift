#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a new session is opened with beside the proof.
struct SessionOpening: Sendable {
  let application: Application
  let carrier: Session.Carrier
  let client: ClientDescription
  /// A live session of the caller's: the same user's proof for the same application re-authenticates it.
  let current: Session?
  /// A session that ends as this one opens, whoever's it is.
  let replaced: Session.ID?
  /// Makes the anonymous user whose account token came along a registered one, by an identity nobody has.
  var upgrade: AnonymousUpgrade?
}
