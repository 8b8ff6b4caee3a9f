import Encodings

/// The reason why a blocklist file cannot be read or written.
package struct BlocklistError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not exist or cannot be opened.
    package static let cannotOpen = Code(rawValue: "blocklist_cannot_open")
    /// The file is not a blocklist of this version, or it is damaged.
    package static let damaged = Code(rawValue: "blocklist_damaged")
    /// A read failed.
    package static let cannotRead = Code(rawValue: "blocklist_cannot_read")
    /// A write failed, for example because the disk is full.
    package static let cannotWrite = Code(rawValue: "blocklist_cannot_write")
    /// The input has no line in the expected format.
    package static let emptyInput = Code(rawValue: "blocklist_empty_input")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
