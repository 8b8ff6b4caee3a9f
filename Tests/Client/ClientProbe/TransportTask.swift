import Doorward
import Foundation

/// Waits two seconds for an answer that does not come, and prints the processor time that the process has used.
enum TransportTask {
  static func wait(for url: String) async throws {
    let before = clock()
    let waiting = Task { try await DoorwardTransport.standard.send(DoorwardRequest(url: url)) }
    try await Task.sleep(for: .seconds(2))
    let used = Double(clock() - before) / Double(CLOCKS_PER_SEC)
    waiting.cancel()
    let outcome = if case .failure = await waiting.result { "cancelled" } else { "answered" }
    ProbeOutput.say("\(outcome) \(used)")
  }
}
