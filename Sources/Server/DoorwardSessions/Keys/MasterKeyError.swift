import DoorwardStore
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The reason why the master key cannot be used.
package struct MasterKeyError: CodedError {
  /// The kinds of failure; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let unreadable = Code(rawValue: "master_key_unreadable")
    /// The store exists, and the file of its key does not.
    package static let missing = Code(rawValue: "master_key_missing")
    package static let malformed = Code(rawValue: "master_key_malformed")
    /// Users other than the owner may read the file.
    package static let exposed = Code(rawValue: "master_key_exposed")
    /// The contents of the store were sealed with another key.
    package static let wrong = Code(rawValue: "master_key_wrong")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Reports that the file of the master key does not exist and cannot be made.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - code: the system's error code (errno(3)).
  package init(cannotMake path: String, _ code: Int32) {
    let directory = PathInspection(path).parent.path
    let reason = code == ENOENT ? "there is no directory \(directory)" : String(cString: strerror(code))
    self.init(
      .unreadable,
      """
      the master key \(path) cannot be created: \(reason). Create it as root, for the server's user only: \
      head -c 32 /dev/urandom | basenc --base64url | tr -d = | install -m 600 -o USER /dev/stdin \(path); \
      or choose another path (master_key_file)
      """)
  }

  package var description: String { reason }
}
