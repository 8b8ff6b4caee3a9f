import DoorwardSessions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The numbers of the process, under the names that the clients of Prometheus have agreed on. Systems other than Linux have the
/// time of the start alone.
enum ProcessFigures {
  static func samples(startedAt: Date) -> [Metrics.Sample] {
    let start = Metrics.Sample(.processStart, [], startedAt.timeIntervalSince1970.rounded(.down))
    #if os(Linux)
      return [start] + linux
    #else
      return [start]
    #endif
  }

  #if os(Linux)
    private static var linux: [Metrics.Sample] {
      var samples: [Metrics.Sample] = []
      // The name of the program comes before the numbers, in parentheses, and may contain spaces.
      let stat = text("/proc/self/stat")?.split(separator: ")").last?.split(separator: " ") ?? []
      if stat.count > 12, let user = Double(stat[11]), let system = Double(stat[12]) {
        samples.append(.init(.processorTime, [], (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))))
      }
      let memory = text("/proc/self/statm")?.split(separator: " ") ?? []
      if memory.count > 1, let pages = Double(memory[1]) {
        samples.append(.init(.residentMemory, [], pages * Double(sysconf(Int32(_SC_PAGESIZE)))))
      }
      // The listing itself has one open file.
      if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        samples.append(.init(.openFiles, [], Double(max(0, files.count - 1))))
      }
      let limit = text("/proc/self/limits")?.split(separator: "\n").first { $0.hasPrefix("Max open files") }
      // "Max open files", then the soft limit, which applies, and the hard one.
      if let limit, let number = limit.split(separator: " ").dropFirst(3).first.flatMap({ Double($0) }) {
        samples.append(.init(.fileLimit, [], number))
      }
      return samples
    }

    private static func text(_ path: String) -> String? {
      try? String(contentsOfFile: path, encoding: .utf8)
    }
  #endif
}
