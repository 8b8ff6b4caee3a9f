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
  let account: NewUser
  let ids: NewUserIDs
  let createdAt: Date
  /// The record in the other system; nil if the export has no id.
  let importID: ImportID?
  /// Whether the record has a password. A run that only checks the records does not seal it.
  let hasPassword: Bool
  /// Whether each run finds the user by the id of the record, also if the identifiers have changed since.
  private let hasLastingID: Bool

  enum Outcome: Sendable {
    case new
    /// The user of the record exists.
    case known
    case refused(RecordRefusal)
  }

  init(
    _ record: ImportRecord, _ user: ImportedUser, _ account: NewUser, _ format: UserImportFormat,
    at now: Date, _ random: RandomSource
  ) throws {
    index = record.index
    line = record.line
    self.account = account
    hasPassword = user.hash != nil
    hasLastingID = user.externalID != nil && user.createdAt != nil
    importID = Self.importID(of: user, account, format)
    createdAt = StoredTime.moment(
      try StoredTime.milliseconds(user.createdAt.map { min($0, now) } ?? now))
    ids = try NewUserIDs(for: account, createdAt: createdAt, at: now, random)
  }

  /// The ids of two databases, such as the numbers of two Django projects, may be the same. The time of creation tells their
  /// users apart, or else an identifier.
  private static func importID(
    of user: ImportedUser, _ account: NewUser, _ format: UserImportFormat
  ) -> ImportID? {
    guard let external = user.externalID else { return nil }
    let origin =
      user.createdAt.map { "\(Int64($0.timeIntervalSince1970 * 1000))" }
      ?? account.identities.first.map { "\($0.key.kind.rawValue)\n\($0.key.identifier)" } ?? ""
    return ImportID(
      bytes: SHA256.hash(Array("user import\n\(format.rawValue)\n\(external)\n\(origin)".utf8)))
  }

  /// The users of a store, or of the same file, that have the id or an identity of the record.
  struct Matches: Sendable {
    var hasUser: Bool
    /// The holder of each identity of the account.
    var holders: [Holder?]
    /// Whether a ban of a former user covers an identity of the account.
    var isBanned = false
  }

  /// The user who has an identity.
  struct Holder: Sendable, Equatable {
    let user: User.ID
    /// The identifier as the user sees it.
    let name: String
    let importID: ImportID?
    let hasPassword: Bool
  }

  func matches(in snapshot: any StoreReading, at now: Date) throws -> Matches {
    Matches(
      hasUser: try importID.flatMap { try snapshot.user(importedFrom: $0) } != nil,
      holders: try account.identities.map { identity in
        try snapshot.identity(identity.key).map { found in
          Holder(
            user: found.userID, name: found.shownIdentifier,
            importID: try snapshot.importID(of: found.userID),
            hasPassword: try snapshot.passwordHash(of: found.userID) != nil)
        }
      },
      isBanned: try account.identities.contains { identity in
        try snapshot.userBanned(with: identity.key, at: now) != nil
      })
  }

  /// The matches of a file alone.
  var noMatches: Matches { Matches(hasUser: false, holders: account.identities.map { _ in nil }) }

  /// Whether the user can be added.
  ///
  /// A record is that of a user with the same address, unless the user was imported from another record. The same user name
  /// is enough only if the export has no id to compare, because another person may have it here, and because names that
  /// look alike have one key.
  func outcome(_ matches: Matches) -> Outcome {
    if matches.hasUser { return .known }
    guard let holder = matches.holders.lazy.compactMap({ $0 }).first else {
      return matches.isBanned ? .refused(.userBanned) : .new
    }
    let isSame = zip(account.identities, matches.holders).contains { identity, holder in
      identity.key.kind != .userName || !hasLastingID && holder?.name == identity.shownIdentifier
    }
    guard isSame, matches.holders.allSatisfy({ $0?.user == holder.user }) else {
      return .refused(
        RecordRefusal(.identityInUse, "An identifier of the record belongs to another user."))
    }
    if let importID, let other = holder.importID, importID != other { return .refused(.duplicateUser) }
    return hasPassword && !holder.hasPassword ? .refused(.passwordNotImported) : .known
  }
}

extension RecordRefusal {
  fileprivate static var duplicateUser: RecordRefusal {
    RecordRefusal(
      .duplicateUser,
      "The user with this identifier was imported from another record, with its own password or none. Nothing of this record was imported."
    )
  }

  fileprivate static var userBanned: RecordRefusal {
    RecordRefusal(
      .userBanned,
      "A banned user had an identifier of the record. Remove the ban with doorward admin user unban, then import the record again."
    )
  }

  fileprivate static var passwordNotImported: RecordRefusal {
    RecordRefusal(
      .passwordNotImported,
      "The user with this identifier exists and has no password. An import changes no user, so the password was not imported; the user can reset it."
    )
  }
}
