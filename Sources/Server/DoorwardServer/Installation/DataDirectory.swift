import DoorwardSessions
import DoorwardStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directory of an installation.
///
/// The server makes a missing directory for its owner only. It does not change an existing directory, because some
/// platforms mount the directory and choose the user that runs the server. The files are for the owner only in both
/// cases. Another user with write access could replace the database. The server and `doorward doctor` therefore warn
/// if the directory is open to other users.
struct DataDirectory {
  let path: String

  /// Makes the directory and its missing parents with mode 0700.
  ///
  /// - Throws: ``StoreError`` if the directory cannot be made or written to.
  func create() throws(StoreError) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += prefix.isEmpty || prefix.hasSuffix("/") ? String(part) : "/\(part)"
      if mkdir(prefix, 0o700) != 0, errno != EEXIST {
        throw StoreError(
          .unavailable,
          """
          the data directory \(path) cannot be created: \(String(cString: strerror(errno))). Choose another \
          directory (--data), or create it as root: install -d -m 700 -o USER \(path)
          """)
      }
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      throw StoreError(
        .unavailable,
        """
        the data directory \(path) cannot be written to: \(reason). \
        Remedy: \(PathInspection(path).opening(otherwise: "--data"))
        """)
    }
  }
}
