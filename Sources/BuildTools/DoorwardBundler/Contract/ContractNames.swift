import Encodings

/// The names in the OpenAPI document.
struct ContractNames {
  /// The member of the document with the codes that any path may answer, by status.
  private static let codesOfEveryPath = "x-codes-of-every-path"

  let paths: Set<String>
  /// The error codes that a call or the document lists.
  private(set) var codes: Set<String> = []
  /// The names of members, parameters and header fields, and the values that a member can have.
  private(set) var others: Set<String> = []
  /// The members of each schema, also those of the objects in it.
  private(set) var members: [String: Set<String>] = [:]

  init(_ document: ContractDocument) {
    paths = Set(document.fileOfPath.keys)
    visit(.object(document.json))
    for code in document.json[Self.codesOfEveryPath]?.object ?? [:] {
      if let code = code.value.string { codes.insert(code) }
    }
    let schemas = document.json["components"]?["schemas"]?.object ?? [:]
    for schema in schemas { members[schema.key] = Self.members(ofCombined: schema.value, schemas) }
  }

  private mutating func visit(_ value: JSONValue) {
    for item in value.array ?? [] { visit(item) }
    guard let object = value.object else { return }
    for key in ["properties", "headers"] { others.formUnion(object[key]?.object?.keys ?? []) }
    if object["in"] != nil, let name = object["name"]?.string { others.insert(name) }
    others.formUnion((object["enum"]?.array ?? []).compactMap(\.string))
    if let value = object["const"]?.string { others.insert(value) }
    codes.formUnion((object["properties"]?["code"]?["enum"]?.array ?? []).compactMap(\.string))
    for member in object { visit(member.value) }
  }

  /// The members of a schema and of those that it combines.
  private static func members(ofCombined schema: JSONValue, _ schemas: JSONObject) -> Set<String> {
    var found = members(of: schema)
    for key in ["allOf", "anyOf", "oneOf"] {
      for part in schema[key]?.array ?? [] {
        guard let name = part["$ref"]?.string?.split(separator: "/").last.map(String.init),
          let combined = schemas[name]
        else { continue }
        found.formUnion(members(ofCombined: combined, schemas))
      }
    }
    return found
  }

  private static func members(of value: JSONValue) -> Set<String> {
    if let items = value.array { return items.reduce(into: []) { $0.formUnion(members(of: $1)) } }
    guard let object = value.object else { return [] }
    let own = Set(object["properties"]?.object?.keys ?? [])
    return object.reduce(into: own) { $0.formUnion(members(of: $1.value)) }
  }
}
