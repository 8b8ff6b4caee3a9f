internal import Encodings
internal import Foundation
internal import NEAR

/// Makes JSON of the values that Swift dictionaries hold.
enum JSONDictionary {
  /// The JSON of a value; members of dictionaries in the order of their names, so that the same dictionary
  /// always makes the same text.
  ///
  /// - Throws: `invalid_transaction` for a value that JSON cannot hold.
  static func json(_ value: Any, depth: Int = 30) throws(NEARError) -> JSONValue {
    guard depth > 0 else { throw .invalidTransaction("Arguments are nested too deep.") }
    if let scalar = JSONScalar.json(value) { return scalar }
    switch value {
    case let text as String: return .string(text)
    case let data as Data: return .string(Base64.encode(Array(data)))
    case let array as [Any]:
      var elements: [JSONValue] = []
      for element in array { elements.append(try json(element, depth: depth - 1)) }
      return .array(elements)
    case let dictionary as [String: Any]:
      var object = JSONObject()
      for (name, member) in dictionary.sorted(by: { $0.key < $1.key }) {
        object[name] = try json(member, depth: depth - 1)
      }
      return .object(object)
    case is NSNull: return .null
    default:
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional {
        guard let wrapped = mirror.children.first?.value else { return .null }
        return try json(wrapped, depth: depth - 1)
      }
      throw .invalidTransaction("Arguments hold a \(type(of: value)) that JSON cannot hold.")
    }
  }
}
