import DoorwardCommandLine
import Encodings

/// One object: its members in lines on a terminal, otherwise one line of JSON.
struct RecordText {
  private let object: JSONObject

  init(_ value: JSONValue) { object = value.object ?? ["value": value] }

  static func write(_ value: JSONValue) {
    guard Output.isTerminal else { return Output.json(value) }
    RecordText(value).lines.forEach(Output.line)
  }

  var lines: [EscapedText] { Self.lines(object, indentation: "") }

  /// The text of a value in one line. A time has no fraction of a second.
  static func inline(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool(let bool): bool ? "yes" : "no"
    case .string(let text): (try? Timestamp(rfc3339: text)).map { _ in shortTime(text) } ?? text
    case .array(let items): items.map(inline).joined(separator: ", ")
    case .number, .object: value.serializedString()
    }
  }

  /// `2026-11-29T12:30:00.123Z` as `2026-11-29 12:30:00Z`.
  private static func shortTime(_ text: String) -> String {
    guard text.utf8.count >= 20, text.hasSuffix("Z") else { return text }
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))Z"
  }

  private static func lines(_ object: JSONObject, indentation: String) -> [EscapedText] {
    let shown = object.filter { !isEmpty($0.value) }
    let width = shown.map { EscapedText("\($0.key)").description.terminalWidth }.max() ?? 0
    return shown.flatMap { name, value in
      let title = EscapedText(lines: EscapedText("\(name):").description.padded(to: width + 1))
      if let child = value.object {
        return ["\(indentation)\(name):"] + lines(child, indentation: indentation + "  ")
      }
      if let items = value.array, items.contains(where: { $0.object != nil }) {
        return ["\(indentation)\(name):"] + items.flatMap { element($0, indentation: indentation) }
      }
      return ["\(indentation)\(title) \(inline(value))"]
    }
  }

  /// An element of a list. A dash marks its first line.
  private static func element(_ value: JSONValue, indentation: String) -> [EscapedText] {
    guard let object = value.object, !object.isEmpty else { return ["\(indentation)  - \(inline(value))"] }
    return lines(object, indentation: "").enumerated().map { index, line in
      "\(indentation)  \(index == 0 ? "- " : "  ")\(line)"
    }
  }

  private static func isEmpty(_ value: JSONValue) -> Bool {
    value.isNull || value.object?.isEmpty ?? false || value.array?.isEmpty ?? false
  }
}
