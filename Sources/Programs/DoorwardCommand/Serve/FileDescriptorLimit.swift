#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limit of open files and sockets of this process.
enum FileDescriptorLimit {
  /// Raises the limit to the system's maximum, because each connection needs a descriptor. The usual limit of a
  /// shell, 1024, is below the server's connection limit.
  static func raise() {
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      let most = rlim_t.max
    #else
      let resource = RLIMIT_NOFILE
      // The maximum is usually infinite, and macOS refuses more than OPEN_MAX: see setrlimit(2), "Compatibility".
      let most = rlim_t(OPEN_MAX)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(most, limit.rlim_max)
    setrlimit(resource, &limit)
  }
}
