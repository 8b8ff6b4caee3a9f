import Foundation

/// The report as a section in Markdown.
@MainActor struct ClientReport {
  /// In bytes.
  let added: Int
  let build: BuildMeasurement

  func text() async throws -> String {
    let start = StartMeasurement.run()
    let token = try await TokenMeasurement.run()
    let state = try await StateMeasurement.run()
    let rows = [
      row("The time, by `Date`", micro(token.clock), "", "", nil),
      row(
        "`accessToken()` with a fresh token", micro(token.token), ratio(token.token / token.clock),
        "\u{2264} 1 µs", token.token <= 1e-6),
      row("A value through 10,000 bare streams", milli(state.bare), "", "", nil),
      row(
        "A change of state to 10,000 subscribers", milli(state.states), ratio(state.states / state.bare),
        "\u{2264} 2 ×", state.states <= 2 * state.bare),
      row("`Doorward(…)`, on the main actor", micro(start), "", "", nil),
      row(
        "A stripped program with the SDK is longer by", "\(digits(Double(added) / 1e6, 2)) MB", "",
        "\u{2264} 1.5 MB", Double(added) <= 1.5e6),
      row("The first build of an app compiles it in", "\(digits(build.time, 0)) s", "", "", nil),
      row("The same, in processor time", "\(digits(build.processorTime, 0)) s", "", "", nil),
    ]
    return """

      ## Client SDK

      By `ClientBench`, over a transport that answers at once. Medians. The program without the SDK uses Foundation and
      FoundationNetworking, the one with the SDK uses Foundation and libcurl. Both are linked statically with Swift's
      libraries. The build is that of the product `Doorward`, in debug and from nothing.

      \(row("What", "measured", "of the primitive", "target", nil, "met"))
      | -------------------------------------------- | -------: | ---------------: | -------: | --: |
      \(rows.joined(separator: "\n"))
      """
  }

  private func row(
    _ what: String, _ measured: String, _ ratio: String, _ target: String, _ isMet: Bool?,
    _ last: String? = nil
  ) -> String {
    let met = last ?? isMet.map { $0 ? "yes" : "no" } ?? ""
    let name = what + String(repeating: " ", count: max(0, 44 - what.count))
    return
      "| \(name) | \(padded(measured, 8)) | \(padded(ratio, 16)) | \(padded(target, 8)) | \(padded(met, 3)) |"
  }

  private func micro(_ seconds: Double) -> String { "\(digits(seconds * 1e6, 2)) µs" }
  private func milli(_ seconds: Double) -> String { "\(digits(seconds * 1e3, 1)) ms" }
  private func ratio(_ value: Double) -> String { digits(value, 2) }
  private func digits(_ value: Double, _ count: Int) -> String { String(format: "%.\(count)f", value) }
  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
