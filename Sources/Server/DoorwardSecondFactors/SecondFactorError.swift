import Encodings

/// The reason why a key or a secret of a second factor cannot be used. It never contains a secret.
package struct SecondFactorError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The key for hashes of codes does not have 32 bytes.
    package static let invalidKey = Code(rawValue: "invalid_code_key")
    /// The secret of an authenticator has too few or too many bytes.
    package static let invalidSecret = Code(rawValue: "invalid_authenticator_secret")
    /// A library failed.
    package static let libraryFailure = Code(rawValue: "library_failure")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
