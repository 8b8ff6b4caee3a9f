#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directory of an installation, which its owner alone may enter.
struct DataDirectory {
  let path: String

  /// Makes the directory and its parents where they do not exist.
  ///
  /// - Throws: ``StoreError`` where that cannot be done.
  func create() throws(StoreError) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += prefix.isEmpty || prefix.hasSuffix("/") ? String(part) : "/\(part)"
      if mkdir(prefix, 0o700) != 0, errno != EEXIST {
        throw StoreError(
          .unavailable, "the data directory \(path) cannot be made: \(String(cString: strerror(errno)))")
      }
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      throw StoreError(
        .unavailable, "the data directory \(path) cannot be written to: \(String(cString: strerror(errno)))")
    }
  }
}
