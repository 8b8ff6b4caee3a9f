package import Encodings

// A path names a member of an object in objects, such as `lifetimes.session`. No name contains a dot.
extension JSONObject {
  /// The members of this object and of the objects in it, with their paths. A list, and an object without members, is one value.
  package var leaves: [(path: String, value: JSONValue)] {
    flatMap { name, value -> [(path: String, value: JSONValue)] in
      guard let object = value.object, !object.isEmpty else { return [(name, value)] }
      return object.leaves.map { ("\(name).\($0.path)", $0.value) }
    }
  }

  /// The value at a path; nil if there is none, or null.
  package func value(at path: String) -> JSONValue? {
    var value = JSONValue.object(self)
    for name in path.split(separator: ".") { value = value[String(name)] ?? .null }
    guard value != .null else { return nil }
    return value
  }

  /// Sets the value at a path, or removes it. Objects that become empty are removed.
  package mutating func set(_ value: JSONValue?, at path: String) {
    set(value, at: path.split(separator: ".").map(String.init)[...])
  }

  private mutating func set(_ value: JSONValue?, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = value
      return
    }
    var child = self[name]?.object ?? JSONObject()
    child.set(value, at: path.dropFirst())
    self[name] = child.isEmpty ? JSONValue?.none : .object(child)
  }

  /// The object without null and without objects that have no members.
  package var pruned: JSONObject {
    JSONObject(
      compactMap { name, value -> (String, JSONValue)? in
        guard let object = value.object else { return value == .null ? nil : (name, value) }
        let child = object.pruned
        return child.isEmpty ? nil : (name, .object(child))
      })
  }
}
