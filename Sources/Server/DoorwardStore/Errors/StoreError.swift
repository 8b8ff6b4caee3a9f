import Encodings

/// The reason why the store could not complete a call.
package struct StoreError: CodedError {
  /// The kinds of failure; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    package let rawValue: String
    /// Makes a code from its stable name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A uniqueness rule refused the change.
    package static let conflict = Code(rawValue: "store_conflict")
    /// The changed row, or the row that it belongs to, does not exist.
    package static let missing = Code(rawValue: "store_missing")
    /// The act would leave the server without an owner.
    package static let lastOwner = Code(rawValue: "last_owner")
    /// The store is full, read-only, damaged or unreachable.
    package static let unavailable = Code(rawValue: "store_unavailable")
    /// The connection was lost during a commit, so the changes may or may not be stored.
    package static let uncertain = Code(rawValue: "store_uncertain")
    /// The stored data does not have the format of this server version.
    package static let malformed = Code(rawValue: "store_malformed")
    /// The store has been closed.
    package static let closed = Code(rawValue: "store_closed")
  }

  /// The kind of failure.
  package let code: Code
  /// A sentence that tells the operator what to do. It never contains a value from a row.
  package let reason: String

  /// Makes an error.
  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
