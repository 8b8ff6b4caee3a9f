package import DoorwardSessions
package import Encodings

/// One change of an application's settings, as the operator writes it: `name=Shop`, `redirect_uris+=https://…`,
/// `origins-=https://…` or `terms=`.
package struct ApplicationChange: Sendable {
  private enum Operation {
    /// Sets the value, or removes the setting if the value is nil.
    case set(JSONValue?)
    /// Adds an element to a list.
    case add(JSONValue)
    /// Removes an element from a list.
    case remove(JSONValue)
  }

  /// The path of the setting, such as `ethereum.chains`.
  private let path: String
  private let operation: Operation

  /// Parses a change. A value that is JSON keeps its type, and every other value is text.
  ///
  /// - Returns: nil if the text has no `=` or no path.
  package init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let left = text[..<sign]
    let right = String(text[text.index(after: sign)...])
    let value = (try? JSONParser.parse(right)) ?? .string(right)
    switch left.last {
    case "+": (path, operation) = (String(left.dropLast()), .add(value))
    case "-": (path, operation) = (String(left.dropLast()), .remove(value))
    default: (path, operation) = (String(left), .set(right.isEmpty ? JSONValue?.none : value))
    }
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  /// Applies the change.
  ///
  /// - Parameters:
  ///   - settings: the settings of the application, without default values.
  ///   - inForce: the settings with all default values. A change of a list starts with this list.
  /// - Throws: ``ConfigurationError`` if a part of the path is not an object, if the setting is not a list, or if the
  ///   element to remove is missing.
  package func apply(to settings: inout JSONObject, inForce: JSONObject) throws(ConfigurationError) {
    try change(&settings, path.split(separator: ".").map(String.init)[...], inForce: inForce)
  }

  private func change(
    _ object: inout JSONObject, _ path: ArraySlice<String>, inForce: JSONObject
  ) throws(ConfigurationError) {
    guard let name = path.first else { return }
    guard path.count == 1 else {
      let known = object[name] ?? .null
      guard known == .null || known.object != nil else { throw mistake("\"\(name)\" is not an object") }
      var child = known.object ?? JSONObject()
      try change(&child, path.dropFirst(), inForce: inForce[name]?.object ?? JSONObject())
      object[name] = child.isEmpty ? JSONValue?.none : .object(child)
      return
    }
    switch operation {
    case .set(let value): object[name] = value
    case .add(let value):
      let list = try list(inForce[name] ?? object[name])
      object[name] = .array(list.contains(value) ? list : list + [value])
    case .remove(let value):
      let list = try list(inForce[name] ?? object[name])
      guard list.contains(value) else { throw mistake("the list does not contain this element") }
      object[name] = .array(list.filter { $0 != value })
    }
  }

  private func list(_ value: JSONValue?) throws(ConfigurationError) -> [JSONValue] {
    guard let value, value != .null else { return [] }
    guard let list = value.array else { throw mistake("must be a list") }
    return list
  }

  private func mistake(_ reason: String) -> ConfigurationError {
    ConfigurationError(.invalidValue, key: path, reason)
  }
}
