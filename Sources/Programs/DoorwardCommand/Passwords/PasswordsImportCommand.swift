import DoorwardCommandLine
import DoorwardPasswords
import DoorwardServer
import DoorwardSessions
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Builds the file of passwords that new users cannot choose.
enum PasswordsImportCommand: Command {
  static let words = ["passwords", "import"]
  static let summary = "build the file of known passwords that users cannot choose"
  static let synopsis = "LIST --output FILE [OPTION…]"
  static let options = [
    CommandOption(
      "output", value: "FILE", "the new file; an existing one is replaced when the new one is complete"),
    CommandOption(
      "format", value: "FORMAT", "passwords: one a line (default). hashes: SHA-1, as HASH or HASH:COUNT"),
    CommandOption(
      "minimum-length", value: "N",
      "leave out passwords with fewer characters, which are refused anyway (default: 8)"),
    CommandOption(
      "minimum-count", value: "N", "hashes with a lower count are left out (default: 1)"),
  ]
  static let discussion = """
    LIST is a file of passwords that attackers try first, for example a download of Have I Been Pwned (hashes).
    Its lines need no order, and it may be larger than the memory. A running server uses the new file after a
    restart. Progress is shown on standard error if that is a terminal.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    guard let output = arguments["output"], !output.isEmpty else {
      throw UsageError(message: "--output is required: the file to write")
    }
    let format = try format(arguments)
    let list = arguments.operands[0]
    let progress = ImportProgress(path: list)
    let result = try BlocklistBuilder().build(from: list, format, to: output) { progress.show($0) }
    progress.finish()
    Output.line(
      "\(result.entries) passwords in \(output); \(result.lines) lines read, \(result.skippedLines) left out")
    return .done
  }

  private static func format(_ arguments: CommandArguments) throws(UsageError) -> BlocklistInput {
    let length = try number("minimum-length", arguments, in: 1...256)
    let count = try number("minimum-count", arguments, in: 1...Int(Int32.max))
    switch arguments["format"] ?? "passwords" {
    case "passwords":
      guard count == nil else { throw UsageError(message: "--minimum-count is for --format hashes") }
      return .passwords(minimumLength: length ?? 8)
    case "hashes":
      guard length == nil else { throw UsageError(message: "--minimum-length is for --format passwords") }
      return .hashes(minimumCount: count ?? 1)
    case let other:
      throw UsageError(message: "--format: \"\(other)\" is neither passwords nor hashes")
    }
  }

  private static func number(
    _ name: String, _ arguments: CommandArguments, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = arguments[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        message: "--\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// Shows the progress of an import.
struct ImportProgress {
  private let line = ProgressLine()
  /// The size of the list; nil if it is not a regular file.
  private let byteCount: Int?

  init(path: String) {
    var status = stat()
    byteCount = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Shows the part of the list that was read.
  func show(_ progress: BlocklistProgress) {
    let read = "\(progress.bytesRead >> 20) MiB"
    let part = byteCount.map { " of \($0 >> 20) MiB (\(progress.bytesRead * 100 / max($0, 1)) %)" } ?? ""
    line.show("\(read)\(part), \(progress.lines) lines")
  }

  /// Clears the line.
  func finish() { line.clear() }
}
