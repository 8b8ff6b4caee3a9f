import Encodings
import Testing

/// The report of `doorward doctor --json`: the checks by name, each as `status: detail; remedy`.
struct Diagnosis {
  let status: Int32
  let checks: [String: [String]]

  /// Runs the doctor, in development by default, with free ports.
  static func run(
    in folder: TemporaryFolder, _ options: [String] = ["--development", "--listen", "127.0.0.1:0"],
    environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Diagnosis {
    let outcome = try await Program.run(
      ["doctor", "--json", "--data", "data"] + options, environment: environment, in: folder)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    let report = try JSONParser.parse(outcome.text)
    var checks: [String: [String]] = [:]
    for check in try #require(report["checks"]?.array) {
      let name = try #require(check["check"]?.string)
      let status = try #require(check["status"]?.string)
      let remedy = check["remedy"]?.string.map { "; \($0)" } ?? ""
      checks[name, default: []].append("\(status): \(try #require(check["detail"]?.string))\(remedy)")
    }
    let hasProblem = checks.values.joined().contains { $0.hasPrefix("problem: ") }
    #expect(report["ok"] == .bool(!hasProblem), sourceLocation: sourceLocation)
    #expect(outcome.status == (hasProblem ? 1 : 0), sourceLocation: sourceLocation)
    return Diagnosis(status: outcome.status, checks: checks)
  }

  subscript(name: String) -> String { checks[name]?.joined(separator: " | ") ?? "no such check" }

  /// The names of the checks with a problem.
  var problems: [String] { names("problem: ") }
  var warnings: [String] { names("warning: ") }

  private func names(_ prefix: String) -> [String] {
    checks.filter { $0.value.contains { $0.hasPrefix(prefix) } }.map(\.key).sorted()
  }
}

extension TemporaryFolder {
  func writeJSON(_ value: JSONValue, to name: String = "doorward.json") throws {
    try write(value.serialized(), to: name)
  }

  /// A folder with the data of a server that has stopped.
  static func withInstallation() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let server = try await RunningServer.start(in: folder)
    #expect(await server.stop() == 0)
    return folder
  }
}
