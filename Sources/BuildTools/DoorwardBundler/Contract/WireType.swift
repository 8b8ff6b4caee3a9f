/// A type of `DoorwardWire`, or an extension of one, with its text constants.
struct WireType {
  /// The name with those of the types around it, such as `WireUser.Members`.
  let name: String
  let file: String
  /// The schemas that the comment of the type names after `Schemas:`.
  let schemas: [String]
  private(set) var constants: [(name: String, text: String)] = []

  /// The types of a Swift file.
  ///
  /// A constant is `static var name: String { "text" }` or `static let name = "text"`, on one line or on several.
  ///
  /// - Throws: ``BundlingError`` for a static variable of another form, unless it has neither texts nor code.
  static func all(of file: String, _ source: String) throws(BundlingError) -> [WireType] {
    // A comment, the head of a type, a constant, another static variable, a text, or a brace.
    let part =
      #/
      (?<comment> //[^\n]*)
      | \b(?:enum|struct|class|actor|extension)\ (?<type>[A-Z][\w.]*)[^{}"]*\{
      | \bstatic\ (?:var|let)\ (?<constant>\w+)(?::\ String)?\s*
        (?: =\s*"(?<value>[^"\\\n]*)" | \{\s*"(?<computed>[^"\\\n]*)"\s*\} ) \h* (?= \n | $ | \} | //)
      | \bstatic\ (?:var|let)\ (?<other>\w+)(?<rest>[^\n]*)
      | "(?:[^"\\\n]|\\.)*"
      | (?<brace>[{}])
      /#
    var done: [WireType] = []
    var open: [WireType?] = []
    var schemas: [String] = []
    for found in source.matches(of: part) {
      if let comment = found.output.comment {
        // The schemas are at the end of the comment, on one line or on several.
        guard !schemas.isEmpty || comment.contains("Schemas:") else { continue }
        schemas += comment.matches(of: /`(\w+)`/).map { String($0.1) }
      } else if let type = found.output.type {
        let outer = open.compactMap { $0?.name }.last.map { "\($0)." } ?? ""
        open.append(WireType(name: outer + type, file: file, schemas: schemas))
        schemas = []
      } else if let constant = found.output.constant,
        let text = found.output.value ?? found.output.computed,
        let index = open.lastIndex(where: { $0 != nil })
      {
        open[index]?.constants.append((String(constant), String(text)))
      } else if let other = found.output.other, let rest = found.output.rest {
        guard !rest.contains("\""), !rest.contains("{") else {
          let type = open.compactMap { $0?.name }.last ?? ""
          throw BundlingError(file: file, reason: "\(type).\(other) has a form that the build does not read")
        }
      } else if found.output.brace == "{" {
        open.append(nil)
      } else if found.output.brace == "}", let closed = open.popLast(), let closed {
        done.append(closed)
      }
    }
    return done
  }
}
