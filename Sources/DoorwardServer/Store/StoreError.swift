public import Encodings

/// Why the store did not do what it was asked.
public struct StoreError: CodedError, Equatable, CustomStringConvertible {
  /// The kinds of failure; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String
    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A uniqueness rule refused the change.
    public static let conflict = Code(rawValue: "store_conflict")
    /// What a change is about, or belongs to, is not there.
    public static let missing = Code(rawValue: "store_missing")
    /// The store is full, read-only, damaged or out of reach.
    public static let unavailable = Code(rawValue: "store_unavailable")
    /// What was read is not what this version of the server writes.
    public static let malformed = Code(rawValue: "store_malformed")
    /// The store has been closed.
    public static let closed = Code(rawValue: "store_closed")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence the operator can act on. Never holds a value from a row.
  public let reason: String

  /// Makes an error.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var codeName: String { code.rawValue }
  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (left: StoreError, right: StoreError) -> Bool { left.code == right.code }
}
