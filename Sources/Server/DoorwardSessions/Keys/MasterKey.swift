package import DoorwardOpenSSL
package import DoorwardStore
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The only secret outside the store. Every other key is derived from it or sealed with it.
///
/// A copy of the database alone cannot be used to sign a token or forge a session.
package struct MasterKey: Sendable {
  private let bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether `text` is 32 bytes in base64url.
  package static func isWellFormed(_ text: String) -> Bool { (try? Base64URL.decode(text))?.count == 32 }

  /// Reads the key, or makes it if its file does not exist yet.
  ///
  /// - Parameters:
  ///   - source: the location of the key.
  ///   - random: the source of a new key's bytes.
  /// - Returns: the key.
  /// - Throws: ``MasterKeyError``. Its reason tells the operator how to correct the error.
  package static func load(
    _ source: MasterKeySource, random: RandomSource = .system
  ) throws -> MasterKey {
    switch source {
    case .value(let text):
      return try parse(text, origin: "master_key")
    case .file(let path):
      if let text = try SecretFile(path: path).read() { return try parse(text, origin: path) }
      let bytes = try random.bytes(32)
      // Two servers may start at the same time. The first one makes the file and the other one reads it.
      guard try SecretFile(path: path).create(Base64URL.encode(bytes) + "\n") else {
        guard let text = try SecretFile(path: path).read() else {
          throw MasterKeyError(.unreadable, "\(path) was created and deleted by another program")
        }
        return try parse(text, origin: path)
      }
      return MasterKey(bytes: bytes)
    }
  }

  /// Reads a key that must exist. A new key could not open any existing data.
  ///
  /// - Throws: ``MasterKeyError``. Its reason tells the operator how to correct the error.
  package static func loadExisting(_ source: MasterKeySource) throws -> MasterKey {
    if case .file(let path) = source, try SecretFile(path: path).read() == nil {
      throw MasterKeyError(
        .missing,
        "there is no master key at \(path), and the database needs the key that it was created with: restore the file"
      )
    }
    return try load(source)
  }

  private static func parse(_ text: String, origin: String) throws -> MasterKey {
    guard let bytes = try? Base64URL.decode(text), bytes.count == 32 else {
      throw MasterKeyError(.malformed, "\(origin) is not 32 bytes in base64url without padding")
    }
    return MasterKey(bytes: bytes)
  }

  /// The key for one purpose (HKDF-SHA256, RFC 5869).
  package func key(for purpose: KeyPurpose, library: OpenSSLContext) throws -> DerivedKey {
    let info = [UInt8]("doorward/\(purpose.rawValue)".utf8)
    return try DerivedKey(
      bytes: HKDFSHA256.derive(from: bytes, info: info, count: 32, context: library), library: library)
  }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
  package var description: String { "MasterKey" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The location of the master key.
package enum MasterKeySource: Sendable, Equatable {
  /// A file of mode 0600. The first start makes it.
  case file(String)
  /// The key itself, 32 bytes in base64url.
  case value(String)
}

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
