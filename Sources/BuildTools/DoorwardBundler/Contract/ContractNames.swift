import Encodings

/// The names in the OpenAPI document.
struct ContractNames {
  /// The error codes of all calls, and those that the document names in its introduction.
  private(set) var codes: Set<String> = []
  /// The codes that a call lists.
  private(set) var listedCodes: Set<String> = []
  /// The names of members, parameters and header fields, and the values that a member can have.
  private(set) var others: Set<String> = []

  init(_ document: ContractDocument) {
    visit(.object(document.json))
    let introduction = document.json["info"]?["description"]?.string ?? ""
    codes = listedCodes.union(introduction.matches(of: /`([a-z_]+)`/).map { String($0.1) })
  }

  private mutating func visit(_ value: JSONValue) {
    for item in value.array ?? [] { visit(item) }
    guard let object = value.object else { return }
    for key in ["properties", "headers"] { others.formUnion(object[key]?.object?.keys ?? []) }
    if object["in"] != nil, let name = object["name"]?.string { others.insert(name) }
    others.formUnion((object["enum"]?.array ?? []).compactMap(\.string))
    if let value = object["const"]?.string { others.insert(value) }
    listedCodes.formUnion((object["properties"]?["code"]?["enum"]?.array ?? []).compactMap(\.string))
    for member in object { visit(member.value) }
  }
}
