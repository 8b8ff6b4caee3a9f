import Encodings

/// A mistake in a template or a catalog, with its place.
package struct TemplateError: CodedError {
  /// The kinds of errors; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The file cannot be read, is not UTF-8, or is too large.
    package static let unreadable = Code(rawValue: "template_unreadable")
    /// A placeholder is not complete.
    package static let malformed = Code(rawValue: "template_malformed")
    /// A placeholder has a name that the kind of message does not have.
    package static let unknownPlaceholder = Code(rawValue: "unknown_placeholder")
    /// A placeholder may not be in this part of a message.
    package static let forbiddenPlaceholder = Code(rawValue: "forbidden_placeholder")
    /// A part of a message lacks a placeholder that it needs.
    package static let missingPlaceholder = Code(rawValue: "missing_placeholder")
    /// An SMS would have too many segments.
    package static let tooLong = Code(rawValue: "template_too_long")
    /// A file or a folder has a name that the server does not use.
    package static let unknownFile = Code(rawValue: "unknown_template")
    /// A language that the server does not have lacks a part of a message.
    package static let incomplete = Code(rawValue: "incomplete_language")
  }

  package let code: Code
  /// The file, or the member of the catalog.
  package let file: String
  /// The line, from 1; nil if the mistake is in no line.
  package let line: Int?
  package let problem: String

  package init(_ code: Code, file: String, line: Int? = nil, _ problem: String) {
    self.code = code
    self.file = file
    self.line = line
    self.problem = problem
  }

  package var reason: String {
    "\(file):\(line.map { "\($0):" } ?? "") \(problem)"
  }
}
