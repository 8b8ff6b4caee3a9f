import DoorwardCommandLine
import DoorwardServer
import Encodings

/// Checks the chain of events.
enum AuditVerifyCommand: Command {
  static let words = ["audit", "verify"]
  static let summary = "check that no event was changed, removed or inserted"
  static let synopsis = "[--checkpoint NUMBER:SEAL]"
  static let options =
    [
      CommandOption(
        "checkpoint", value: "NUMBER:SEAL",
        "also check that the chain has the seal that an earlier run printed")
    ] + ConfigurationOptions.all
  static let discussion = """
    Prints the number of events and the end of the chain as NUMBER:SEAL, and exits 0 if the chain is whole.
    Otherwise prints each finding on a line and exits 1. The server may run at the same time.

    Keep the printed end elsewhere, for example in a ticket. With --checkpoint, a later run also finds that the
    whole database was replaced by an older copy. Events of the last second may not be sealed yet; they are
    counted, and not checked.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let checkpoint = try arguments["checkpoint"].map { text throws(UsageError) in
      guard let checkpoint = EventVerification.Checkpoint(text) else {
        throw UsageError(message: "--checkpoint must be NUMBER:SEAL, as doorward audit verify prints it")
      }
      return checkpoint
    }
    let configuration = try ConfigurationOptions.configuration(arguments)
    let report = try await Administration.using(configuration) {
      try await $0.verifyEvents(against: checkpoint)
    }
    for finding in report.findings { Output.line("\(finding.description)") }
    if report.hasMoreFindings { Output.line("there are more findings") }
    if report.unsealed > 0 {
      Output.say(
        "\(report.unsealed) or more events are not sealed yet. A running server seals them within seconds.")
    }
    guard report.findings.isEmpty else { return .refused }
    Output.line("\(report.checked) events are whole; the end is \(report.end.map { "\($0)" } ?? "none")")
    return .done
  }
}
