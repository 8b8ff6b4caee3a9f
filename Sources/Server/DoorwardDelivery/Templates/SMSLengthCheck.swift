import DoorwardTexts

/// Checks that a template of SMS fits into ``SMSLimits`` with any values.
enum SMSLengthCheck {
  /// The UTF-16 units of a segment if there are several (3GPP TS 23.040 §9.2.3.24.1).
  private static let unitsPerSegment = 67

  /// - Throws: ``TemplateError`` `template_too_long`.
  static func check(_ template: Template, _ kind: MessageKind, file: String) throws(TemplateError) {
    let message = MessageTemplate(kind: kind, language: "", mail: nil, sms: template)
    let units =
      PluralCategory.allCases.map { form in
        message.sms(longestValues(kind), category: { _ in form })?.utf16.count ?? 0
      }.max() ?? 0
    let count = (units + unitsPerSegment - 1) / unitsPerSegment
    guard count > SMSLimits.segments else { return }
    throw TemplateError(
      .tooLong, file: file,
      "with the longest values the SMS has \(count) segments, but at most \(SMSLimits.segments) are sent: shorten the text"
    )
  }

  private static func longestValues(_ kind: MessageKind) -> MessageValues {
    MessageValues(
      Dictionary(
        uniqueKeysWithValues: kind.parameters.map { parameter in
          (parameter, String(repeating: "0", count: SMSLimits.longest(parameter)))
        }))
  }
}
