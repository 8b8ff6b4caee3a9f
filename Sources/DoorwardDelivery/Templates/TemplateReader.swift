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
    let parameter: MessageParameter
    let line: Int
    var segments: [TemplateSegment] = []
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
      throw malformed("the section {{#\(section.parameter.rawValue)}} has no end")
    }
    return outer
  }

  /// Reads the inside of a pair of braces.
  private mutating func read(_ tag: String) throws(TemplateError) {
    switch tag.first {
    case "#":
      let parameter = try rule.parameter(String(tag.dropFirst()), file: file, line: line)
      guard section == nil, rule.optional.contains(parameter) else {
        throw malformed("a section is for a value that a message may lack, and not inside another section")
      }
      section = Section(parameter: parameter, line: line)
    case "/":
      guard let ended = section, ended.parameter.rawValue == tag.dropFirst() else {
        throw malformed("{{\(tag.prefix(40))}} ends no section")
      }
      section = nil
      append(.section(ended.parameter, ended.segments))
    default:
      let parameter = try rule.parameter(tag, file: file, line: line)
      guard !rule.optional.contains(parameter) || section?.parameter == parameter else {
        throw malformed("a message may lack this value: write {{#\(tag)}}…{{\(tag)}}…{{/\(tag)}}")
      }
      if section == nil { used.insert(parameter) }
      append(.parameter(parameter))
    }
  }

  private mutating func append(_ segment: TemplateSegment) {
    if section == nil { outer.append(segment) } else { section?.segments.append(segment) }
  }

  private func malformed(_ problem: String) -> TemplateError {
    TemplateError(.malformed, file: file, line: line, problem)
  }
}
