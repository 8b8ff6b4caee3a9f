#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary folder for disk measurements; it is deleted when the run ends.
final class BenchFolder: Sendable {
  let path: String

  init(in parent: String) throws {
    var template = Array("\(parent)/doorward-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw BenchFailure(reason: "\(parent) cannot be written to: \(String(cString: strerror(errno)))")
    }
    path = String(cString: made)
  }

  deinit {
    for name in [
      "doorward.sqlite3", "doorward.sqlite3-wal", "doorward.sqlite3-shm", "master.key", "raw", "server.log",
      "doorward.json",
    ] {
      unlink("\(path)/\(name)")
    }
    rmdir(path)
  }

  /// The system's folder for temporary files.
  static var standardParent: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }
}
