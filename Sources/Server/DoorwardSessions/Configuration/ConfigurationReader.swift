package import Encodings

/// Reads one object of the configuration.
///
/// A wrong value is added to ``mistakes`` and read as nil. The reader remembers the requested keys, so that
/// ``finish(hints:)`` refuses a misspelled key, which would otherwise have no effect.
///
/// Variables and flags are text, so the reader parses numbers, booleans and lists from text. In the file each value
/// has its JSON type.
package struct ConfigurationReader {
  package let mistakes: ConfigurationMistakes
  /// The object that is read.
  package let object: JSONObject
  private let path: String
  package let sources: ConfigurationSources
  private var known: Set<String> = []

  package init(_ tree: ConfigurationTree, _ mistakes: ConfigurationMistakes) {
    self.init(tree.root, path: "", sources: tree.sources, mistakes)
  }

  /// Reads an object that is not part of a configuration file.
  package init(_ object: JSONObject, _ mistakes: ConfigurationMistakes) {
    self.init(object, path: "", sources: ConfigurationSources(), mistakes)
  }

  private init(
    _ object: JSONObject, path: String, sources: ConfigurationSources, _ mistakes: ConfigurationMistakes
  ) {
    self.object = object
    self.path = path
    self.sources = sources
    self.mistakes = mistakes
  }

  package func key(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private mutating func value(_ name: String, _ kind: ConfigurationKey.Kind) -> JSONValue? {
    known.insert(name)
    mistakes.note(ConfigurationKey(path: key(name), kind: kind))
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  /// The value as the text of a variable or a flag; nil if the file gave it.
  private func text(_ name: String, _ value: JSONValue) -> String? {
    sources.names[key(name)] == nil ? nil : value.string
  }

  package mutating func string(_ name: String) -> String? {
    guard let value = value(name, .text) else { return nil }
    guard let text = value.string else { return wrongType(name, value, expected: "text") }
    return text
  }

  package mutating func requiredString(_ name: String) -> String? {
    guard value(name, .text) != nil else {
      missing(name)
      return nil
    }
    return string(name)
  }

  package mutating func integer(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
    guard let value = value(name, .integer(range)) else { return nil }
    guard let number = value.int64 ?? text(name, value).flatMap({ Int64($0) }) else {
      // JSON has numbers that are not whole, and some that no type holds, such as 1e400.
      let allowed = value.number == nil ? "" : " from \(range.lowerBound) to \(range.upperBound)"
      return wrongType(name, value, expected: "a whole number\(allowed)")
    }
    guard range.contains(number) else {
      refuse(name, "must be from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  package mutating func requiredInteger(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
    guard value(name, .integer(range)) != nil else {
      missing(name)
      return nil
    }
    return integer(name, in: range)
  }

  package mutating func bool(_ name: String) -> Bool? {
    guard let value = value(name, .boolean) else { return nil }
    if let bool = value.bool { return bool }
    switch text(name, value) {
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: return wrongType(name, value, expected: "true or false")
    }
  }

  package mutating func strings(_ name: String) -> [String]? {
    guard let value = value(name, .texts) else { return nil }
    if let text = text(name, value) { return text.split(separator: ",").map { String(trimming($0)) } }
    return elements(name, value, list: "a list of texts", expected: "text") { $0.string }
  }

  package mutating func integers(_ name: String) -> [UInt64]? {
    guard let value = value(name, .integers) else { return nil }
    return elements(name, value, list: "a list of whole numbers", expected: "a whole number, zero or more") {
      $0.uint64
    }
  }

  package mutating func object(_ name: String) -> ConfigurationReader? {
    guard let value = value(name, .object) else { return nil }
    guard let object = value.object else { return wrongType(name, value, expected: "an object") }
    return ConfigurationReader(object, path: key(name), sources: sources, mistakes)
  }

  package mutating func objects(_ name: String) -> [ConfigurationReader]? {
    guard let value = value(name, .objects) else { return nil }
    let objects = elements(name, value, list: "a list of objects", expected: "an object") { $0.object }
    return objects?.enumerated().map { index, object in
      ConfigurationReader(object, path: key("\(name)[\(index)]"), sources: sources, mistakes)
    }
  }

  /// The elements of a list; nil if an element has the wrong type.
  private func elements<Element>(
    _ name: String, _ value: JSONValue, list: String, expected: String, _ read: (JSONValue) -> Element?
  ) -> [Element]? {
    guard let items = value.array else { return wrongType(name, value, expected: list) }
    let elements = items.enumerated().map { index, item in
      read(item) ?? wrongType("\(name)[\(index)]", item, expected: expected)
    }
    let read = elements.compactMap { $0 }
    return read.count == items.count ? read : nil
  }

  /// The names of the object's members, for objects with names as keys.
  package var names: [String] { object.keys }

  /// Refuses each key that was not requested.
  ///
  /// - Parameter hints: the hints for keys that are likely mistakes.
  package func finish(hints: [String: String] = [:]) {
    for name in names where !known.contains(name) {
      let guess = Suggestion.nearest(to: name, among: known).map { "Did you mean \"\($0)\"?" }
      let hint = (hints[name] ?? guess).map { ". \($0)" } ?? ""
      mistakes.add(ConfigurationError(.unknownKey, key: key(name), "there is no such key\(hint)"))
    }
  }

  /// Notes that a value is wrong.
  package func refuse(_ name: String, _ reason: String) {
    mistakes.add(ConfigurationError(.invalidValue, key: key(name), reason))
  }

  /// Notes that a key is missing.
  package func missing(_ name: String, _ reason: String = "this key is required") {
    mistakes.add(ConfigurationError(.missingKey, key: key(name), reason))
  }

  /// Notes that a key is missing, if it has no value.
  package func require(_ name: String, _ reason: String) {
    if (object[name] ?? .null) == .null { missing(name, reason) }
  }

  /// Notes that a value has the wrong type. The caller returns the nil in place of the value.
  private func wrongType<Value>(_ name: String, _ value: JSONValue, expected: String) -> Value? {
    let isQuoted = text(name, value) == nil && value.string.map(isUnquotedValue) ?? false
    let hint = isQuoted ? ", without quotes" : ""
    mistakes.add(ConfigurationError(.wrongType, key: key(name), "must be \(expected)\(hint)"))
    return nil
  }

  /// Whether a text is a number or a boolean, which the file must have without quotes.
  private func isUnquotedValue(_ text: String) -> Bool {
    switch try? JSONParser.parse(text) {
    case .number, .bool: true
    default: false
    }
  }

  private func trimming(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
