import ChildProcesses
import DatabaseServers
import Foundation
import Sampling
import Testing

/// The measurements run and print their table. Their values are not checked.
@Suite(
  "DoorwardBench server",
  .enabled(if: CaseSample.ofThisRun.isComplete, "`make test` does not build it: make test-all")
)
struct BenchTests {
  private static let program = BuiltProgram.path("DoorwardBench")

  @Test func `every group is measured with its targets, and no file remains`() async throws {
    let folder = try TemporaryFolder()
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let outcome = try await Program.run(
      ["server", "--quick", "--directory", folder.path, "--database", database.url], in: folder,
      program: Self.program)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for title in [
      "Ethereum", "NEAR", "Passkeys", "Tokens", "Encodings", "Server, without the network",
      "HTTP, one connection",
      "HTTP under load",
    ] {
      #expect(outcome.lines.contains(title))
    }
    let rows = outcome.lines.filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { String($0.filter { $0 != " " }) }
    }
    let targets = rows.filter { $0.count == 5 && $0[3].contains("\u{2265}") }.map { $0[3] }
    #expect(targets == ["\u{2265}0.90", "\u{2265}500,000/s", "\u{2265}0.90", "\u{2265}0.85", "\u{2265}0.85"])
    #expect(
      measuredRows(of: "Passwords, codes and passkeys", in: outcome.lines) == [
        ["libsodium: check an Argon2id hash", ""],
        ["POST /v1/password/sign-in", "\u{2264} 1.11"],
        ["POST /v1/code/send, with its delivery", ""],
        ["POST /v1/code/sign-in", "\u{2264} 3.00"],
        ["POST /v1/passkeys/authentication", "\u{2264} 1.00"],
        ["99 % of wallets' sign-ins, beside passwords", "\u{2264} 2.00"],
        ["memory, 1000 sign-ins with passwords at once", "\u{2264} 1.50"],
      ])
    #expect(
      measuredRows(of: "PostgreSQL", in: outcome.lines) == [
        ["a sign-in", "\u{2264} 1.30"], ["a refresh", "\u{2264} 1.30"], ["GET /v1/user", ""],
        ["POST /v1/password/sign-in", ""], ["POST /v1/code/sign-in", ""],
        ["POST /v1/passkeys/authentication", ""], ["POST /v1/token: exchange of a code", ""],
        ["a sign-in, two processes", "\u{2264} 0.63"],
      ])
    // The schemas were dropped, so their names are free.
    try await database.server.execute("CREATE SCHEMA doorward_bench_small", in: database.name)
    #expect(try folder.contents().isEmpty)
  }

  /// The names and the limits of the rows of a section that have a value.
  private func measuredRows(of section: String, in lines: [String]) -> [[String]] {
    let table = lines.drop { $0 != section }.drop { !$0.hasPrefix("| ") }.prefix { $0.hasPrefix("| ") }
    return table.compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, let value = Double(cells[1]), value > 0 else { return nil }
      return [cells[0], cells[4]]
    }
  }

  @Test func `a folder that cannot be used is reported`() async throws {
    let outcome = try await Program.run(
      ["server", "--quick", "--directory", "/nonexistent"], program: Self.program)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/nonexistent cannot be written to"))
  }
}
