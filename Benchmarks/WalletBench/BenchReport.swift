import Foundation
import NEARConnect

/// The figures, as a section in Markdown.
@MainActor struct BenchReport {
  let bench: BenchBridge
  let folder: String

  func text() async throws -> String {
    let start = try await StartMeasurement(folder: folder).run()
    try await bench.ready()
    let raw = try await EchoMeasurement().run()
    let round = try await roundTrips()
    let memory = try await MemoryMeasurement(manager: bench.manager).run()
    return """

      ## Wallet bridge

      By `WalletBench`, under a virtual display, over the stand-in for the library that the tests use. Medians; the
      primitive is a text that a bare web view of the same kind returns. Memory is that of the program and of
      the processes of its pages, without what they share with others.

      | What                                             | measured | of the primitive |   target | met |
      | ------------------------------------------------ | -------: | ---------------: | -------: | --: |
      | Process start to ready, storage warm             | \(cell(start)) |                  |  \u{2264} 0.5 s | \(met(start <= 0.5)) |
      | A bare web view: Swift to JavaScript to Swift    | \(cell(raw)) |                  |          |     |
      | The bridge: Swift to JavaScript to Swift         | \(cell(round)) | \(ratio(round / raw)) | \u{2264} 0.3 ms | \(met(round <= 0.0003)) |
      | Memory after 1,000 signatures, of that after 100 | \(percent(memory)) |                  |  \u{2264} 110 % | \(met(memory <= 1.1)) |
      """
  }

  private func roundTrips() async throws -> Double {
    for _ in 0..<200 { try await bench.manager.roundTrip() }
    var times: [Double] = []
    for _ in 0..<2000 {
      let start = ContinuousClock.now
      try await bench.manager.roundTrip()
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    return times.median
  }

  private func cell(_ seconds: Double) -> String {
    padded(seconds >= 0.1 ? "\(digits(seconds, 2)) s" : "\(digits(seconds * 1000, 3)) ms", 8)
  }
  private func ratio(_ value: Double) -> String { padded(digits(value, 2), 16) }
  private func percent(_ value: Double) -> String { padded("\(Int((value * 100).rounded())) %", 8) }
  private func met(_ isMet: Bool) -> String { isMet ? "yes" : " no" }
  private func digits(_ value: Double, _ count: Int) -> String { String(format: "%.\(count)f", value) }
  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension [Double] {
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
