internal import CDoorwardPQ

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LibraryConnection {
  /// Connects to the first server that accepts the connection.
  static func open(
    _ settings: PostgreSQLSettings
  ) throws(PostgreSQLError) -> (connection: LibraryConnection, server: ServerAddress) {
    var failures: [PostgreSQLError] = []
    for server in settings.servers {
      do {
        return (try open(server, settings), server)
      } catch {
        failures.append(error)
      }
    }
    // A standby and a server that does not run say less than a server that refuses the password.
    let telling = failures.first { $0.code != .unreachable && $0.code != .readOnly } ?? failures.last
    throw PostgreSQLError(
      telling?.code ?? .unreachable, failures.map(\.reason).joined(separator: "; "),
      sqlState: telling?.sqlState)
  }

  private static func open(
    _ server: ServerAddress, _ settings: PostgreSQLSettings
  ) throws(PostgreSQLError) -> LibraryConnection {
    let options = sessionOptions(server, settings)
    guard let pointer = LibraryOptions.start(options) else {
      throw PostgreSQLError(.outOfMemory, "there is no memory for a connection")
    }
    do {
      // Otherwise libpq does not say the SQLSTATE.
      PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
      doorward_pq_ignore_notices(pointer)
      try connect(pointer, server, until: .now + settings.timeouts.connect)
    } catch {
      PQfinish(pointer)
      throw error
    }
    return try LibraryConnection(owning: pointer)
  }

  private static func connect(
    _ pointer: OpaquePointer, _ server: ServerAddress, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    // https://www.postgresql.org/docs/current/libpq-connect.html, PQconnectPoll: at first, wait to write.
    var interest = SocketWait.Interest.writing
    while true {
      guard PQstatus(pointer) != CONNECTION_BAD else { throw failure(pointer) }
      guard SocketWait.wait(for: PQsocket(pointer), interest, until: deadline) else {
        throw PostgreSQLError(.unreachable, "connection to server \(server) failed: no answer in time")
      }
      switch PQconnectPoll(pointer) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: interest = .reading
      case PGRES_POLLING_WRITING: interest = .writing
      default: throw failure(pointer)
      }
    }
  }

  private static func failure(_ pointer: OpaquePointer) -> PostgreSQLError {
    let password = PQpass(pointer).map { String(cString: $0) }
    let error = ConnectionFailure.error(String(cString: PQerrorMessage(pointer)), password: password)
    return PQconnectionNeedsPassword(pointer) == 1 ? PostgreSQLError(.authentication, error.reason) : error
  }

  private static func sessionOptions(
    _ server: ServerAddress, _ settings: PostgreSQLSettings
  ) -> [String: String] {
    var options = settings.options
    options["host"] = server.host
    options["hostaddr"] = server.address
    options["port"] = server.port
    options["client_encoding"] = "UTF8"
    if (options["application_name"] ?? "").isEmpty { options["application_name"] = "doorward" }
    if settings.pooler == .none {
      // The options of the operator come later, so they win.
      options["options"] = settings.timeouts.sessionOptions + " " + (options["options"] ?? "")
    }
    // A connection that is dead without a packet is noticed within a minute also while nothing is sent.
    for (name, value) in [
      ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "30000"),
    ] where (options[name] ?? "").isEmpty {
      options[name] = value
    }
    return options
  }
}

/// Waits on the socket of a connection.
enum SocketWait {
  /// The events that end a wait.
  struct Interest: OptionSet {
    let rawValue: Int16
    static let reading = Interest(rawValue: Int16(POLLIN))
    static let writing = Interest(rawValue: Int16(POLLOUT))
  }

  /// Blocks the thread until the socket is ready or has failed.
  ///
  /// - Returns: false if the deadline has passed before.
  static func wait(for socket: Int32, _ interest: Interest, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      // Rounded up, so that the loop does not spin during the last millisecond.
      let milliseconds = left == .zero ? 0 : Int32(clamping: left.milliseconds + 1)
      var descriptor = pollfd(fd: socket, events: interest.rawValue, revents: 0)
      let count = poll(&descriptor, 1, milliseconds)
      if count > 0 { return true }
      if count < 0, errno != EINTR { return true }
      if count == 0, left == .zero { return false }
    }
  }
}
