import CDoorwardProcess
import DoorwardCommandLine
import DoorwardServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Core dumps and crash reports of this process, which would contain the master key and data that is being signed.
enum CoreDumps {
  /// The option that keeps core dumps and crash reports enabled, for a developer who debugs a crash.
  static let option = "allow-core-dumps"

  /// Disables core dumps and crash reports. Must be called before a secret is read.
  ///
  /// - Throws: ``UsageError`` if the system rejects the change.
  static func disable() throws(UsageError) {
    guard doorward_disable_core_dumps() == 0 else {
      throw UsageError(
        message: """
          core dumps cannot be disabled: \(String(cString: strerror(errno))). A core dump would contain the \
          master key. If that is safe on this machine, start with --\(option)
          """)
    }
  }
}
