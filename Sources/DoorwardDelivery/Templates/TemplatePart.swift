/// The parts of a message that have a template. The raw value is the extension of the file.
enum TemplatePart: String, CaseIterable, Sendable {
  case subject, txt, html, sms

  /// The placeholders that the part of a message may and must have.
  func rule(_ kind: MessageKind) -> PlaceholderRule {
    switch self {
    case .subject:
      // Mail servers write subjects to their logs, and locked screens show them.
      PlaceholderRule(allowed: kind.parameters, required: [], forbidden: kind.parameters.filter(\.isSecret))
    case .txt, .html:
      PlaceholderRule(allowed: kind.parameters, required: kind.parameters.filter(\.isSecret), forbidden: [])
    case .sms:
      PlaceholderRule(
        allowed: kind.parameters, required: kind.hasCode ? [.code] : kind.parameters.filter(\.isSecret),
        forbidden: [])
    }
  }
}

/// The placeholders that a template may and must have.
struct PlaceholderRule: Sendable {
  let allowed: Set<MessageParameter>
  let required: Set<MessageParameter>
  let forbidden: Set<MessageParameter>

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
