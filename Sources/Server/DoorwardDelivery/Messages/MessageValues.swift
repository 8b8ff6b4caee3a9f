import Encodings

/// The checked values of one message.
///
/// A text that a user or a user agent has chosen is cleaned and cut, and never refused: a user of a stolen session must
/// not be able to suppress a notice by the name of the device. If nothing visible is left, the message shows the text that
/// the catalog has for an unknown value.
package struct MessageValues: Sendable, Equatable, HiddenContent {
  /// The longest text that a message shows, in characters.
  package static let longestText = 200
  static let longestLink = 2048

  private let values: [MessageParameter: String]

  var byParameter: [MessageParameter: String] { values }

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
      let checked = try Self.checked(value, parameter)
      // A blank value is no value, except that the message must show something in its place.
      if !checked.isEmpty || kind.required.contains(parameter) { values[parameter] = checked }
    }
    self.values = values
  }

  /// Values that have been checked.
  init(_ values: [MessageParameter: String]) { self.values = values }

  /// The values with a text in place of each blank one.
  ///
  /// - Parameter texts: the text for each parameter.
  /// - Returns: the values.
  func replacingBlanks(with texts: [MessageParameter: String]) -> MessageValues {
    var values = values
    for (parameter, value) in values where value.isEmpty { values[parameter] = texts[parameter] }
    return MessageValues(values)
  }

  /// The values with the name of the way to sign in, which is stored as the name of its kind.
  ///
  /// - Parameter names: the names by kind.
  /// - Returns: the values.
  func namingMethod(_ names: [String: String]) -> MessageValues {
    guard let kind = values[.method], let name = names[kind] else { return self }
    return MessageValues(values.merging([.method: name]) { $1 })
  }

  /// The value of a parameter. It is empty if the message has no such value, or a blank one.
  package subscript(parameter: MessageParameter) -> String { values[parameter] ?? "" }

  /// The values by name, for the store.
  var byName: [(String, String)] {
    MessageParameter.allCases.compactMap { parameter in values[parameter].map { (parameter.rawValue, $0) } }
  }

  /// The redaction of the code and the link, and of the token at the end of the link.
  var redaction: Redaction {
    let secrets = MessageParameter.allCases.filter(\.isSecret).compactMap { values[$0] }
    let tokens = secrets.compactMap { secret in
      secret.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.last.map(String.init)
    }
    return Redaction(secrets + tokens.filter { $0.utf8.count >= 16 })
  }

  private static func checked(
    _ value: String, _ parameter: MessageParameter
  ) throws(MessageError) -> String {
    if parameter.form == .text { return VisibleText.cleaned(value, longest: longestText) }
    guard isValid(value, parameter.form) else {
      throw MessageError(
        .invalidParameter, "the value of the parameter \(parameter.rawValue) does not have its form")
    }
    return value
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
