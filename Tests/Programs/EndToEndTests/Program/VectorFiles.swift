import Encodings
import Foundation
import Testing

private let vectorsFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Vectors")

/// A file below `Tests/Vectors`, read with this package's parser.
func vectorFile(_ path: String) throws -> JSONValue {
  let bytes = [UInt8](try Data(contentsOf: vectorsFolder.appendingPathComponent(path)))
  return try JSONParser.parse(bytes, limits: JSONLimits(maxBytes: bytes.count))
}

/// The path of a file below `Tests/Vectors`.
func vectorPath(_ path: String) -> String { vectorsFolder.appendingPathComponent(path).path }

/// The array `member` of a vector file.
func vectorList(_ path: String, _ member: String = "vectors") throws -> [JSONValue] {
  let list = try #require(vectorFile(path)[member]?.array)
  try #require(!list.isEmpty)
  return list
}

/// The members of a vector file that is an object of named cases.
func namedVectors(_ path: String) throws -> [(name: String, value: JSONValue)] {
  let object = try #require(vectorFile(path).object)
  try #require(!object.isEmpty)
  return object.map { ($0.key, $0.value) }
}

extension JSONValue {
  /// The member `name`; nil if it is missing or null.
  func present(_ name: String) -> JSONValue? {
    guard let value = self[name], !value.isNull else { return nil }
    return value
  }
}
