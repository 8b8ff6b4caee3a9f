import DoorwardCommandLine
import DoorwardHTTP
import DoorwardPhotos
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

/// Runs the server until it receives a signal to stop.
enum ServeCommand: Command {
  static let words = ["serve"]
  static let summary = "run the server"
  static let synopsis = "[OPTION…]"
  static let options =
    [
      CommandOption(
        "listen", value: "ADDRESS:PORT",
        "the address to listen on (default: localhost:8787; port 0: a free port)"),
      CommandOption(
        "public-url", value: "URL", "the address that users see (default: http:// and --listen)"),
      CommandOption(
        "wallet-listen", value: "ADDRESS:PORT",
        "the address that serves wallet code (default: a port near --listen)"),
      CommandOption(
        "admin-listen", value: "ADDRESS:PORT",
        "the address for the operator (default: loopback, a port near --listen)"),
      CommandOption("wallet-url", value: "URL", "the address of the wallet origin that users see"),
      CommandOption(
        "log-level", value: "LEVEL", "debug, info, notice, warning or error (default: info)"),
    ] + ConfigurationOptions.all + [
      CommandOption(
        "delivery", value: "console",
        "print messages with their codes on standard error, for this machine only"),
      CommandOption(
        "development",
        "for this machine only: no rate limits on loopback, codes on the console"),
      CommandOption(
        CoreDumps.option, "allow core dumps, which contain the master key (default: disabled)"),
    ]
  static let discussion = """
    Every option except --allow-core-dumps is also a variable: DOORWARD_PUBLIC_URL is --public-url, and
    DOORWARD_DELIVERY__CONSOLE=true is --delivery console.
    docs/configuration.md lists the keys of the file. The server prints its addresses on standard output when
    it is ready. Logs go to standard error, one JSON object per line. SIGTERM and SIGINT stop accepting
    connections and drain requests; a second signal stops at once.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let log = LineWriter(.error)
    defer { log.flush() }
    let logger = Logger(threshold: configuration.logLevel, flush: log.flush, write: log.write)
    FileDescriptorLimit.raise()
    let stop = StopSignals()
    let photos = try await PhotoWorker(.own)
    defer { photos.close() }
    let server = try await Server.start(configuration, logger: logger, photos: photos)
    Output.line("account \(server.accountURL)")
    if let walletURL = server.walletURL {
      Output.line("wallet \(walletURL)")
    } else {
      logger.log(.warning, "wallet_url is not set, so the hosted page offers no NEAR wallets")
    }
    let administration = server.administrationURL.map { "\($0)" } ?? "http://\(server.administrationAddress)"
    Output.line("admin \(administration)")
    do {
      if let link = try await server.firstOwnerLink() { Output.line("claim \(link)") }
    } catch {
      // A server whose store cannot be written now still serves its users.
      logger.log(.warning, "the link for the first owner could not be made", LoggedError.members(of: error))
    }
    if configuration.isDevelopment {
      log.write(
        [UInt8]("Open \(server.accountURL) in a browser, or run: doorward try \(server.accountURL)\n".utf8))
    }
    if configuration.delivery.isConsole {
      log.write([UInt8]("Messages to users are printed here, with their codes.\n".utf8))
    }
    await stop.first()
    logger.log(.notice, "draining")
    let drain = Task { await server.drain() }
    let second = Task {
      await stop.second()
      // The wait also ends when the server has stopped.
      guard !Task.isCancelled else { return }
      logger.log(.warning, "stopping at once")
      log.flush()
      exitProcess(with: .refused)
    }
    await drain.value
    second.cancel()
    logger.log(.notice, "stopped")
    return .done
  }
}

/// The limit of open files and sockets of this process.
enum FileDescriptorLimit {
  /// Raises the limit to the system's maximum, because each connection needs a descriptor. The usual limit of a
  /// shell, 1024, is below the server's connection limit.
  static func raise() {
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      let most = rlim_t.max
    #else
      let resource = RLIMIT_NOFILE
      // The maximum is usually infinite, and macOS refuses more than OPEN_MAX: see setrlimit(2), "Compatibility".
      let most = rlim_t(OPEN_MAX)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(most, limit.rlim_max)
    setrlimit(resource, &limit)
  }
}
