import DoorwardSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A limit of the processor time of processes, by a control group of Linux (`cgroups(7)`). It needs the rights of root.
final class ProcessorShare {
  private let folder: String

  /// Makes a control group; nil if this process may not make one.
  ///
  /// - Parameters:
  ///   - share: The part of one processor that the processes of the group may use together.
  ///   - name: The name of the group.
  init?(_ share: Double, name: String) {
    let isUnified = access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0
    folder = isUnified ? "/sys/fs/cgroup/\(name)" : "/sys/fs/cgroup/cpu/\(name)"
    mkdir(folder, 0o755)
    // In microseconds. The system accepts no quota under a millisecond.
    let period = 20_000
    let quota = Int(share * Double(period))
    let isLimited =
      isUnified
      ? write("\(quota) \(period)", to: "cpu.max")
      : write("\(period)", to: "cpu.cfs_period_us") && write("\(quota)", to: "cpu.cfs_quota_us")
    guard isLimited else { return nil }
  }

  deinit { rmdir(folder) }

  /// Limits a process, with all of its threads.
  ///
  /// - Throws: ``BenchFailure`` if the system refuses.
  func add(_ process: Int32) throws {
    guard write("\(process)", to: "cgroup.procs") else {
      throw BenchFailure(reason: "the processor time of a process cannot be limited")
    }
  }

  private func write(_ value: String, to file: String) -> Bool {
    (try? BenchCommand.write(value, to: "\(folder)/\(file)")) != nil
  }
}
