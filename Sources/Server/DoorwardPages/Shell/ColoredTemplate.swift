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
