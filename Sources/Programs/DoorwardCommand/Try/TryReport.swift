import DoorwardServer
import Encodings

/// Prints each step with its result as soon as the step ends.
struct TryReport: Sendable {
  let write: @Sendable (EscapedText) -> Void

  func done(_ step: String, _ result: String, took elapsed: Duration) {
    line("\u{2713}", step, result, elapsed)
  }

  func failed(_ step: String, _ reason: String, took elapsed: Duration) {
    line("\u{2717}", step, reason, elapsed)
  }

  func heading(_ text: String) { write("\n\(text)") }

  func line(_ text: String) { write("  \(text)") }

  private func line(_ mark: String, _ step: String, _ result: String, _ elapsed: Duration) {
    let tenths = elapsed.components.seconds * 10_000 + elapsed.components.attoseconds / 100_000_000_000_000
    let time = "\(tenths / 10).\(tenths % 10) ms"
    let padding = String(repeating: " ", count: max(1, 10 - time.count))
    write("  \(mark)\(padding)\(time)  \(step)\(result.isEmpty ? "" : ": \(result)")")
  }
}

extension Duration {
  /// The rounded duration: `26 ms`, `1.4 s`.
  var roundedText: String {
    let milliseconds = Int64((self / .milliseconds(1)).rounded())
    guard milliseconds >= 1000 else { return "\(max(1, milliseconds)) ms" }
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
