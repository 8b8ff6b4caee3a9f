import CDoorwardCoreDumps
import DoorwardServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Core dumps of this process: they would hold the master key and whatever is being signed.
enum CoreDumps {
  /// The option that leaves them on, for a developer who looks for the cause of a crash.
  static let option = "allow-core-dumps"

  /// Turns core dumps off, before a secret is read.
  ///
  /// - Throws: ``UsageError`` if the system does not allow that.
  static func disable() throws(UsageError) {
    guard doorward_disable_core_dumps() == 0 else {
      throw UsageError(
        message: """
          core dumps cannot be turned off: \(String(cString: strerror(errno))). A core dump would hold the \
          master key; where it is safe, start with --\(option)
          """)
    }
  }
}
