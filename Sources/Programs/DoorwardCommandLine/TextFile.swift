package import DoorwardSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a small file completely.
package enum TextFile {
  /// The size limit of a configuration file, in bytes.
  package static let limit = 1 << 20

  /// The bytes of the file; nil if the file does not exist.
  package static func read(_ path: String, limit: Int = limit) throws(ConfigurationError) -> [UInt8]? {
    guard let file = fopen(path, "rb") else {
      if errno == ENOENT { return nil }
      throw ConfigurationError(
        .unreadableFile, key: "", "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else {
      throw ConfigurationError(
        .unreadableFile, key: "", "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    guard count <= limit else {
      throw ConfigurationError(.unreadableFile, key: "", "\(path) is larger than \(limit) bytes")
    }
    return Array(bytes[..<count])
  }
}
