import Encodings

/// The reason why a text has no QR code. It never contains the text.
package struct QRCodeError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text is empty.
    package static let empty = Code(rawValue: "qr_code_empty")
    /// The text is longer than a camera reads reliably from a screen.
    package static let tooLong = Code(rawValue: "qr_code_too_long")
    /// The library failed, for example because memory is exhausted.
    package static let libraryFailure = Code(rawValue: "library_failure")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
