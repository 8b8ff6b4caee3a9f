import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

/// Reports missing or wrong configuration and how to correct it.
enum DoctorCommand: Command {
  static let words = ["doctor"]
  static let summary = "report missing or wrong configuration and how to correct it"
  static let synopsis = "[OPTION…]"
  static let options =
    ServeCommand.options + [CommandOption("json", "print one JSON object instead of lines")]
  static let discussion = """
    Takes the options of serve and checks what that server would use: configuration, applications, data
    directory, master key, database, ports, clock, NEAR endpoints, the near-connect script, public addresses,
    rate limits, mail server, SMS service, templates, password hashing, libraries, photos. Prints one line
    per check: ok, warning or problem, and the remedy. Changes nothing; the server may run at the same time.
    Some checks send requests and wait five seconds at most. No mail and no SMS is sent. With --development, a
    missing network connection is a warning.

    Password hashing is measured on this machine: the report has the settings with which a hash takes a tenth
    of a second, and the memory that they need. Measure while the machine is idle.

    Exit status: 0 no problem, 1 a problem, 2 wrong usage.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let findings = await Examination(arguments).findings()
    let problems = findings.count { $0.status == .problem }
    if arguments.has("json") {
      let report: JSONValue = [
        "ok": .bool(problems == 0), "checks": .array(findings.map { .object($0.json) }),
      ]
      Output.json(report)
    } else {
      write(findings)
    }
    return problems == 0 ? .done : .refused
  }

  private static func write(_ findings: [Finding]) {
    let width = findings.map(\.name.terminalWidth).max() ?? 0
    for finding in findings {
      var detail = finding.detail
      if let remedy = finding.remedy {
        if detail.hasSuffix(".") { detail.removeLast() }
        detail += "; \(remedy)"
      }
      Output.line(
        "\(finding.status.rawValue.padded(to: 7))  \(finding.name.padded(to: width))  \(detail)")
    }
    let problems = counted(findings.count { $0.status == .problem }, "problem")
    let warnings = counted(findings.count { $0.status == .warning }, "warning")
    Output.line("\(problems), \(warnings)")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count == 0 ? "no" : "\(count)") \(noun)\(count == 1 ? "" : "s")"
  }
}
