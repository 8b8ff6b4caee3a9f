import Encodings

/// The reason why a text does not fit a profile of PRECIS. The reason never contains the text, which may be a password.
package struct PRECISError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text has no character.
    package static let empty = Code(rawValue: "empty")
    /// The text contains a character that the profile does not allow.
    package static let disallowedCharacter = Code(rawValue: "disallowed_character")
    /// The text contains a character that is allowed only beside certain others.
    package static let wrongContext = Code(rawValue: "wrong_context")
    /// The text mixes directions of writing.
    package static let mixedDirections = Code(rawValue: "mixed_directions")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
