import Foundation

/// A folder of sources.
enum Folder {
  /// The files in the folder whose name ends in a text, by path within it. A Mac adds files of its own.
  static func files(in path: String, endingIn end: String = "") throws -> [String: [UInt8]] {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
    where path.hasSuffix(end) {
      let file = folder.appending(path: path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      files[path] = [UInt8](try Data(contentsOf: file))
    }
    return files
  }
}
