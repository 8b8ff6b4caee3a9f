/// The checked values of one message.
///
/// A text that a user has chosen is cleaned and shortened, not refused: a user of a stolen session must not be able to
/// suppress the notice by the name of the device.
package struct MessageValues: Sendable, Equatable {
  /// The longest value that is cleaned, in bytes. A longer value is refused.
  package static let longestInput = 16_384
  /// The longest text that a message shows, in characters.
  package static let longestText = 200
  static let longestLink = 2048

  private let values: [MessageParameter: String]

  /// Checks the values of a message.
  ///
  /// - Parameters:
  ///   - given: a value for each required parameter, and for some of the optional ones.
  ///   - kind: the kind of message, which decides the parameters.
  /// - Throws: ``MessageError``.
  package init(_ given: [MessageParameter: String], for kind: MessageKind) throws(MessageError) {
    var values: [MessageParameter: String] = [:]
    for parameter in MessageParameter.allCases {
      guard let value = given[parameter] else {
        guard !kind.required.contains(parameter) else {
          throw MessageError(.missingParameter, "\(kind.rawValue) needs the parameter \(parameter.rawValue)")
        }
        continue
      }
      guard kind.parameters.contains(parameter) else {
        throw MessageError(.unknownParameter, "\(kind.rawValue) has no parameter \(parameter.rawValue)")
      }
      values[parameter] = try Self.checked(value, parameter)
    }
    self.values = values
  }

  /// The value of a parameter. It is empty if the message has no such value.
  package subscript(parameter: MessageParameter) -> String { values[parameter] ?? "" }

  /// The values by name, for the store.
  var byName: [(String, String)] {
    MessageParameter.allCases.compactMap { parameter in values[parameter].map { (parameter.rawValue, $0) } }
  }

  /// The values that open something.
  package var secrets: [String] {
    MessageParameter.allCases.filter(\.isSecret).compactMap { values[$0] }
  }

  private static func checked(
    _ value: String, _ parameter: MessageParameter
  ) throws(MessageError) -> String {
    guard value.utf8.count <= longestInput else {
      throw MessageError(
        .parameterTooLarge, "the parameter \(parameter.rawValue) is longer than \(longestInput) bytes")
    }
    if parameter.form == .text {
      let text = VisibleText.cleaned(value, longest: longestText)
      guard text.isEmpty else { return text }
    } else if isValid(value, parameter.form) {
      return value
    }
    throw MessageError(
      .invalidParameter, "the value of the parameter \(parameter.rawValue) does not have its form")
  }

  private static func isValid(_ value: String, _ form: MessageParameter.Form) -> Bool {
    switch form {
    case .code:
      (1...64).contains(value.utf8.count)
        && value.utf8.allSatisfy { isDigit($0) || isLetterOrHyphen($0) }
    case .number: (1...4).contains(value.utf8.count) && value.utf8.allSatisfy { isDigit($0) }
    case .host: HostName.isValid(value)
    case .link: value.utf8.count <= longestLink && LinkRule.allows(value)
    case .text: true
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetterOrHyphen(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (0x61...0x7a).contains(byte | 0x20)
  }
}
