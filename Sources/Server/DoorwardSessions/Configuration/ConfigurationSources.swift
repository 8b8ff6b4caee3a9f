/// The origins of a configuration's values: the file, variables and flags.
package struct ConfigurationSources: Sendable {
  /// The file; nil if there is none.
  let file: String?
  /// The variables and flags by the paths of the keys that they set. These values are text for every type of key.
  var names: [String: String] = [:]

  package init(file: String? = nil) { self.file = file }

  /// The same mistakes, with the places of their values.
  package func locating(_ error: ConfigurationError) -> ConfigurationError {
    var located = error
    located.place = error.place ?? place(of: error.key)
    located.others = error.others.map(locating)
    return located
  }

  /// The place of a key's value as the operator knows it: the variable or flag that has set the key, otherwise the file with
  /// the key. It is nil without a key and without a file.
  package func place(of key: String) -> String? {
    guard !key.isEmpty else { return nil }
    if let name = names[key] { return name }
    var path = key
    // A mistake can be in an element of a list.
    while let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) {
      path = String(path[..<end])
      if let name = names[path] { return "\(name): \(key)" }
    }
    return file.map { "\($0): \(key)" }
  }
}
