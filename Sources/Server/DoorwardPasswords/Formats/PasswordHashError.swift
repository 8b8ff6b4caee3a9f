import Encodings

/// The reason why a stored or imported hash cannot be used, or why no hash was made. It never contains a secret.
package struct PasswordHashError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not a hash in the format that it names.
    package static let malformedHash = Code(rawValue: "malformed_hash")
    /// The format is not known here.
    package static let unsupportedScheme = Code(rawValue: "unsupported_scheme")
    /// The format is known and too weak to accept, such as MD5.
    package static let legacyScheme = Code(rawValue: "legacy_scheme")
    /// The hash demands more memory or time than this server allows.
    package static let excessiveParameters = Code(rawValue: "excessive_parameters")
    /// The hash, or new hashes, would be weaker than the minimum.
    package static let weakParameters = Code(rawValue: "weak_parameters")
    /// The hash was made with a pepper that is not configured.
    package static let unknownPepper = Code(rawValue: "unknown_pepper")
    /// A pepper does not have 32 bytes, or two peppers are the same.
    package static let invalidPepper = Code(rawValue: "invalid_pepper")
    /// The memory for the hash could not be allocated.
    package static let outOfMemory = Code(rawValue: "out_of_memory")
    /// A library failed.
    package static let libraryFailure = Code(rawValue: "library_failure")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  static func malformed(_ scheme: String) -> PasswordHashError {
    PasswordHashError(.malformedHash, "The text is not a password hash in the format \(scheme).")
  }
}
