import Testing

/// A vector file that is a list of cases under one member, as those made for this package are.
struct VectorFile<Case: Decodable>: Decodable {
  var vectors: [Case]
}

/// A case of a vector file that is an object of cases by name, as most upstream files are.
struct Named<Value: Sendable>: Sendable, CustomTestStringConvertible {
  var name: String
  var value: Value
  var testDescription: String { name }
}

/// The cases of a vector file with a member `vectors`.
func vectorCases<Case: Decodable>(_ path: String, as type: Case.Type = Case.self) throws -> [Case] {
  try vectors(path, as: VectorFile<Case>.self).vectors
}

/// The cases of a vector file that is an object, in the order of their names.
func namedVectors<Value: Decodable & Sendable>(
  _ path: String, as type: Value.Type = Value.self
) throws -> [Named<Value>] {
  try vectors(path, as: [String: Value].self)
    .map { Named(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
}
