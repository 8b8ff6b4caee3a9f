#if os(Linux) || os(macOS)
  internal import Dispatch
  internal import DoorwardSystem
  public import Foundation

  /// The default browser of this machine.
  public enum SystemBrowser {
    /// Shows an address to the user.
    ///
    /// - Throws: ``DoorwardError`` `no_browser` if no program can open it.
    @Sendable public static func open(_ address: URL) async throws {
      guard let program else { throw none }
      var browser = ChildProgram(program.path, [address.absoluteString])
      // Ctrl-C at the terminal must end this program only, not the browser.
      browser.hasOwnGroup = true
      guard let process = try? browser.start() else { throw none }
      // The program may run until the browser is closed. It fails soon if there is no browser.
      let (ends, continuation) = AsyncStream<Bool>.makeStream()
      DispatchQueue(label: "Doorward browser").async {
        if let end = process.wait() { continuation.yield(end == .exited(status: 0)) }
      }
      let patience = Task {
        try await Task.sleep(for: .seconds(3))
        continuation.finish()
      }
      defer { patience.cancel() }
      for await isDone in ends {
        guard isDone else { throw none }
        return
      }
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
      code: .noBrowser, reason: "There is no browser to sign in with.",
      recoverySuggestion: "Sign in with a code on another device.")
  }
#endif
