public import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why the master key cannot be used.
public struct MasterKeyError: CodedError, Equatable, CustomStringConvertible {
  /// The kinds of failure; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let unreadable = Code(rawValue: "master_key_unreadable")
    /// There is a store and not the file with its key.
    public static let missing = Code(rawValue: "master_key_missing")
    public static let malformed = Code(rawValue: "master_key_malformed")
    /// Others than the owner may read the file.
    public static let exposed = Code(rawValue: "master_key_exposed")
    /// What the store holds was sealed under another key.
    public static let wrong = Code(rawValue: "master_key_wrong")
  }

  public let code: Code
  public let reason: String

  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The file of the master key does not exist and cannot be made.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - code: why, as the system says it (errno(3)).
  init(cannotMake path: String, _ code: Int32) {
    let directory = PathInspection(path).parent.path
    let reason = code == ENOENT ? "there is no directory \(directory)" : String(cString: strerror(code))
    self.init(
      .unreadable,
      """
      the master key \(path) cannot be made: \(reason). Make it as root, for the server's user alone: \
      head -c 32 /dev/urandom | basenc --base64url | tr -d = | install -m 600 -o USER /dev/stdin \(path); \
      or name another path (master_key_file)
      """)
  }

  public var codeName: String { code.rawValue }
  public var description: String { reason }

  public static func == (left: MasterKeyError, right: MasterKeyError) -> Bool { left.code == right.code }
}
