import Encodings

/// Why the store did not do what it was asked.
package struct StoreError: CodedError, Equatable, CustomStringConvertible {
  /// The kinds of failure; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    package let rawValue: String
    /// Makes a code from its stable name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A uniqueness rule refused the change.
    package static let conflict = Code(rawValue: "store_conflict")
    /// What a change is about, or belongs to, is not there.
    package static let missing = Code(rawValue: "store_missing")
    /// The store is full, read-only, damaged or out of reach.
    package static let unavailable = Code(rawValue: "store_unavailable")
    /// What was read is not what this version of the server writes.
    package static let malformed = Code(rawValue: "store_malformed")
    /// The store has been closed.
    package static let closed = Code(rawValue: "store_closed")
  }

  /// What went wrong.
  package let code: Code
  /// A sentence the operator can act on. Never holds a value from a row.
  package let reason: String

  /// Makes an error.
  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  package var codeName: String { code.rawValue }
  package var description: String { "\(code.rawValue): \(reason)" }

  package static func == (left: StoreError, right: StoreError) -> Bool { left.code == right.code }
}
