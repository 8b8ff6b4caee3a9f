import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures the cost of sign-ins and compares it with the cost of the cryptographic primitives they use.
enum BenchCommand: Command {
  static let words = ["server"]
  static let summary = "measure what sign-ins cost beside the primitives they are built on"
  static let synopsis = "[OPTION…]"
  static let options = [
    CommandOption("write", value: "FILE", "keep the table in a file too"),
    CommandOption("quick", "a few rounds, for a first impression"),
    CommandOption("only", value: "TITLE", "only the groups whose titles begin so, such as PostgreSQL"),
    CommandOption(
      "users", value: "COUNT",
      "how many users the large store has (default: 20000, or 0 with --quick; 0 leaves it out)"),
    CommandOption(
      "database", value: "URL",
      "also measure servers on this PostgreSQL, in schemas that are dropped at the end"),
    CommandOption(
      "directory", value: "DIR", "where to measure the disk (default: the folder for temporary files)"),
  ]
  static let discussion = """
    One run; each figure is a median, and stands beside the raw primitive measured in the same run. A disk in
    memory makes the store look faster than it is: name a directory on the disk that will be used.
    """

  static let program = CommandLineProgram(
    "DoorwardBench", about: "Measures Doorward on this machine", commands: [BenchCommand.self])

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let stopwatch = arguments.has("quick") ? Stopwatch.quick : .thorough
    try requireOptimization(arguments)
    let parent = arguments["directory"] ?? BenchFolder.standardParent
    var sections: [BenchTable.Section] = []
    func add(_ section: BenchTable.Section) {
      sections.append(section)
      Output.line("\(EscapedText(lines: section.text))\n")
    }
    func isWanted(_ title: String) -> Bool {
      arguments["only"].map { title.lowercased().hasPrefix($0.lowercased()) } ?? true
    }
    for (title, make) in groups(in: parent) where isWanted(title) {
      let group = try await make()
      let result: Result<[MeasuredRow], any Error>
      do { result = .success(try await stopwatch.measure(group)) } catch { result = .failure(error) }
      await group.close()
      add(BenchTable.Section(title, try result.get()))
    }
    let rounds = stopwatch.loadRounds
    if isWanted(LoadBench.title) {
      let rows = try await LoadBench.rows(in: BenchFolder(in: parent), rounds: rounds)
      add(BenchTable.Section(LoadBench.title, note: LoadBench.note, rows))
    }
    if isWanted(CredentialBench.title) {
      let rows = try await CredentialBench.rows(in: BenchFolder(in: parent), rounds: rounds)
      add(BenchTable.Section(CredentialBench.title, note: CredentialBench.note, rows))
    }
    let users = try users(arguments)
    if users > 0, isWanted(StoreBench.title) {
      let rows = try await StoreBench.rows(in: parent, users: users, rounds: rounds)
      add(BenchTable.Section(StoreBench.title, note: StoreBench.note(users: users), rows))
    }
    if let database = arguments["database"], isWanted(PostgreSQLBench.title) {
      let rows = try await PostgreSQLBench.rows(in: parent, database: database, users: users, rounds: rounds)
      add(BenchTable.Section(PostgreSQLBench.title, note: PostgreSQLBench.note(users: users), rows))
    }
    guard !sections.isEmpty else {
      throw UsageError(message: "--only matches no group: leave it out to see all titles")
    }
    if let path = arguments["write"] {
      let page = BenchTable(sections: sections).page(
        date: Timestamp(WallClock.system.now), stopwatch: stopwatch)
      try write(page, to: path)
    }
    return .done
  }

  private static func groups(
    in parent: String
  ) -> [(title: String, make: () async throws -> MeasurementGroup)] {
    [
      ("Ethereum", { try EthereumBench.group() }), ("NEAR", { try NEARBench.group() }),
      ("Tokens", { try JOSEBench.group() }), ("Passkeys", { try WebAuthnBench.group() }),
      ("Encodings", { EncodingBench.group() }),
      ("Server, without the network", { try await ServerBench.group(in: BenchFolder(in: parent)) }),
      ("HTTP, one connection", { try await HTTPBench.group(in: BenchFolder(in: parent)) }),
    ]
  }

  private static func users(_ arguments: CommandArguments) throws(UsageError) -> Int {
    guard let text = arguments["users"] else { return arguments.has("quick") ? 0 : 20_000 }
    guard let users = Int(text), users >= 0 else {
      throw UsageError(message: "--users needs a number of users")
    }
    return users
  }

  private static func requireOptimization(_ arguments: CommandArguments) throws {
    #if DEBUG
      guard arguments["write"] == nil else {
        throw UsageError(
          message: "this build is not optimized, so the measurements are not representative: run make bench")
      }
      program.fail("this build is not optimized; the measurements are not representative")
    #endif
  }

  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "wb") else {
      throw BenchFailure(reason: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    let bytes = [UInt8](text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else {
      throw BenchFailure(reason: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
