/// The record of another system from which a user was imported: a hash, because the other system's id may be personal.
package struct ImportID: Hashable, Sendable {
  package static let length = 32
  package let bytes: [UInt8]

  /// - Returns: nil unless there are 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }
}

/// Queries about the users of other systems. The id of a record is forgotten with its user.
package protocol ImportedUserReading {
  /// The user who was imported from a record; nil if there is none.
  func user(importedFrom record: ImportID) throws -> User.ID?
  /// The record from which a user was imported; nil for another user.
  func importID(of user: User.ID) throws -> ImportID?
}

package protocol ImportedUserWriting: ImportedUserReading {
  /// Remembers the record from which a user was imported.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user, ``StoreError/Code/conflict`` if another user was
  ///   imported from the record.
  func setImportID(_ record: ImportID, of user: User.ID) throws
}
