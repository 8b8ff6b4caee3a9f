import Foundation

/// A file without the vectors that a test expects.
struct VectorError: Error, CustomStringConvertible {
  var description: String
}

/// The folder of the vectors. Each of its folders names its sources.
private let vectorsFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Vectors")

/// The bytes of a vector file, by its path in `Tests/Vectors`.
func vectorData(_ path: String) throws -> Data {
  try Data(contentsOf: vectorsFolder.appendingPathComponent(path))
}

/// A vector file parsed as JSON (numbers become `NSNumber`, `null` becomes `NSNull`).
func vectorJSON(_ path: String) throws -> Any {
  try JSONSerialization.jsonObject(with: vectorData(path))
}

/// A vector file that is a JSON object.
func vectorObject(_ path: String) throws -> [String: Any] {
  guard let object = try vectorJSON(path) as? [String: Any] else {
    throw VectorError(description: "\(path) is not a JSON object")
  }
  return object
}

/// The list with the name `member` (`vectors` by default) of a vector file.
func vectorList(_ path: String, _ member: String = "vectors") throws -> [[String: Any]] {
  guard let list = try vectorObject(path)[member] as? [[String: Any]], !list.isEmpty else {
    throw VectorError(description: "\(path) has no list \(member)")
  }
  return list
}

/// A vector file decoded to a type.
func vectors<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
  try JSONDecoder().decode(type, from: vectorData(path))
}

/// The inputs in `Tests/Standards/Fuzzing/Corpus`, each with the name of its target.
func fuzzCorpus() throws -> [(target: String, bytes: [UInt8])] {
  let folder = vectorsFolder.deletingLastPathComponent().appendingPathComponent("Standards/Fuzzing/Corpus")
  return try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap { path in
    let parts = path.split(separator: "/")
    guard parts.count == 2 else { return nil }
    return (String(parts[0]), [UInt8](try Data(contentsOf: folder.appendingPathComponent(path))))
  }
}
