import Encodings

/// Members and items that stand once in the parts of the document, and at several places in the document.
///
/// A part defines them as members of `fragments`. An object with the member `"$fragment": "name"` has the members of that object
/// instead, and a list with the item `{"$fragment": "name"}` the items of that list.
struct ContractFragments {
  /// The member of a part that defines fragments.
  static let member = "fragments"
  private static let use = "$fragment"

  private var values: [String: JSONValue] = [:]
  /// The file of each fragment that nothing has used yet.
  private var unused: [String: String] = [:]

  /// Adds the fragments that a part defines.
  mutating func add(_ part: JSONObject, of file: String) throws(BundlingError) {
    for fragment in part[Self.member]?.object ?? JSONObject() {
      guard values.updateValue(fragment.value, forKey: fragment.key) == nil else {
        throw BundlingError(file: file, reason: "there is another fragment \(fragment.key)")
      }
      unused[fragment.key] = file
    }
  }

  /// The part with the fragments in their places.
  mutating func expand(_ part: JSONObject, of file: String) throws(BundlingError) -> JSONObject {
    var expanded = JSONObject()
    for member in part where member.key != Self.member {
      if member.key == Self.use {
        guard let members = fragment(member.value)?.object else { throw missing(member.value, in: file) }
        expanded.set(members)
      } else {
        expanded[member.key] = try expand(member.value, of: file)
      }
    }
    return expanded
  }

  private mutating func expand(_ value: JSONValue, of file: String) throws(BundlingError) -> JSONValue {
    switch value {
    case .object(let object): return .object(try expand(object, of: file))
    case .array(let items):
      var expanded: [JSONValue] = []
      for item in items {
        if let name = item[Self.use] {
          guard let items = fragment(name)?.array else { throw missing(name, in: file) }
          expanded += items
        } else {
          expanded.append(try expand(item, of: file))
        }
      }
      return .array(expanded)
    default: return value
    }
  }

  private mutating func fragment(_ name: JSONValue) -> JSONValue? {
    guard let name = name.string else { return nil }
    unused[name] = nil
    return values[name]
  }

  private func missing(_ name: JSONValue, in file: String) -> BundlingError {
    BundlingError(file: file, reason: "there is no fragment \(name.serializedString()) of this kind")
  }

  /// - Throws: ``BundlingError`` for a fragment that no part uses.
  func requireUses() throws(BundlingError) {
    guard let (name, file) = unused.min(by: { $0.key < $1.key }) else { return }
    throw BundlingError(file: file, reason: "nothing uses the fragment \(name)")
  }
}
