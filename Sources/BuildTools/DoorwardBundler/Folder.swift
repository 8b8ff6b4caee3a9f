import Foundation

/// A folder of sources.
enum Folder {
  /// All files in the folder, by path within it.
  static func files(in path: String) throws -> [String: [UInt8]] {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)) {
      let file = folder.appending(path: path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      files[path] = [UInt8](try Data(contentsOf: file))
    }
    return files
  }
}
