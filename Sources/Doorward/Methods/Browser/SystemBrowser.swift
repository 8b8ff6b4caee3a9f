#if os(Linux) || os(macOS)
  public import Foundation

  /// The browser that this machine opens addresses with.
  public enum SystemBrowser {
    /// Shows an address to the person.
    ///
    /// - Throws: ``DoorwardError`` `no_browser` where there is nothing to open it with.
    @Sendable public static func open(_ address: URL) async throws {
      guard let program else { throw none }
      let process = Process()
      process.executableURL = program
      process.arguments = [address.absoluteString]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      // What opens a browser may go on for as long as that is open, and fails soon where there is none.
      let (ends, continuation) = AsyncStream<Int32>.makeStream()
      process.terminationHandler = { continuation.yield($0.terminationStatus) }
      do { try start(process) } catch { throw none }
      let patience = Task {
        try await Task.sleep(for: .seconds(3))
        continuation.finish()
      }
      defer { patience.cancel() }
      for await status in ends {
        if status != 0 { throw none }
        return
      }
    }

    private static func start(_ process: Process) throws {
      #if os(Linux)
        // The threads of Swift's tasks have signals blocked, and what they start inherits that: a browser that
        // SIGTERM does not end, and that is not told of the end of its own processes. `Process` can give it no mask
        // of its own; for as long as it takes to start it, this thread hears also what the app wants none to hear.
        var (nothing, before) = (sigset_t(), sigset_t())
        sigemptyset(&nothing)
        pthread_sigmask(SIG_SETMASK, &nothing, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      #endif
      try process.run()
    }

    private static var program: URL? {
      #if os(macOS)
        let (name, path) = ("open", "/usr/bin")
      #else
        let (name, path) = ("xdg-open", ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")
      #endif
      return path.split(separator: ":").lazy.map { URL(fileURLWithPath: "\($0)/\(name)") }.first {
        FileManager.default.isExecutableFile(atPath: $0.path)
      }
    }

    private static let none = DoorwardError(
      code: .noBrowser, reason: "There is no browser here to sign in with.",
      recoverySuggestion: "Sign in with a code on another device.")
  }
#endif
