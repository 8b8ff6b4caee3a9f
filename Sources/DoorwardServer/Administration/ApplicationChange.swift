package import Encodings

/// One change of an application's settings, as the operator writes it: `name=Shop`, `redirect_uris+=https://…`,
/// `origins-=https://…` or `terms=`.
package struct ApplicationChange: Sendable {
  private enum Operation {
    /// Sets the value, or removes the setting if the value is nil.
    case set(JSONValue?)
    /// Adds an element to a list, which the change makes if it is missing.
    case add(JSONValue)
    /// Removes an element from a list.
    case remove(JSONValue)
  }

  /// The path of the setting, such as `ethereum.chains`.
  package let path: String
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
    guard !path.isEmpty,
      path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else { return nil }
  }

  /// Applies the change.
  ///
  /// - Parameter settings: the settings of the application.
  package func apply(to settings: inout JSONObject) {
    Self.change(&settings, path.split(separator: ".").map(String.init)[...], operation)
  }

  private static func change(_ object: inout JSONObject, _ path: ArraySlice<String>, _ operation: Operation) {
    guard let name = path.first else { return }
    guard path.count == 1 else {
      var child = object[name]?.object ?? JSONObject()
      change(&child, path.dropFirst(), operation)
      object[name] = child.isEmpty ? JSONValue?.none : .object(child)
      return
    }
    switch operation {
    case .set(let value): object[name] = value
    case .add(let value):
      let list = object[name]?.array ?? []
      object[name] = .array(list.contains(value) ? list : list + [value])
    case .remove(let value): object[name] = object[name]?.array.map { .array($0.filter { $0 != value }) }
    }
  }
}
