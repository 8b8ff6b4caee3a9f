/// Text with placeholders, such as `Sign in to {{application}}`. There is no other syntax.
struct Template: Sendable, Equatable {
  private enum Segment: Sendable, Equatable {
    case text(String)
    case parameter(MessageParameter)
  }

  private let segments: [Segment]
  private let file: String

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - file: the name of the file, for errors.
  ///   - rule: the placeholders that the text may and must have.
  /// - Throws: ``TemplateError``.
  init(_ source: String, file: String, _ rule: PlaceholderRule) throws(TemplateError) {
    var segments: [Segment] = []
    var rest = Substring(source)
    var line = 1
    while let opening = rest.firstRange(of: "{{") {
      let text = rest[..<opening.lowerBound]
      line += text.utf8.count { $0 == UInt8(ascii: "\n") }
      if !text.isEmpty { segments.append(.text(String(text))) }
      let inside = rest[opening.upperBound...]
      guard let closing = inside.firstRange(of: "}}"), !inside[..<closing.lowerBound].contains("\n") else {
        throw TemplateError(.malformed, file: file, line: line, "a placeholder lacks its closing braces }}")
      }
      let name = inside[..<closing.lowerBound].filter { $0 != " " }
      segments.append(.parameter(try rule.parameter(name, file: file, line: line)))
      rest = inside[closing.upperBound...]
    }
    if !rest.isEmpty { segments.append(.text(String(rest))) }
    self.segments = segments
    self.file = file
    let used = Set(parameters)
    if let missing = MessageParameter.allCases.first(where: {
      rule.required.contains($0) && !used.contains($0)
    }) {
      throw TemplateError(
        .missingPlaceholder, file: file, "the placeholder {{\(missing.rawValue)}} is missing")
    }
  }

  /// The parameters of the placeholders.
  var parameters: [MessageParameter] {
    segments.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
  }

  /// The text with its values.
  ///
  /// - Parameters:
  ///   - values: the values of the message.
  ///   - escape: encodes a value for its surroundings.
  /// - Returns: the words.
  func rendered(_ values: MessageValues, escape: (String) -> String = { $0 }) -> String {
    var text = ""
    for segment in segments {
      switch segment {
      case .text(let words): text += words
      case .parameter(let parameter): text += escape(values[parameter])
      }
    }
    return text
  }

  /// The source of an HTML template with the same words. Values that a user may have chosen are isolated, because their
  /// direction may differ from that of the text.
  var htmlSource: String {
    segments.map { segment in
      switch segment {
      case .text(let words): HTMLText.escaped(words)
      case .parameter(let parameter):
        parameter.form == .text ? "<bdi>{{\(parameter.rawValue)}}</bdi>" : "{{\(parameter.rawValue)}}"
      }
    }.joined()
  }

  static func == (left: Template, right: Template) -> Bool { left.segments == right.segments }
}
