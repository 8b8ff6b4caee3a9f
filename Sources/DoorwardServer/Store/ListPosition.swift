#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A place in a list that goes from the newest to the oldest: that of one item, which need not be there any
/// more.
///
/// What it is made of never changes of an item, so a list that is read part by part neither skips nor repeats
/// one that was there all the while.
public struct ListPosition<Subject>: Sendable, Equatable {
  /// When the item came to be.
  public let moment: Date
  /// Tells apart what came to be in the same millisecond.
  public let id: Identifier<Subject>

  public init(moment: Date, id: Identifier<Subject>) {
    self.moment = moment
    self.id = id
  }
}

extension Session {
  /// Where the session stands among its user's.
  public var position: ListPosition<Session> { ListPosition(moment: createdAt, id: id) }
}

extension Identity {
  /// Where the identity stands among its user's.
  public var position: ListPosition<Identity> { ListPosition(moment: verifiedAt, id: id) }
}
