import Testing

@Suite("doorward: every command")
struct CommandTests {
  @Test func `every command has help on standard output, and the list contains all commands`() async throws {
    let list = try await Program.run(["--help"])
    #expect(list.status == 0)
    #expect(list.errors == "")
    let commands = list.lines.filter { $0.hasPrefix("  ") }.compactMap { line in
      line.dropFirst(2).split(separator: "  ").first.map { $0.split(separator: " ").map(String.init) }
    }
    #expect(commands.count >= 15)
    for words in commands {
      let help = try await Program.run(words + ["--help"])
      #expect(help.status == 0)
      #expect(help.text.hasPrefix("usage: doorward \(words.joined(separator: " "))"))
      #expect(help.errors == "")
      #expect(help.lines.allSatisfy { $0.count <= 110 }, "\(words)")
      let wrong = try await Program.run(words + ["--nonsense"])
      #expect(wrong.status == 2)
      #expect(wrong.output.isEmpty)
      #expect(wrong.errors.contains("unknown option --nonsense"))
    }
  }

  @Test(arguments: [["nonsense"], ["admin"], ["admin", "key"], ["keys"], ["database"]])
  func `an unknown command is wrong usage`(arguments: [String]) async throws {
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("doorward: "))
  }

  @Test func `without a command the list is printed, as wrong usage`() async throws {
    let outcome = try await Program.run([])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("usage: doorward COMMAND [OPTION"))
  }
}
