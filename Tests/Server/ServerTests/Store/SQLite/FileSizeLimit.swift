import Foundation

/// Limits the file size for this whole process, which causes a real disk failure, and ends it.
struct FileSizeLimit {
  private let before: rlimit

  init(bytes: Int) throws {
    // Otherwise the signal of the first write beyond the limit ends the process.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    guard getrlimit(Self.resource, &limit) == 0 else { throw POSIXError(.EPERM) }
    before = limit
    limit.rlim_cur = rlim_t(bytes)
    guard setrlimit(Self.resource, &limit) == 0 else { throw POSIXError(.EPERM) }
  }

  func lift() {
    var limit = before
    setrlimit(Self.resource, &limit)
  }

  #if os(Linux)
    private static let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let resource = RLIMIT_FSIZE
  #endif
}
