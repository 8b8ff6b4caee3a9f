#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory that this process can use.
enum MachineMemory {
  /// The limit of the control group, as containers and systemd set it; otherwise the memory of the machine.
  static var bytes: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return min(machine, groupLimit ?? machine)
  }

  /// The lowest `memory.max` of the process's control group (cgroups(7), version 2) and the groups above it; nil without a
  /// limit.
  private static var groupLimit: Int? {
    guard let groups = text("/proc/self/cgroup") else { return nil }
    guard let group = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
    var names = group.dropFirst(4).split(separator: "/")
    var limits: [Int] = []
    while true {
      let folder = (["/sys/fs/cgroup"] + names.map(String.init)).joined(separator: "/")
      if let limit = text("\(folder)/memory.max").flatMap({ Int($0.prefix { $0.isNumber }) }) {
        limits.append(limit)
      }
      if names.popLast() == nil { return limits.min() }
    }
  }

  private static func text(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
  }
}
