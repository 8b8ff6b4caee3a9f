import Encodings

/// The source files of the hosted page, by path within the folder.
struct WebFolder {
  let files: [String: [UInt8]]

  /// The paths that end in `ending`, sorted.
  func paths(_ ending: String) -> [String] {
    files.keys.filter { $0.hasSuffix(ending) }.sorted()
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
