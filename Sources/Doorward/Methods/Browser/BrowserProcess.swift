#if os(Linux) || os(macOS)
  internal import Dispatch
  internal import Foundation

  /// A program that is started for the user and runs independently of this process.
  enum BrowserProcess {
    /// Starts a program without the standard streams of this process.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - argument: The only argument.
    ///   - ended: Receives whether the program succeeded, when it has ended. It is not called if the status is unknown.
    /// - Returns: Whether the program was started.
    static func start(
      _ program: String, _ argument: String, ended: @escaping @Sendable (_ isDone: Bool) -> Void
    ) -> Bool {
      #if os(macOS)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [argument]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { ended($0.terminationStatus == 0) }
        return (try? process.run()) != nil
      #else
        guard let process = spawn(program, argument) else { return false }
        // A separate queue has its own thread, which waits until the browser is closed.
        DispatchQueue(label: "Doorward browser").async {
          var status: Int32 = 0
          var found: pid_t
          repeat { found = waitpid(process, &status, 0) } while found < 0 && errno == EINTR
          // The status is unknown if the app ignores SIGCHLD or waits for all of its processes.
          if found == process { ended(status == 0) }
        }
        return true
      #endif
    }

    #if os(Linux)
      /// `Process` is not used: the threads of Swift's tasks block signals, and a child inherits that. SIGTERM would not
      /// end such a browser, and SIGCHLD would not reach it.
      private static func spawn(_ program: String, _ argument: String) -> pid_t? {
        var attributes = posix_spawnattr_t()
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        // The browser would also inherit the signals that this program ignores.
        var heard = sigset_t()
        sigemptyset(&heard)
        for signal in [SIGCHLD, SIGTERM, SIGPIPE] { sigaddset(&heard, signal) }
        posix_spawnattr_setsigdefault(&attributes, &heard)
        // Zero makes a new process group: Ctrl-C at the terminal ends this program and not the browser.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
          &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in STDIN_FILENO...STDERR_FILENO {
          posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        for file in openFiles() where file > STDERR_FILENO {
          posix_spawn_file_actions_addclose(&actions, file)
        }

        let words = [program, argument].map { (word: String) in strdup(word) }
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer { for text in words + variables { free(text) } }
        var process = pid_t()
        let failure = posix_spawn(&process, program, &actions, &attributes, words + [nil], variables + [nil])
        return failure == 0 ? process : nil
      }

      private static func openFiles() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }
      }
    #endif
  }
#endif
