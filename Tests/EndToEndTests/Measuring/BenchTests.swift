import Testing

/// The command runs and prints its table. The measured values are not checked.
@Suite("doorward bench")
struct BenchTests {
  @Test func `every group is measured with its targets, and no file remains`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(["bench", "--quick", "--directory", folder.path], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for title in [
      "Ethereum", "NEAR", "Tokens", "Encodings", "Server, without the network", "HTTP, one connection",
      "HTTP under load",
    ] {
      #expect(outcome.lines.contains(title))
    }
    let rows = outcome.lines.filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { String($0.filter { $0 != " " }) }
    }
    let targets = rows.filter { $0.count == 5 && $0[3].contains("\u{2265}") }.map { $0[3] }
    #expect(targets == ["\u{2265}0.90", "\u{2265}500,000/s", "\u{2265}0.90", "\u{2265}0.85"])
    #expect(try folder.contents().isEmpty)
  }

  @Test func `a folder that cannot be used is reported`() async throws {
    let outcome = try await Program.run(["bench", "--quick", "--directory", "/nonexistent"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/nonexistent cannot be written to"))
  }
}
