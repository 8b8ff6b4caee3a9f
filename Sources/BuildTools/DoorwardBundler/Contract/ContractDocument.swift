import Encodings

/// The OpenAPI document, joined from its parts.
///
/// A part has the paths of one area, the components that belong to them, and fragments. Only `document.json` has other members.
struct ContractDocument {
  /// The file with the members that the parts do not have.
  static let head = "document.json"
  /// The start of the files whose paths apps and backends call.
  static let api = "api/"
  private static let paths = "paths"
  private static let components = "components"

  /// The whole document.
  let json: JSONObject
  /// The file of each path.
  let fileOfPath: [String: String]

  /// - Parameter parts: the parts by path within their folder.
  /// - Throws: ``BundlingError`` if two parts have the same path or component, a reference leads nowhere, or nothing
  ///   refers to a component.
  init(parts: [String: [UInt8]]) throws(BundlingError) {
    var head = JSONObject()
    var sections = PartSections()
    var references: [Reference] = []
    var fragments = ContractFragments()
    var read: [(file: String, part: JSONObject)] = []
    for (file, bytes) in parts.sorted(by: { $0.key < $1.key }) {
      read.append((file, try Self.part(file, bytes)))
      try fragments.add(read[read.count - 1].part, of: file)
    }
    for (file, unexpanded) in read {
      let part = try fragments.expand(unexpanded, of: file)
      references += Reference.all(in: .object(part), at: [], of: file)
      for member in part {
        switch member.key {
        case Self.paths: try sections.add(member.value, to: [Self.paths], of: file)
        case Self.components:
          for section in try Self.object(member.value, at: [Self.components], of: file) {
            try sections.add(section.value, to: [Self.components, section.key], of: file)
          }
        default:
          guard file == Self.head else {
            throw BundlingError(file: file, reason: "only \(Self.head) may have the member \(member.key)")
          }
          head[member.key] = member.value
        }
      }
    }
    try fragments.requireUses()
    try Self.check(references, sections)
    head[Self.paths] = .object(sections.objects[[Self.paths]] ?? JSONObject())
    var components = JSONObject()
    for place in sections.order where place.count == 2 {
      components[place[1]] = sections.objects[place].map { .object($0) }
    }
    head[Self.components] = .object(components)
    json = head
    fileOfPath = sections.files[[Self.paths]] ?? [:]
  }

  private static func part(_ file: String, _ bytes: [UInt8]) throws(BundlingError) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw BundlingError(file: file, reason: "\(error)")
    }
    return try object(value, at: ["the part"], of: file)
  }

  fileprivate static func object(
    _ value: JSONValue, at place: [String], of file: String
  ) throws(BundlingError) -> JSONObject {
    guard let object = value.object else {
      throw BundlingError(file: file, reason: "\(place.joined(separator: ".")) must be an object")
    }
    return object
  }

  private static func check(_ references: [Reference], _ sections: PartSections) throws(BundlingError) {
    for reference in references {
      let target = reference.target
      guard target.count == 3, target[0] == components,
        sections.files[[target[0], target[1]]]?[target[2]] != nil
      else {
        throw BundlingError(
          file: reference.file, reason: "\(reference.place) refers to \(reference.text), which does not exist"
        )
      }
    }
    let used = Set(references.map(\.target))
    for section in sections.order where section.count == 2 {
      let files = sections.files[section] ?? [:]
      for (name, file) in files.sorted(by: { $0.key < $1.key }) where !used.contains(section + [name]) {
        throw BundlingError(
          file: file, reason: "nothing refers to \((section + [name]).joined(separator: "."))")
      }
    }
  }
}

/// The paths and the components of all parts.
private struct PartSections {
  /// The places of the sections, such as `components` and `schemas`, in the order of the parts.
  private(set) var order: [[String]] = []
  private(set) var objects: [[String]: JSONObject] = [:]
  /// The file of each member, by the place of its section.
  private(set) var files: [[String]: [String: String]] = [:]

  mutating func add(_ value: JSONValue, to section: [String], of file: String) throws(BundlingError) {
    if objects[section] == nil { order.append(section) }
    for member in try ContractDocument.object(value, at: section, of: file) {
      if let other = files[section, default: [:]].updateValue(file, forKey: member.key) {
        let name = (section + [member.key]).joined(separator: ".")
        throw BundlingError(file: file, reason: "\(name) is also in \(other)")
      }
      objects[section, default: JSONObject()][member.key] = member.value
    }
  }
}

/// A `$ref` of a part, or the name of a security scheme.
private struct Reference {
  let file: String
  /// The place of the reference, such as `paths./v1/user.get`.
  let place: String
  let text: String
  /// The names in the path of the target, such as `components`, `schemas` and `User`; empty for another document.
  let target: [String]

  private init(_ text: String, at place: [String], of file: String) {
    self.file = file
    self.place = place.joined(separator: ".")
    self.text = text
    target = text.hasPrefix("#/") ? text.split(separator: "/").dropFirst().map(String.init) : []
  }

  /// The name of a scheme in `security`, at the place of that member.
  private init(scheme name: String, at place: [String], of file: String) {
    self.file = file
    self.place = place.joined(separator: ".")
    text = name
    target = ["components", "securitySchemes", name]
  }

  static func all(in value: JSONValue, at place: [String], of file: String) -> [Reference] {
    switch value {
    case .object(let object):
      object.flatMap { member in
        if member.key == "$ref", let text = member.value.string {
          return [Reference(text, at: place, of: file)]
        }
        let inner = place + [member.key]
        guard member.key == "security", let requirements = member.value.array else {
          return all(in: member.value, at: inner, of: file)
        }
        return requirements.flatMap { $0.object?.keys ?? [] }.map {
          Reference(scheme: $0, at: inner, of: file)
        }
      }
    case .array(let items):
      items.enumerated().flatMap { all(in: $1, at: place + ["\($0)"], of: file) }
    default: []
    }
  }
}
