import Encodings

/// The reason why a message cannot be made. It never contains a value of the message.
package struct MessageError: CodedError {
  /// The kinds of errors; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The kind of message needs a parameter that is not given.
    package static let missingParameter = Code(rawValue: "missing_parameter")
    /// The kind of message has no such parameter.
    package static let unknownParameter = Code(rawValue: "unknown_parameter")
    /// The value does not have the form of its parameter.
    package static let invalidParameter = Code(rawValue: "invalid_parameter")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
