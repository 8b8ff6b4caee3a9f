import DoorwardStore

/// The limits that bound the cost of an SMS.
///
/// A text from a user agent may have any alphabet, and an alphabet other than the default one makes segments shorter. So a
/// template is checked with the longest values in the worst alphabet, and then no message exceeds the limit.
enum SMSLimits {
  /// The most segments of a message.
  static let segments = 6
  /// The UTF-16 units of a segment if there are several (3GPP TS 23.040 §9.2.3.24.1).
  private static let unitsPerSegment = 67

  /// The longest value of a parameter in UTF-16 units. A longer text is cut, and another longer value is refused.
  static func longest(_ parameter: MessageParameter) -> Int {
    switch parameter.form {
    case .code: 16
    case .link: 160
    case .host: 100
    case .number: 4
    case .text: 40
    }
  }

  /// Checks that a template fits into the limit with any values.
  ///
  /// - Throws: ``TemplateError`` `template_too_long`.
  static func check(_ template: Template, _ kind: MessageKind, file: String) throws(TemplateError) {
    let longest = MessageTemplate(kind: kind, language: "", mail: nil, sms: template)
      .sms(MessageValues.longest(for: kind))
    let units = longest?.utf16.count ?? 0
    let count = (units + unitsPerSegment - 1) / unitsPerSegment
    guard count > segments else { return }
    throw TemplateError(
      .tooLong, file: file,
      "with the longest values the SMS has \(count) segments, but at most \(segments) are sent: shorten the text"
    )
  }
}

extension MessageValues {
  /// The longest values that an SMS may have.
  fileprivate static func longest(for kind: MessageKind) -> MessageValues {
    MessageValues(
      Dictionary(
        uniqueKeysWithValues: kind.parameters.map { parameter in
          (parameter, String(repeating: "0", count: SMSLimits.longest(parameter)))
        }))
  }

  /// The values for an SMS: texts are cut.
  func cutForSMS() -> MessageValues {
    MessageValues(
      Dictionary(
        uniqueKeysWithValues: byParameter.map { parameter, value in
          (parameter, parameter.form == .text ? Self.cut(value, to: SMSLimits.longest(parameter)) : value)
        }))
  }

  /// Checks the values that are not cut.
  ///
  /// - Throws: ``MessageError`` `invalid_parameter`.
  func checkForSMS() throws(MessageError) {
    for (parameter, value) in byParameter where parameter.form != .text {
      let longest = SMSLimits.longest(parameter)
      guard value.utf16.count > longest else { continue }
      throw MessageError(
        .invalidParameter, "in an SMS, the parameter \(parameter.rawValue) has at most \(longest) characters")
    }
  }

  /// The start of a text. Three dots are in the default alphabet, and an ellipsis is not.
  private static func cut(_ text: String, to longest: Int) -> String {
    guard text.utf16.count > longest else { return text }
    let dots = "..."
    var start = ""
    for character in text {
      guard start.utf16.count + character.utf16.count + dots.utf16.count <= longest else { break }
      start.append(character)
    }
    return start + dots
  }
}
