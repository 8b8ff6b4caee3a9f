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
  static let words = ["bench"]
  static let summary = "measure what sign-ins cost beside the primitives they are built on"
  static let synopsis = "[OPTION…]"
  static let options = [
    CommandOption("write", value: "FILE", "keep the table in a file too"),
    CommandOption("quick", "a few rounds, for a first impression"),
    CommandOption(
      "directory", value: "DIR", "where to measure the disk (default: the folder for temporary files)"),
  ]
  static let discussion = """
    One run; each figure is a median, and stands beside the raw primitive measured in the same run. A disk in
    memory makes the store look faster than it is: name a directory on the disk that will be used.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let stopwatch = arguments.has("quick") ? Stopwatch.quick : .thorough
    try requireOptimization(arguments)
    let parent = arguments["directory"] ?? BenchFolder.standardParent
    var groups: [(title: String, rows: [MeasuredRow])] = []
    for make in [
      { try EthereumBench.group() }, { try NEARBench.group() }, { try JOSEBench.group() },
      { EncodingBench.group() }, { try await ServerBench.group(in: BenchFolder(in: parent)) },
      { try await HTTPBench.group(in: BenchFolder(in: parent)) },
    ] as [() async throws -> MeasurementGroup] {
      let group = try await make()
      let result: Result<[MeasuredRow], any Error>
      do { result = .success(try await stopwatch.measure(group)) } catch { result = .failure(error) }
      await group.close()
      let rows = try result.get()
      groups.append((group.title, rows))
      StandardStream.output.line("\(group.title)\n\n\(BenchTable.text(rows))\n")
    }
    if let path = arguments["write"] {
      let page = BenchTable(groups: groups).page(date: Timestamp(WallClock.system.now), stopwatch: stopwatch)
      try write(page, to: path)
    }
    return .done
  }

  private static func requireOptimization(_ arguments: CommandArguments) throws {
    #if DEBUG
      guard arguments["write"] == nil else {
        throw UsageError(
          message: "this build is not optimized, and its figures are not worth keeping: make bench")
      }
      StandardStream.error.line("doorward: this build is not optimized; its figures mean nothing")
    #endif
  }

  private static func write(_ text: String, to path: String) throws {
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
