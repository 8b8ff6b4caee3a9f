#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directory of an installation.
///
/// One that is made here its owner alone may enter. One that was there is used as it is: whoever made it may
/// have had reasons, as platforms have that mount one and run as a user of their own choice. What is made in it
/// is for the owner alone either way; but who may write to it could put another database there, so the server
/// says when it starts, and `doorward doctor` whenever it is asked, that it is open to others.
struct DataDirectory {
  let path: String

  /// Whether anybody but the owner may look into it, enter it or write to it.
  var isShared: Bool { PathInspection(path).isShared }

  /// Makes the directory and its parents, mode 0700, where they do not exist.
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
