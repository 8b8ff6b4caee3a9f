import Encodings

/// Text with placeholders, such as `Sign in to {{application}}`.
///
/// A placeholder that a message may lack stands in a section: `{{#link}}Or open {{link}}{{/link}}`. The section is omitted
/// if there is no value. There is no other syntax.
struct Template: Sendable {
  private let segments: [TemplateSegment]

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - file: the name of the file, for errors.
  ///   - rule: the placeholders that the text may and must have.
  /// - Throws: ``TemplateError``.
  init(_ source: String, file: String, _ rule: PlaceholderRule) throws(TemplateError) {
    var reader = TemplateReader(file: file, rule: rule)
    segments = try reader.segments(source)
    guard
      let missing = MessageParameter.allCases.first(where: {
        rule.required.subtracting(reader.used).contains($0)
      })
    else { return }
    throw TemplateError(
      .missingPlaceholder, file: file, "the placeholder {{\(missing.rawValue)}} is missing")
  }

  /// The text with its values.
  ///
  /// - Parameters:
  ///   - values: the values of the message.
  ///   - escape: encodes a value for its surroundings.
  /// - Returns: the text.
  func rendered(_ values: MessageValues, escape: (String) -> String = { $0 }) -> String {
    Self.render(segments, values, escape)
  }

  private static func render(
    _ segments: [TemplateSegment], _ values: MessageValues, _ escape: (String) -> String
  ) -> String {
    var text = ""
    for segment in segments {
      switch segment {
      case .text(let fixed): text += fixed
      case .parameter(let parameter): text += escape(values[parameter])
      case .section(let parameter, let inner):
        if !values[parameter].isEmpty { text += render(inner, values, escape) }
      }
    }
    return text
  }

  /// The source of an HTML template with the same text. Values that a user may have chosen are isolated, because their
  /// direction may differ from that of the text.
  var htmlSource: String { Self.htmlSource(segments) }

  private static func htmlSource(_ segments: [TemplateSegment]) -> String {
    segments.map { segment in
      switch segment {
      case .text(let text): HTMLText.escaped(text)
      case .parameter(let parameter):
        parameter.form == .text ? "<bdi>{{\(parameter.rawValue)}}</bdi>" : "{{\(parameter.rawValue)}}"
      case .section(let parameter, let inner):
        "{{#\(parameter.rawValue)}}\(htmlSource(inner)){{/\(parameter.rawValue)}}"
      }
    }.joined()
  }
}

/// A piece of a template.
enum TemplateSegment: Sendable {
  case text(String)
  case parameter(MessageParameter)
  /// Segments that are omitted if the message has no value for the parameter.
  case section(MessageParameter, [TemplateSegment])
}
