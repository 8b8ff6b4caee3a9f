import Foundation

/// The folder of the vectors. Each of its folders names its sources.
private let vectorsFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Vectors")

/// A vector file with its cases in the member `vectors`.
private struct VectorFile<Case: Decodable>: Decodable {
  var vectors: [Case]
}

/// The cases of a vector file, by its path in `Tests/Vectors`.
package func vectorCases<Case: Decodable>(_ path: String, as type: Case.Type = Case.self) throws -> [Case] {
  let data = try Data(contentsOf: vectorsFolder.appendingPathComponent(path))
  return try JSONDecoder().decode(VectorFile<Case>.self, from: data).vectors
}
