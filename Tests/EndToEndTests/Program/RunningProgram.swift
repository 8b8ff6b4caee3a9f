import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The running program, its streams and signals. Only one task uses it.
final class RunningProgram {
  private let process: Process
  private let input: FileHandle
  private let ended: Task<Int32, Never>
  private var output: AsyncStream<String>.Iterator
  private var errors: AsyncStream<String>.Iterator

  init(_ arguments: [String], environment: [String: String] = [:], in folder: TemporaryFolder) throws {
    // Writing to an ended program must return an error and not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let (status, continuation) = AsyncStream.makeStream(of: Int32.self)
    let (process, pipes) = try Program.start(arguments, environment: environment, in: folder) { process in
      let (input, output, errors) = (Pipe(), Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      process.terminationHandler = {
        continuation.yield(
          $0.terminationReason == .uncaughtSignal ? -$0.terminationStatus : $0.terminationStatus)
        continuation.finish()
      }
      return (
        input: input.fileHandleForWriting, output: output.fileHandleForReading,
        errors: errors.fileHandleForReading
      )
    }
    self.process = process
    input = pipes.input
    ended = Task { await status.first { _ in true } ?? .min }
    output = Self.lines(of: pipes.output).makeAsyncIterator()
    errors = Self.lines(of: pipes.errors).makeAsyncIterator()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func write(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

  func closeInput() throws { try input.close() }

  /// The next line of standard output; nil at its end.
  func nextLine() async -> String? { await output.next() }

  /// The next line of standard error; nil at its end.
  func nextErrorLine() async -> String? { await errors.next() }

  /// Reads standard error up to a line that contains `text`; false if there is none.
  func readErrors(until text: String) async -> Bool {
    while let line = await nextErrorLine() {
      if line.contains(text) { return true }
    }
    return false
  }

  func send(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end: the exit status, or the negative number of the signal that ended the program.
  func end() async -> Int32 { await ended.value }

  /// Reads on a separate thread, because reading blocks.
  private static func lines(of handle: FileHandle) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      var rest: [UInt8] = []
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = Array(rest[(end + 1)...])
        }
      }
      continuation.finish()
    }
    return stream
  }
}
