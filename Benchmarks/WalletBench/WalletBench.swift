import Foundation
import NEARConnect

/// Measures the bridge to the wallets: `WalletBench FOLDER`. The folder has the stand-in for the library and
/// the code of its wallet. Prints a section for the page of the processor in docs/performance. With `--ready` it only
/// starts, reports this and ends.
@MainActor func runWalletBench() {
  let arguments = CommandLine.arguments.dropFirst()
  guard let folder = arguments.last(where: { !$0.hasPrefix("--") }) else {
    print("usage: WalletBench FOLDER")
    exit(2)
  }
  let outcome = BenchOutcome()
  Task {
    do {
      let bench = BenchBridge(folder: folder)
      if arguments.contains("--ready") {
        try await bench.ready()
        print("ready")
      } else {
        print(try await BenchReport(bench: bench, folder: folder).text())
      }
      outcome.status = 0
    } catch {
      FileHandle.standardError.write(Data("WalletBench: \(error)\n".utf8))
      outcome.status = 1
    }
  }
  WalletMainLoop.run { outcome.status != nil }
  exit(outcome.status ?? 1)
}

@MainActor private final class BenchOutcome {
  var status: Int32?
}
