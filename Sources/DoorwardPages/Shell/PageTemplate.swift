import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// An HTML page with `{{name}}` where the server has something to say; every value is escaped.
package struct PageTemplate: Sendable {
  private let text: String

  /// - Parameters:
  ///   - page: the text of the page.
  ///   - markup: what replaces a name as it is. It comes from the program itself, and may have names in turn.
  package init(_ page: String, markup: [String: String] = [:]) {
    text = markup.reduce(page) { text, part in
      text.replacing("{{\(part.key)}}", with: part.value)
    }
  }

  /// The page with every name replaced; a name without a value becomes nothing.
  package func filled(_ values: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      result += rest[..<open.lowerBound]
      result += Self.escaped(values[String(rest[open.upperBound..<close.lowerBound])] ?? "")
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private static func escaped(_ value: String) -> String {
    var escaped = ""
    for character in value.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
