import Encodings

/// The answer of the mail server or the SMS service to a test.
package struct MessageTestAnswer: Sendable, Equatable {
  package let isAccepted: Bool
  /// The result: `accepted`, `printed`, or the reason of a failure.
  package let code: String
  /// The words of the other server.
  package let detail: String
  /// The settings that the operator corrects.
  package let remedy: String?

  package init(isAccepted: Bool, code: String, detail: String, remedy: String? = nil) {
    self.isAccepted = isAccepted
    self.code = code
    self.detail = detail
    self.remedy = remedy
  }

  var json: JSONValue {
    [
      "accepted": .bool(isAccepted), "code": .string(code), "detail": .string(detail),
      "remedy": .text(remedy),
    ]
  }
}
