/// The parts of a message that have a template. The raw value is the extension of the file.
enum TemplatePart: String, CaseIterable, Sendable {
  case subject, txt, html, sms

  /// The placeholders that the part of a message may and must have.
  func rule(_ kind: MessageKind) -> PlaceholderRule {
    let secrets = kind.parameters.filter(\.isSecret)
    var rule = PlaceholderRule(
      allowed: kind.parameters, optional: kind.optional, required: secrets.subtracting(kind.optional))
    switch self {
    case .subject:
      // Mail servers write subjects to their logs, and locked screens show them. A code is of use only in the browser that has
      // asked for it, and a user who reads it there need not open the message. A link is of use everywhere.
      rule.forbidden = secrets.subtracting([.code])
      rule.required = []
    case .txt, .html, .sms: break
    }
    return rule
  }
}

/// The placeholders that a template may and must have.
struct PlaceholderRule: Sendable {
  let allowed: Set<MessageParameter>
  /// The parameters that stand in sections.
  let optional: Set<MessageParameter>
  var required: Set<MessageParameter>
  var forbidden: Set<MessageParameter> = []

  /// The rule for a piece of a part.
  var withoutRequirements: PlaceholderRule {
    var rule = self
    rule.required = []
    return rule
  }

  /// The parameter of a placeholder.
  ///
  /// - Throws: ``TemplateError`` `unknown_placeholder`, `forbidden_placeholder`.
  func parameter(
    _ name: String, file: String, line: Int
  ) throws(TemplateError) -> MessageParameter {
    guard let parameter = MessageParameter(rawValue: name), allowed.contains(parameter) else {
      let names = allowed.subtracting(forbidden).map(\.rawValue).sorted().joined(separator: ", ")
      throw TemplateError(
        .unknownPlaceholder, file: file, line: line,
        "there is no placeholder \(name.prefix(40)) here: use \(names)")
    }
    guard !forbidden.contains(parameter) else {
      throw TemplateError(
        .forbiddenPlaceholder, file: file, line: line,
        "\(name) may not be in a subject, because mail servers log subjects")
    }
    return parameter
  }
}
