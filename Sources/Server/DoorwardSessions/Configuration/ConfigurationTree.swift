package import Encodings

/// The merged configuration. Flags override the environment, and the environment overrides the file.
///
/// A variable names a key by its path in capitals: `DOORWARD_PUBLIC_URL` is `public_url`,
/// `DOORWARD_LIFETIMES__ACCESS_TOKEN` is `lifetimes.access_token`.
package struct ConfigurationTree: Sendable {
  package private(set) var root: JSONObject
  /// The origins of the values, for messages.
  private(set) var sources: ConfigurationSources

  /// Starts with the members of a configuration file, or with an empty configuration.
  package init(file: JSONObject = JSONObject()) {
    root = file
    sources = ConfigurationSources()
  }

  /// Parses the text of a `doorward.json`.
  ///
  /// - Throws: ``ConfigurationError`` with line and column if the text is not a JSON object.
  package init(fileBytes: [UInt8], name: String) throws {
    // The places in errors are those that editors show.
    let fileBytes = ByteOrderMark.skipped(in: fileBytes)
    let value: JSONValue
    do {
      value = try JSONParser.parse(fileBytes)
    } catch {
      let place = error.offset.map { Self.place($0, in: fileBytes) }
      throw ConfigurationError(
        .unreadableFile, key: "", "\(name)\(place ?? ""): this is not valid JSON: \(error.problem)")
    }
    guard case .object(let object) = value else {
      throw ConfigurationError(.unreadableFile, key: "", "\(name) must be one JSON object")
    }
    root = object
    sources = ConfigurationSources(file: name)
  }

  /// Overrides values with the `DOORWARD_…` variables. As in the file of a secret, line ends at the end of a variable do not
  /// belong to it.
  ///
  /// - Parameters:
  ///   - keys: the top-level keys of the configuration.
  ///   - environment: the process's variables.
  /// - Returns: the variables that do not name a setting. They may belong to another program, so they are not errors.
  ///   The operator should still be warned, because a variable may be misspelled.
  @discardableResult
  package mutating func overlay(keys: Set<String>, environment: [String: String]) -> [String] {
    let prefix = "DOORWARD_"
    var unknown: [String] = []
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix(prefix) {
      let path = name.dropFirst(prefix.count).lowercased().split(separator: "__").map(String.init)
      guard let first = path.first, keys.contains(first) else {
        unknown.append(name)
        continue
      }
      set(path, to: .string(SecretFile.withoutLineEnds(value)), from: name)
    }
    return unknown
  }

  /// Overrides a value with a flag.
  ///
  /// `key` is the path of the key, such as `delivery.console`.
  package mutating func overlay(flag key: String, value: String) {
    let path = key.split(separator: ".").map(String.init)
    set(path, to: .string(value), from: "--" + String((path.first ?? "").map { $0 == "_" ? "-" : $0 }))
  }

  private mutating func set(_ path: [String], to value: JSONValue, from name: String) {
    guard !path.isEmpty else { return }
    sources.names[path.joined(separator: ".")] = name
    root = Self.setting(path[...], to: value, in: root)
  }

  /// The configuration with settings of the store for the keys that it does not set itself.
  ///
  /// - Parameters:
  ///   - stored: the settings of the store, with the keys of the file.
  ///   - whole: the paths of objects that are one value, such as `sms.countries`.
  /// - Returns: the merged configuration.
  package func merged(over stored: JSONObject, whole: Set<String>) -> ConfigurationTree {
    var tree = self
    tree.root = Self.merged(root, over: stored, path: "", whole: whole)
    return tree
  }

  private static func merged(
    _ own: JSONObject, over stored: JSONObject, path: String, whole: Set<String>
  ) -> JSONObject {
    var result = stored
    for (name, value) in own where value != .null {
      let path = path.isEmpty ? name : "\(path).\(name)"
      if let child = value.object, let below = stored[name]?.object, !whole.contains(path) {
        result[name] = .object(merged(child, over: below, path: path, whole: whole))
      } else {
        result[name] = value
      }
    }
    return result
  }

  /// The variable, the flag or the file that sets a key, or a key inside it; nil if nothing sets it.
  package func source(of path: [String]) -> String? {
    let key = path.joined(separator: ".")
    if let name = sources.names.first(where: { $0.key == key || $0.key.hasPrefix("\(key).") })?.value {
      return name
    }
    var value = JSONValue.object(root)
    for name in path {
      // A value that is no object cannot have other members.
      guard let object = value.object else { return value == .null ? nil : sources.file ?? "" }
      value = object[name] ?? .null
    }
    return value == .null || value.object?.isEmpty == true ? nil : sources.file ?? ""
  }

  /// The same mistakes, with the files, variables and flags that have the values.
  package func locating(_ error: ConfigurationError) -> ConfigurationError { sources.locating(error) }

  /// Line and column of a byte, counted from 1, as compilers and editors write them: `:3:14`.
  private static func place(_ offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let newline = UInt8(ascii: "\n")
    let line = before.count { $0 == newline } + 1
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return ":\(line):\(String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1)"
  }

  private static func setting(_ path: ArraySlice<String>, to value: JSONValue, in object: JSONObject)
    -> JSONObject
  {
    var object = object
    guard let name = path.first else { return object }
    if path.count == 1 {
      object[name] = value
    } else {
      var child = JSONObject()
      if case .object(let existing)? = object[name] { child = existing }
      object[name] = .object(setting(path.dropFirst(), to: value, in: child))
    }
    return object
  }
}

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
