import Foundation
import NEARConnect

/// The memory in use after a thousand signatures.
@MainActor struct MemoryMeasurement {
  let manager: NEARWalletManager

  /// Memory after a thousand signatures, as a share of that after a hundred.
  func run() async throws -> Double {
    try await manager.signIn(walletId: "bench")
    try await sign(100)
    let before = Self.memory()
    try await sign(900)
    return Double(Self.memory()) / Double(before)
  }

  private func sign(_ count: Int) async throws {
    for number in 0..<count {
      _ = try await manager.signMessage(message: "message \(number)", recipient: "bench.near")
    }
    // The page's garbage collector runs when the page is idle.
    try await Task.sleep(for: .seconds(3))
  }

  /// Memory of this process and its child processes, in KiB: private memory and a share of the shared memory.
  private static func memory() -> Int {
    var parents: [Int: Int] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let id = Int(name), let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      else { continue }
      // The name of the program, in parentheses, may hold anything.
      let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
      parents[id] = fields.count > 2 ? Int(fields[2]) : nil
    }
    let own = Int(getpid())
    let family = parents.keys.filter { id in
      var id: Int? = id
      while let one = id, one != own { id = parents[one] }
      return id == own
    }
    return family.map(proportionalSize).reduce(0, +)
  }

  private static func proportionalSize(_ id: Int) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/smaps_rollup", encoding: .utf8) else {
      return 0
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
