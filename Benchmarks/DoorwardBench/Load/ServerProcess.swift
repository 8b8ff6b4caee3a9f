import DoorwardCommandLine
import DoorwardSessions
import DoorwardSystem
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `doorward serve` in a separate process, so that its processor time does not include that of its clients.
final class ServerProcess {
  let port: UInt16
  private let process: ChildProcess
  private var isRunning = true

  /// Starts the server and waits until it answers. It writes its log, at the standard level, to a file of the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder with the store.
  ///   - port: The port; 0 takes a free one.
  ///   - configuration: The configuration file.
  /// - Throws: ``BenchFailure`` if the server does not start.
  init(
    in folder: BenchFolder, port: UInt16 = 0, configuration: String = "{}"
  ) throws {
    try BenchCommand.write(configuration, to: "\(folder.path)/doorward.json")
    // Variables of the caller must not configure the measured server.
    var server = ChildProgram(
      Self.program,
      [
        "serve", "--development", "--config", "\(folder.path)/doorward.json", "--data", folder.path,
        "--listen",
        "127.0.0.1:\(port)",
      ], environment: [:])
    server.output = .pipe
    server.errors = .file("\(folder.path)/server.log")
    do { process = try server.start() } catch { throw BenchFailure(reason: error.description) }
    guard let announced = Self.port(in: process.output?.line() ?? "") else {
      self.port = 0
      stop()
      let log = try TextFile.read("\(folder.path)/server.log") ?? []
      throw BenchFailure(reason: "the server did not start: \(String(decoding: log, as: UTF8.self))")
    }
    // The announced port is that of the public address, which may be a load balancer's.
    self.port = port == 0 ? announced : port
  }

  /// Starts a server on the store and the master key of another one, under the address of the other.
  ///
  /// - Parameters:
  ///   - folder: The folder of this server.
  ///   - other: The other server.
  ///   - otherFolder: The folder with the store and the master key.
  /// - Throws: ``BenchFailure`` if the server does not start.
  convenience init(in folder: BenchFolder, beside other: ServerProcess, _ otherFolder: BenchFolder) throws {
    let freePort = try ServerProcess(in: folder)
    freePort.stop()
    let configuration: JSONValue = [
      "database": .string("sqlite:\(otherFolder.path)"),
      "public_url": .string("http://127.0.0.1:\(other.port)"),
    ]
    try self.init(
      in: folder, port: freePort.port,
      configuration: String(decoding: configuration.serialized(), as: UTF8.self))
  }

  deinit { stop() }

  /// Limits the processor time of the server.
  ///
  /// - Throws: ``BenchFailure`` if the system refuses.
  func limit(to share: ProcessorShare) throws { try share.add(process.id) }

  /// Stops the server and waits until its process has ended.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    process.send(SIGTERM)
    _ = process.wait()
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

  /// The maximum memory of the process so far, in MiB.
  func peakMemory() throws -> Double {
    let status = String(decoding: try TextFile.read("/proc/\(process.id)/status") ?? [], as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard
      let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
    else { throw BenchFailure(reason: "the memory of a server is measured on Linux only") }
    return kibibytes / 1024
  }

  private func readClock() throws -> Double {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process.id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        throw BenchFailure(reason: "the server has ended")
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #else
      throw BenchFailure(reason: "the processor time of a server is measured on Linux only")
    #endif
  }

  /// The built server, beside this program.
  private static var program: String {
    let folder = (CommandLine.arguments.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
      .dropLast()
    return (folder + ["doorward-server"]).joined(separator: "/")
  }

  /// The port in the first line that the server prints: `account http://127.0.0.1:PORT`.
  private static func port(in line: String) -> UInt16? {
    line.hasPrefix("account ") ? line.split(separator: ":").last.flatMap { UInt16($0) } : nil
  }
}
