import Encodings

/// Reads one object of the configuration and remembers what was read, so that a misspelled key is an
/// error that names it and not a setting that silently does nothing.
///
/// Values from the environment arrive as text, so numbers, truth values and lists are read from text too.
struct ConfigurationReader {
  private let object: JSONObject
  private let path: String
  private var known: Set<String> = []

  init(_ object: JSONObject, path: String = "") {
    self.object = object
    self.path = path
  }

  func key(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private mutating func value(_ name: String) -> JSONValue? {
    known.insert(name)
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  mutating func string(_ name: String) throws(ConfigurationError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw wrongType(name, "text") }
    return text
  }

  mutating func requiredString(_ name: String) throws(ConfigurationError) -> String {
    guard let text = try string(name) else {
      throw ConfigurationError(.missingKey, key: key(name), "this key is required")
    }
    return text
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(ConfigurationError) -> Int64? {
    guard let value = value(name) else { return nil }
    guard let number = value.int64 ?? value.string.flatMap({ Int64($0) }) else {
      throw wrongType(name, "a whole number")
    }
    guard range.contains(number) else {
      throw ConfigurationError(
        .invalidValue, key: key(name), "must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func bool(_ name: String) throws(ConfigurationError) -> Bool? {
    guard let value = value(name) else { return nil }
    if let bool = value.bool { return bool }
    switch value.string {
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw wrongType(name, "true or false")
    }
  }

  mutating func strings(_ name: String) throws(ConfigurationError) -> [String]? {
    guard let value = value(name) else { return nil }
    if let text = value.string { return text.split(separator: ",").map { String(trimming($0)) } }
    guard let items = value.array else { throw wrongType(name, "a list of texts") }
    var strings: [String] = []
    for (index, item) in items.enumerated() {
      guard let text = item.string else { throw wrongType("\(name)[\(index)]", "text") }
      strings.append(text)
    }
    return strings
  }

  mutating func integers(_ name: String) throws(ConfigurationError) -> [UInt64]? {
    guard let value = value(name) else { return nil }
    let texts: [JSONValue] =
      value.array ?? value.string?.split(separator: ",").map { .string(String(trimming($0))) } ?? [value]
    var numbers: [UInt64] = []
    for (index, item) in texts.enumerated() {
      guard let number = item.int64.flatMap(UInt64.init(exactly:)) ?? item.string.flatMap({ UInt64($0) })
      else {
        throw wrongType("\(name)[\(index)]", "a whole number, zero or more")
      }
      numbers.append(number)
    }
    return numbers
  }

  mutating func object(_ name: String) throws(ConfigurationError) -> ConfigurationReader? {
    guard let value = value(name) else { return nil }
    guard let object = value.object else { throw wrongType(name, "an object") }
    return ConfigurationReader(object, path: key(name))
  }

  mutating func objects(_ name: String) throws(ConfigurationError) -> [ConfigurationReader]? {
    guard let value = value(name) else { return nil }
    guard let items = value.array else { throw wrongType(name, "a list of objects") }
    var readers: [ConfigurationReader] = []
    for (index, item) in items.enumerated() {
      guard let object = item.object else { throw wrongType("\(name)[\(index)]", "an object") }
      readers.append(ConfigurationReader(object, path: key("\(name)[\(index)]")))
    }
    return readers
  }

  /// The names of the object's members, for objects that are keyed by name.
  var names: [String] { object.keys }

  /// Refuses what was never asked for.
  func finish() throws(ConfigurationError) {
    for name in names where !known.contains(name) {
      let near = known.sorted().min { distance($0, name) < distance($1, name) }
      let hint = near.flatMap { distance($0, name) <= 3 ? ". Did you mean \"\($0)\"?" : nil } ?? ""
      throw ConfigurationError(.unknownKey, key: key(name), "there is no such key\(hint)")
    }
  }

  func invalid(_ name: String, _ reason: String) -> ConfigurationError {
    ConfigurationError(.invalidValue, key: key(name), reason)
  }

  private func wrongType(_ name: String, _ expected: String) -> ConfigurationError {
    ConfigurationError(.wrongType, key: key(name), "must be \(expected)")
  }

  private func trimming(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Levenshtein's distance, for names short enough that the square does not matter.
  private func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8.prefix(64))
    var row = Array(0...right.count)
    for (index, unit) in left.utf8.prefix(64).enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let substitution = diagonal + (unit == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substitution, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
