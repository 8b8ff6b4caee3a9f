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
/// A directory that is made here is for its owner only. A directory that exists is used as it is, because some
/// platforms mount one and run the server as a user of their choice. Files in it are for the owner only in both
/// cases. A user who may write to the directory could put another database there, so the server warns at the start,
/// and `doorward doctor` too, if the directory is open to others.
struct DataDirectory {
  let path: String

  /// Makes the directory and its parents, mode 0700, where they do not exist.
  ///
  /// - Throws: ``StoreError`` where that cannot be done.
  func create() throws(StoreError) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += prefix.isEmpty || prefix.hasSuffix("/") ? String(part) : "/\(part)"
      if mkdir(prefix, 0o700) != 0, errno != EEXIST {
        throw StoreError(
          .unavailable,
          """
          the data directory \(path) cannot be made: \(String(cString: strerror(errno))). Name another one \
          (--data), or let root make it: install -d -m 700 -o USER \(path)
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
