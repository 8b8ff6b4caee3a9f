import DoorwardTexts
import Encodings

/// Text with placeholders, such as `Sign in to {{application}}`.
///
/// A placeholder that a message may lack stands in a section: `{{#link}}Or open {{link}}{{/link}}`. The section is omitted
/// if there is no value. A text with a number has a section for each plural form of its language, of which one is shown:
/// `{{#minutes:one}}a minute{{/minutes:one}}{{#minutes:other}}{{minutes}} minutes{{/minutes:other}}`. There is no other
/// syntax.
struct Template: Sendable {
  private let segments: [TemplateSegment]

  /// Reads a template.
  ///
  /// `file` is the name of the file, for errors. `rule` has the placeholders that the text may and must have.
  ///
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
  /// `category` is the plural form of a number. `escape` encodes a value for its surroundings.
  ///
  /// - Returns: the text.
  func rendered(
    _ values: MessageValues, category: (Int) -> PluralCategory, escape: (String) -> String = { $0 }
  ) -> String {
    Self.render(segments, values, category: category, escape: escape)
  }

  private static func render(
    _ segments: [TemplateSegment], _ values: MessageValues, category: (Int) -> PluralCategory,
    escape: (String) -> String
  ) -> String {
    // A text that lacks the form of a number has the form `other`.
    func isShown(_ form: PluralCategory, _ parameter: MessageParameter) -> Bool {
      guard let number = Int(values[parameter]) else { return false }
      let wanted = category(number)
      return form == wanted
        || form == .other && !segments.contains { $0.isForm(wanted, of: parameter) }
    }
    var text = ""
    for segment in segments {
      switch segment {
      case .text(let fixed): text += fixed
      case .parameter(let parameter): text += escape(values[parameter])
      case .section(let parameter, let inner):
        if !values[parameter].isEmpty { text += render(inner, values, category: category, escape: escape) }
      case .form(let parameter, let form, let inner):
        if isShown(form, parameter) { text += render(inner, values, category: category, escape: escape) }
      }
    }
    return text
  }

  private init(_ segments: [TemplateSegment]) { self.segments = segments }

  /// The template with other fixed texts. Values stay as they are.
  func mappingTexts(_ change: (String) -> String) -> Template {
    Template(segments.map { $0.mappingTexts(change) })
  }

  /// The source of an HTML template with the same text. Values that a user may have chosen are isolated, because their
  /// direction may differ from that of the text.
  var htmlSource: String { Self.htmlSource(segments, isTitle: false) }

  /// The same for a title, which has text and no elements.
  var titleSource: String { Self.htmlSource(segments, isTitle: true) }

  private static func htmlSource(_ segments: [TemplateSegment], isTitle: Bool) -> String {
    segments.map { segment in
      switch segment {
      case .text(let text): HTMLText.escaped(text)
      case .parameter(let parameter):
        parameter.form == .text && !isTitle
          ? "<bdi>{{\(parameter.rawValue)}}</bdi>" : "{{\(parameter.rawValue)}}"
      case .section(let parameter, let inner):
        "{{#\(parameter.rawValue)}}\(htmlSource(inner, isTitle: isTitle)){{/\(parameter.rawValue)}}"
      case .form(let parameter, let form, let inner):
        "{{#\(parameter.rawValue):\(form.rawValue)}}\(htmlSource(inner, isTitle: isTitle)){{/\(parameter.rawValue):\(form.rawValue)}}"
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
  /// Segments that are shown if the number of the parameter has this plural form.
  case form(MessageParameter, PluralCategory, [TemplateSegment])

  func mappingTexts(_ change: (String) -> String) -> TemplateSegment {
    switch self {
    case .text(let text): .text(change(text))
    case .parameter: self
    case .section(let parameter, let inner): .section(parameter, inner.map { $0.mappingTexts(change) })
    case .form(let parameter, let form, let inner):
      .form(parameter, form, inner.map { $0.mappingTexts(change) })
    }
  }

  func isForm(_ category: PluralCategory, of parameter: MessageParameter) -> Bool {
    if case .form(parameter, category, _) = self { true } else { false }
  }
}
