import Foundation

/// The time from the start of a process until wallets can be used.
struct StartMeasurement {
  let folder: String

  /// The median, in seconds; the first start, which fills the storage, does not count.
  func run() async throws -> Double {
    var times: [Double] = []
    for round in 0..<16 {
      let seconds = try await once()
      if round > 0 { times.append(seconds) }
    }
    return times.median
  }

  private func once() async throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--ready", folder]
    let output = Pipe()
    process.standardOutput = output
    let start = ContinuousClock.now
    try process.run()
    // Not on the main actor, and not on a thread that others wait for.
    let end = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = try? output.fileHandleForReading.read(upToCount: 5)
        continuation.resume(returning: ContinuousClock.now)
      }
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError(reason: "a start failed") }
    return (end - start) / .seconds(1)
  }
}

struct BenchError: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
