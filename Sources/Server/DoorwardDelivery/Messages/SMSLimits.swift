/// The limits that bound the cost of an SMS.
///
/// A text from a user agent may have any alphabet, and an alphabet other than the default one makes segments shorter. So a
/// template is checked with the longest values in the worst alphabet, and then no message exceeds the limit.
enum SMSLimits {
  /// The most segments of a message.
  static let segments = 6

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
}

extension MessageValues {
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
