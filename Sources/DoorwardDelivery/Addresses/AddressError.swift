import Encodings

/// The reason why a text is not an address that a message can be sent to. It never contains the text.
package struct AddressError: CodedError {
  /// The kinds of errors; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not an email address that this server sends to.
    package static let invalidEmail = Code(rawValue: "invalid_email")
    /// The text is not a phone number in E.164 form.
    package static let invalidPhone = Code(rawValue: "invalid_phone")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
