internal import Encodings
internal import Foundation
internal import NEAR

/// Converts Swift dictionaries to JSON.
enum JSONDictionary {
  /// Converts a value to JSON. Members of dictionaries are sorted by name, so that equal dictionaries give
  /// equal text.
  ///
  /// - Throws: `invalid_transaction` for a value that JSON cannot hold.
  static func json(_ value: Any, depth: Int = 30) throws(NEARError) -> JSONValue {
    guard depth > 0 else { throw .invalidTransaction("The arguments are nested too deeply.") }
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
      throw .invalidTransaction(
        "The arguments contain a value of the type \(type(of: value)), which JSON cannot represent.")
    }
  }
}
