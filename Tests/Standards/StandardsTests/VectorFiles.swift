import Testing

/// A vector file with its cases in one member, the format of this package's own files.
struct VectorFile<Case: Decodable>: Decodable {
  var vectors: [Case]
}

/// A case of a vector file that is an object of named cases, the format of most upstream files.
struct Named<Value: Sendable>: Sendable, CustomTestStringConvertible {
  var name: String
  var value: Value
  var testDescription: String { name }
}

/// The cases of a vector file with the member `vectors`.
func vectorCases<Case: Decodable>(_ path: String, as type: Case.Type = Case.self) throws -> [Case] {
  try vectors(path, as: VectorFile<Case>.self).vectors
}

/// The cases of a vector file that is an object, sorted by name.
func namedVectors<Value: Decodable & Sendable>(
  _ path: String, as type: Value.Type = Value.self
) throws -> [Named<Value>] {
  try vectors(path, as: [String: Value].self)
    .map { Named(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
}
