public import Encodings

/// An error that a storage throws if a session cannot be read or stored.
public struct StorageError: CodedError {
  /// The kind of the failure.
  public var code: Code
  /// A sentence that says what happened and what to do.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The kinds of failures, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The record cannot be read yet: the device has not been unlocked since it started, or the keyring is locked.
    /// A later call can succeed.
    public static var locked: Code { Code(rawValue: "storage_locked") }
    /// The record was changed, truncated, or encrypted with another key. It is not deleted.
    public static var unreadable: Code { Code(rawValue: "storage_unreadable") }
    /// The disk or the keyring service does not answer.
    public static var unavailable: Code { Code(rawValue: "storage_unavailable") }
    /// Another user of this machine owns the file or folder, or could change it.
    public static var exposed: Code { Code(rawValue: "storage_exposed") }
    /// Another process held the lock during the whole wait.
    public static var busy: Code { Code(rawValue: "storage_busy") }
    /// The record is longer than the limit, which is far above any session.
    public static var tooLarge: Code { Code(rawValue: "storage_record_too_large") }
  }
}
