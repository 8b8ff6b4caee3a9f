import Encodings

/// The reason why a file cannot be imported. It contains no text of the file, except the names of columns.
package struct UserImportError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The file cannot be opened or read.
    package static let unreadable = Code(rawValue: "import_unreadable")
    /// The file does not have the format, and no record of it could be read rightly.
    package static let wrongFormat = Code(rawValue: "import_wrong_format")
  }

  package let code: Code
  package let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// The reason why a record was not imported. It contains neither a secret nor an address.
package struct RecordRefusal: Error, Equatable {
  /// A stable name for the kind of refusal; the set is open. It has the codes of passwords and identifiers too.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The record is not a JSON object, or has another number of fields than the first line. Text between the records counts
    /// as one.
    static let malformed = Code(rawValue: "record_malformed")
    /// The file ends inside the record.
    static let incomplete = Code(rawValue: "record_incomplete")
    /// The record is too long.
    static let tooLong = Code(rawValue: "record_too_long")
    /// The record has no identifier.
    static let noIdentifier = Code(rawValue: "no_identifier")
    /// The export does not mark the only address as verified.
    static let addressNotVerified = Code(rawValue: "address_not_verified")
    /// An identifier belongs to another user.
    static let identityInUse = Code(rawValue: "identity_in_use")
    /// The user with the address was imported from another record.
    static let duplicateUser = Code(rawValue: "duplicate_user")
    /// A banned user who was deleted had an identifier of the record.
    static let userBanned = Code(rawValue: "user_banned")
    /// The user with the address exists without the password of the record.
    static let passwordNotImported = Code(rawValue: "password_not_imported")
    /// Metadata is larger or deeper than this server accepts.
    static let metadataTooLarge = Code(rawValue: "metadata_too_large")
    /// Metadata has a number that does not fit a 64-bit floating-point number.
    static let metadataNumber = Code(rawValue: "metadata_number")
  }

  package let code: Code
  package let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
