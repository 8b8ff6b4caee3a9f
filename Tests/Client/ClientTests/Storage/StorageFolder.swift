import Doorward
import Foundation

/// A folder for a storage. It is removed when the test ends.
final class StorageFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "doorward-storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? setMode(0o700, of: nil)
    try? FileManager.default.removeItem(at: url)
  }

  /// The storage that the other process also uses.
  var storage: EncryptedFileSessionStorage { storage("probe") }

  func storage(_ name: String, patience: Duration = .seconds(60)) -> EncryptedFileSessionStorage {
    EncryptedFileSessionStorage(name: name, folder: url, patience: patience)
  }

  /// The names of the files in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// The one file of a kind: `sealed`, `key` or `lock`.
  func file(_ kind: String) throws -> URL {
    let found = try names.filter { $0.hasSuffix(".\(kind)") }
    guard let name = found.first, found.count == 1 else { throw NoSuchFile(kind: kind, found: found) }
    return url.appendingPathComponent(name)
  }

  func bytes(_ kind: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file(kind))) }

  func put(_ bytes: [UInt8], in kind: String) throws { try Data(bytes).write(to: file(kind)) }

  /// The mode of a file, or of the folder itself.
  func mode(_ kind: String?) throws -> Int {
    let path = try kind.map { try file($0).path } ?? url.path
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }

  func setMode(_ mode: Int, of kind: String?) throws {
    let path = try kind.map { try file($0).path } ?? url.path
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}

struct NoSuchFile: Error {
  let kind: String
  let found: [String]
}
