import Encodings
import Foundation

/// The source files of the hosted page, by path within the folder.
struct WebFolder {
  let files: [String: [UInt8]]

  /// The settings of the tools that check the scripts. They are no part of the page.
  private static let toolSettings: Set = ["package.json", "tsconfig.json"]

  /// The paths that end in `ending`, sorted.
  func paths(_ ending: String) -> [String] {
    files.keys.filter { $0.hasSuffix(ending) && !Self.toolSettings.contains($0) }.sorted()
  }

  func text(_ path: String) throws(BundlingError) -> String {
    guard let bytes = files[path] else { throw BundlingError(file: path, reason: "there is no such file") }
    guard let text = Encodings.text(ofUTF8: bytes) else {
      throw BundlingError(file: path, reason: "is not UTF-8")
    }
    return text
  }

  /// The last component of a path, which names the file on the server.
  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// The path that `address`, which starts with `./` or `../`, means in the file at `path`.
  ///
  /// - Returns: nil if the address leads out of the folder.
  static func resolve(_ address: Substring, from path: String) -> String? {
    var components = path.split(separator: "/").dropLast()
    for component in address.split(separator: "/") {
      switch component {
      case ".": continue
      case "..":
        guard components.popLast() != nil else { return nil }
      default: components.append(component)
      }
    }
    return components.joined(separator: "/")
  }
}

extension WebFolder {
  /// Reads all files of a folder.
  init(at path: String) throws {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)) {
      let file = folder.appending(path: path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      files[path] = [UInt8](try Data(contentsOf: file))
    }
    self.init(files: files)
  }
}
