import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// An HTML page with `{{name}}` placeholders. Every value is escaped.
package struct PageTemplate: Sendable {
  private let text: String

  /// - Parameters:
  ///   - page: the text of the page.
  ///   - markup: the replacements that are not escaped. They are constants of the program, never values of a request, and may
  ///     contain placeholders.
  package init(_ page: String, markup: [String: String] = [:]) {
    text = markup.reduce(page) { text, part in
      text.replacing("{{\(part.key)}}", with: part.value)
    }
  }

  /// Replaces every placeholder. A placeholder without a value becomes empty.
  package func filled(_ values: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      result += rest[..<open.lowerBound]
      result += HTMLText.escaped(values[String(rest[open.upperBound..<close.lowerBound])] ?? "")
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}

/// A page that can have the colors of an application.
struct ColoredTemplate: Sendable {
  private let plain: PageTemplate
  private let colored: PageTemplate

  /// The element that loads the colors.
  private static let link = "    <link rel=\"stylesheet\" href=\"{{look}}\">\n"

  /// - Parameters:
  ///   - page: the text of the page, with the placeholder `{{look-link}}`.
  ///   - markup: the other replacements that are not escaped.
  init(_ page: String, markup: [String: String] = [:]) {
    let template = { (link: String) in
      PageTemplate(page, markup: markup.merging(["look-link": link]) { $1 })
    }
    plain = template("")
    colored = template(Self.link)
  }

  /// Replaces every placeholder, with the colors of a look.
  func filled(_ values: [String: String], _ look: PageLook) -> String {
    guard let stylesheet = look.stylesheet else { return plain.filled(values) }
    return colored.filled(values.merging(["look": stylesheet]) { $1 })
  }
}
