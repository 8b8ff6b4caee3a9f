import DoorwardTexts

/// Splits the source of a template into its segments.
struct TemplateReader {
  let file: String
  let rule: PlaceholderRule
  /// The parameters of the placeholders outside sections, which are always shown.
  private(set) var used: Set<MessageParameter> = []
  private var line = 1
  private var outer: [TemplateSegment] = []
  private var section: Section?

  /// The section that is open.
  private struct Section {
    /// The text of its tag: the name of the parameter, and a colon and the plural form if it has one.
    let name: String
    let parameter: MessageParameter
    let form: PluralCategory?
    let line: Int
    var segments: [TemplateSegment] = []

    var segment: TemplateSegment {
      form.map { .form(parameter, $0, segments) } ?? .section(parameter, segments)
    }
  }

  init(file: String, rule: PlaceholderRule) {
    self.file = file
    self.rule = rule
  }

  /// Reads a whole template.
  ///
  /// - Throws: ``TemplateError``.
  mutating func segments(_ source: String) throws(TemplateError) -> [TemplateSegment] {
    var rest = Substring(source)
    while let opening = rest.firstRange(of: "{{") {
      let text = rest[..<opening.lowerBound]
      line += text.utf8.count { $0 == UInt8(ascii: "\n") }
      if !text.isEmpty { append(.text(String(text))) }
      let inside = rest[opening.upperBound...]
      guard let closing = inside.firstRange(of: "}}"), !inside[..<closing.lowerBound].contains("\n") else {
        throw malformed("a placeholder lacks its closing braces }}")
      }
      try read(inside[..<closing.lowerBound].filter { $0 != " " })
      rest = inside[closing.upperBound...]
    }
    if !rest.isEmpty { append(.text(String(rest))) }
    if let section {
      line = section.line
      throw malformed("the section {{#\(section.name)}} has no end")
    }
    if let parameter = MessageParameter.allCases.first(where: lacksOther) {
      throw malformed("the plural forms of \(parameter.rawValue) lack {{#\(parameter.rawValue):other}}")
    }
    return outer
  }

  /// Reads the inside of a pair of braces.
  private mutating func read(_ tag: String) throws(TemplateError) {
    switch tag.first {
    case "#":
      section = try opened(String(tag.dropFirst()))
    case "/":
      guard let ended = section, ended.name == tag.dropFirst() else {
        throw malformed("{{\(tag.prefix(40))}} ends no section")
      }
      section = nil
      append(ended.segment)
    default:
      let parameter = try rule.parameter(tag, file: file, line: line)
      guard !rule.optional.contains(parameter) || section?.parameter == parameter else {
        throw malformed("a message may lack this value: write {{#\(tag)}}…{{\(tag)}}…{{/\(tag)}}")
      }
      if section == nil { used.insert(parameter) }
      append(.parameter(parameter))
    }
  }

  /// The section that a tag opens.
  private func opened(_ name: String) throws(TemplateError) -> Section {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let parameter = try rule.parameter(String(parts[0]), file: file, line: line)
    let form = parts.count == 1 ? nil : PluralCategory(rawValue: String(parts[1]))
    let isAllowed =
      parts.count == 1 ? rule.optional.contains(parameter) : parameter.form == .number && form != nil
    guard section == nil, isAllowed else {
      throw malformed(
        "a section is for a value that a message may lack, or for a plural form of a number, such as {{#minutes:one}}, and not inside another section"
      )
    }
    return Section(name: name, parameter: parameter, form: form, line: line)
  }

  /// Whether the template has plural forms of a number, and not the one that every language has.
  private func lacksOther(_ parameter: MessageParameter) -> Bool {
    PluralCategory.allCases.contains { form in outer.contains { $0.isForm(form, of: parameter) } }
      && !outer.contains { $0.isForm(.other, of: parameter) }
  }

  private mutating func append(_ segment: TemplateSegment) {
    if section == nil { outer.append(segment) } else { section?.segments.append(segment) }
  }

  private func malformed(_ problem: String) -> TemplateError {
    TemplateError(.malformed, file: file, line: line, problem)
  }
}
