import DoorwardSignIn
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A user that an import is about to add.
struct PlannedUser: Sendable {
  /// The number and the line of the record.
  let index: Int
  let line: Int
  let account: NewAccount
  let ids: NewAccountIDs
  let createdAt: Date

  enum Outcome: Sendable {
    case new
    /// An earlier run has added the user.
    case known
    case refused(RecordRefusal)
  }

  /// Whether each run makes the same id for the record, because the export has the id and the time of creation.
  private let hasLastingID: Bool

  init(
    _ record: ImportRecord, _ user: ImportedUser, _ account: NewAccount, _ format: UserImportFormat,
    at now: Date, _ random: RandomSource
  ) throws {
    index = record.index
    line = record.line
    self.account = account
    let known = user.createdAt.map { min($0, now) }
    createdAt = StoredTime.moment(try StoredTime.milliseconds(known ?? now))
    if known != nil, let external = user.externalID {
      let digest = SHA256.hash(Array("user import\n\(format.rawValue)\n\(external)".utf8))
      let id = User.ID(at: createdAt, entropy: Array(digest.prefix(User.ID.entropyLength)))
      ids = try NewAccountIDs(for: account, user: id, at: now, random)
      hasLastingID = true
    } else {
      hasLastingID = false
      ids = try NewAccountIDs(for: account, createdAt: createdAt, at: now, random)
    }
  }

  /// The users of a store, or of the same file, that have the id or an identity of the record.
  struct Matches: Sendable {
    var hasUser: Bool
    /// The holder of each identity of the account.
    var holders: [Holder?]
  }

  /// The user who has an identity.
  struct Holder: Sendable, Equatable {
    let user: User.ID
    /// The identifier as the user sees it.
    let name: String
  }

  func matches(in snapshot: any StoreReading) throws -> Matches {
    Matches(
      hasUser: try snapshot.user(ids.user) != nil,
      holders: try account.identities.map { identity in
        try snapshot.identity(identity.key).map { Holder(user: $0.userID, name: $0.shownIdentifier) }
      })
  }

  /// Whether the user can be added.
  ///
  /// A record is that of a user with the same address. The same user name is enough only if the export has no id to compare,
  /// because another person may have it here, and because names that look alike have one key.
  func outcome(_ matches: Matches) -> Outcome {
    if matches.hasUser { return .known }
    guard let holder = matches.holders.lazy.compactMap({ $0 }).first else { return .new }
    let isSame = zip(account.identities, matches.holders).contains { identity, holder in
      identity.key.kind != .userName || !hasLastingID && holder?.name == identity.shownIdentifier
    }
    guard isSame, matches.holders.allSatisfy({ $0?.user == holder.user }) else {
      return .refused(
        RecordRefusal(.identityInUse, "An identifier of the record belongs to another user."))
    }
    return .known
  }
}
