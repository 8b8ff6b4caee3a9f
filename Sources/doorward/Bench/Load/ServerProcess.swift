import DoorwardSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `doorward serve` in a process of its own, so that its processor time does not include that of its clients.
final class ServerProcess {
  let port: UInt16
  private let process: pid_t
  private let output: Int32
  private var isRunning = true

  /// Starts the server and waits until it answers. It writes its log, at the standard level, to a file of the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder with the store.
  ///   - port: The port; 0 takes a free one.
  /// - Throws: ``BenchFailure`` if the server does not start.
  init(in folder: BenchFolder, port: UInt16 = 0) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Self.failure("no pipe", errno) }
    output = ends[0]
    try BenchCommand.write("{}", to: "\(folder.path)/doorward.json")
    let arguments = [
      "serve", "--development", "--config", "\(folder.path)/doorward.json", "--data", folder.path, "--listen",
      "127.0.0.1:\(port)",
    ]
    do {
      defer { close(ends[1]) }
      process = try Self.spawn(arguments, output: ends[1], log: "\(folder.path)/server.log")
    } catch {
      close(output)
      throw error
    }
    guard let port = Self.port(in: Self.line(output)) else {
      self.port = 0
      stop()
      let log = try TextFile.read("\(folder.path)/server.log") ?? []
      throw BenchFailure(reason: "the server did not start: \(String(decoding: log, as: UTF8.self))")
    }
    self.port = port
  }

  deinit { stop() }

  /// Stops the server and waits until its process has ended.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    kill(process, SIGTERM)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(output)
  }

  /// The processor time that the process has used, in seconds, including the kernel's time for it.
  ///
  /// Waits first until the server is idle, so that work after its last response is included.
  func processorSeconds() throws -> Double {
    var last = try readClock()
    while true {
      usleep(3000)
      let now = try readClock()
      // An idle server wakes up for its timers only.
      if now - last < 0.000_05 { return now }
      last = now
    }
  }

  private func readClock() throws -> Double {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        throw BenchFailure(reason: "the server has ended")
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #else
      throw BenchFailure(reason: "the processor time of a server is measured on Linux only")
    #endif
  }

  private static func spawn(_ arguments: [String], output: Int32, log: String) throws -> pid_t {
    #if canImport(Glibc) || canImport(Musl)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let program = CommandLine.arguments[0]
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // Variables of the caller must not configure the measured server.
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    let code = posix_spawnp(&process, program, &actions, &attributes, &words, &environment)
    guard code == 0 else { throw failure("\(program) cannot be started", code) }
    return process
  }

  /// The first line that the server prints: `account http://127.0.0.1:PORT`.
  private static func line(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func port(in line: String) -> UInt16? {
    line.hasPrefix("account ") ? line.split(separator: ":").last.flatMap { UInt16($0) } : nil
  }

  private static func failure(_ event: String, _ code: Int32) -> BenchFailure {
    BenchFailure(reason: "\(event): \(String(cString: strerror(code)))")
  }
}
