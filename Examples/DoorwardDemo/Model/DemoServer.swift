#if os(Linux) || os(macOS)
  import DoorwardSystem
  import Foundation

  /// The server of the demo: the program `doorward` from the same build, with its data in a temporary folder.
  final class DemoServer: Sendable {
    /// The address.
    let url: URL
    /// The messages that a server outside of development would send by mail and SMS.
    let messages: AsyncStream<String>
    private let process: ChildProcess
    private let folder: URL

    /// The server that `DOORWARD_SERVER_URL` names, or a server that this call starts.
    ///
    /// - Throws: ``NotStarted``.
    static func chosen() throws -> (started: DemoServer?, url: URL) {
      if let address = ProcessInfo.processInfo.environment["DOORWARD_SERVER_URL"],
        let given = URL(string: address)
      {
        return (nil, given)
      }
      let started = try DemoServer()
      return (started, started.url)
    }

    /// Starts the server, and waits until it listens.
    ///
    /// - Throws: ``NotStarted``.
    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "doorward-demo-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "doorward-server")
      var server = ChildProgram(
        program.path, ["serve", "--development", "--listen", "127.0.0.1:0", "--data", folder.path])
      server.output = .pipe
      server.errors = .pipe
      process = try server.start()
      guard let line = process.output?.line(), let address = line.split(separator: " ").last,
        let url = URL(string: String(address))
      else {
        process.send(SIGTERM)
        throw NotStarted()
      }
      self.url = url
      let (messages, sent) = AsyncStream<String>.makeStream()
      self.messages = messages
      if let errors = process.errors {
        Thread.detachNewThread {
          while let line = errors.line() { if Self.isMessage(line) { sent.yield(line) } }
          sent.finish()
        }
      }
    }

    /// Whether a line is a message to a user, `ada@example.com: Your code …`, and not an entry of the log.
    private static func isMessage(_ line: String) -> Bool {
      guard let address = line.split(separator: ": ").first, address.count < line.count else { return false }
      return !address.contains(" ") && (address.contains("@") || address.hasPrefix("+"))
    }

    /// Ends the server and removes its data.
    func stop() {
      process.send(SIGTERM)
      _ = process.wait()
      try? FileManager.default.removeItem(at: folder)
    }

    /// The server is not built, or did not print its address.
    struct NotStarted: Error, CustomStringConvertible {
      let description =
        "The server did not start. Build it first: swift build --package-path Server --product doorward-server"
    }
  }
#endif
