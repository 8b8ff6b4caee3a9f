import Encodings

/// The text constants of `DoorwardWire`, which server, SDK and double use. The document must have each of them.
struct ContractConstants {
  private static let paths = "WirePath"
  private static let codes = "WireCode"
  /// The end of the name of a type whose constants are members of a schema.
  private static let members = "Members"
  /// A security scheme of the document stands for the header field, WebAuthn defines the member, and the third text is a
  /// name that users see.
  private static let withoutMention: Set = ["Authorization", "displayName", "Passkey"]

  private let types: [WireType]

  /// - Parameter files: the Swift files by path.
  /// - Throws: ``BundlingError`` for a constant of a form that is not read.
  init(_ files: [String: [UInt8]]) throws(BundlingError) {
    var types: [WireType] = []
    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
      types += try WireType.all(of: file, String(decoding: bytes, as: UTF8.self))
    }
    self.types = types
  }

  /// Compares the constants with the document.
  ///
  /// A type `WireUser.Members` or `UserMembers` has members of the schema `User`, or of the schemas that its comment names.
  ///
  /// - Throws: ``BundlingError`` for a constant that the document does not have, and for a code or a path of the API
  ///   without a constant.
  func check(against document: ContractDocument) throws(BundlingError) {
    let names = ContractNames(document)
    var codes: Set<String> = []
    var paths: Set<String> = []
    for type in types {
      let expected = try Self.expectedNames(of: type, names)
      for constant in type.constants {
        let error = { (problem: String) in
          BundlingError(
            file: type.file, reason: "\(type.name).\(constant.name) is \"\(constant.text)\", \(problem)")
        }
        guard expected.texts.contains(constant.text) || Self.withoutMention.contains(constant.text) else {
          throw error("which \(expected.otherwise)")
        }
        switch type.name {
        case Self.codes where !codes.insert(constant.text).inserted:
          throw error("which another constant has too")
        case Self.paths: paths.insert(constant.text)
        default: break
        }
      }
    }
    if let code = names.codes.subtracting(codes).min() {
      throw BundlingError(
        file: Self.codes, reason: "there is no constant for the code \(code) of the document")
    }
    for (path, file) in document.fileOfPath.sorted(by: { $0.key < $1.key })
    where file.hasPrefix(ContractDocument.api) && !paths.contains(path) {
      throw BundlingError(file: file, reason: "\(Self.paths) has no constant for the path \(path)")
    }
  }

  /// The texts that the constants of a type may have, and what any other text is not.
  private static func expectedNames(
    of type: WireType, _ names: ContractNames
  ) throws(BundlingError) -> (texts: Set<String>, otherwise: String) {
    switch type.name {
    case codes: return (names.codes, "is not an error code of the document")
    case paths: return (names.paths, "is not a path of the document")
    case _ where type.name.hasSuffix(members): break
    default: return (names.others, "the document does not name")
    }
    var own = type.name.dropLast(members.count)
    if own.hasSuffix(".") { own = own.dropLast() }
    if own.hasPrefix("Wire") { own = own.dropFirst("Wire".count) }
    let schemas = type.schemas.isEmpty ? [String(own)] : type.schemas
    var texts: Set<String> = []
    for schema in schemas {
      guard let members = names.members[schema] else {
        throw BundlingError(
          file: type.file, reason: "\(type.name) stands for \(schema), which is not a schema of the document")
      }
      texts.formUnion(members)
    }
    return (texts, "is not a member of \(schemas.joined(separator: ", "))")
  }
}

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
