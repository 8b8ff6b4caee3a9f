#if os(Linux) || os(macOS)
  internal import Dispatch
  internal import Foundation

  /// A program that is started for the person, and goes on for as long as they want.
  enum BrowserProcess {
    /// Starts a program, without the streams of this process.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - argument: the one it is given.
    ///   - ended: told, once it has ended, whether it did what it was asked for; never where nobody can know.
    /// - Returns: whether it could be started.
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
        // A queue of its own has a thread of its own, which waits for as long as the browser is open.
        DispatchQueue(label: "Doorward browser").async {
          var status: Int32 = 0
          var found: pid_t
          repeat { found = waitpid(process, &status, 0) } while found < 0 && errno == EINTR
          // An app that listens to the end of no process, or of all, leaves nothing to be known here.
          if found == process { ended(status == 0) }
        }
        return true
      #endif
    }

    #if os(Linux)
      /// Not by `Process`: the threads of Swift's tasks have signals blocked, and what it starts inherits that. That
      /// would be a browser which SIGTERM does not end, and which is not told of the end of its own processes.
      private static func spawn(_ program: String, _ argument: String) -> pid_t? {
        var attributes = posix_spawnattr_t()
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        // What this program ignores, the browser would too.
        var heard = sigset_t()
        sigemptyset(&heard)
        for signal in [SIGCHLD, SIGTERM, SIGPIPE] { sigaddset(&heard, signal) }
        posix_spawnattr_setsigdefault(&attributes, &heard)
        // A group of its own, which is zero here: what ends this program at a terminal does not end the browser.
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
