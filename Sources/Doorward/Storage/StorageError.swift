public import Encodings

/// Why a session could not be read or kept.
public struct StorageError: CodedError, Equatable, CustomStringConvertible {
  /// What was wrong.
  public var code: Code
  /// A sentence a person can act on.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var codeName: String { code.rawValue }
  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

  /// What was wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It cannot be read yet, and will be: the device has not been unlocked since it started, or the keyring is
    /// locked.
    public static let locked = Code(rawValue: "storage_locked")
    /// What is kept is not what was kept: tampered with, cut short, or under another key. It is left as it is.
    public static let unreadable = Code(rawValue: "storage_unreadable")
    /// The disk or the service that keeps it does not answer.
    public static let unavailable = Code(rawValue: "storage_unavailable")
    /// Another user of this machine owns it, or could change it.
    public static let exposed = Code(rawValue: "storage_exposed")
    /// Another process has had it for itself all the time that was waited.
    public static let busy = Code(rawValue: "storage_busy")
    /// The record is longer than any session is.
    public static let tooLarge = Code(rawValue: "storage_record_too_large")
  }
}
