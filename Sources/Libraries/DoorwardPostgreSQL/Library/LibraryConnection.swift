internal import CDoorwardPQ

/// The owner of libpq's connection, in pipeline mode. No call waits longer than its deadline. After a call has thrown, the
/// connection must not be used any more.
final class LibraryConnection {
  let pointer: OpaquePointer
  /// The bytes that were queued since everything was sent, or a few more.
  private var unsentBytes = 0

  /// Takes ownership of a connection that has just been made.
  init(owning pointer: OpaquePointer) throws(PostgreSQLError) {
    self.pointer = pointer
    guard PQsetnonblocking(pointer, 1) == 0, PQenterPipelineMode(pointer) == 1 else { throw lost }
  }

  deinit { PQfinish(pointer) }

  var transactionStatus: PostgreSQLTransactionStatus {
    switch PQtransactionStatus(pointer) {
    case PQTRANS_IDLE: .idle
    case PQTRANS_ACTIVE: .active
    case PQTRANS_INTRANS: .open
    case PQTRANS_INERROR: .failed
    default: .unknown
    }
  }

  var serverVersion: Int { Int(PQserverVersion(pointer)) }

  var tlsVersion: String? {
    guard PQsslInUse(pointer) == 1, let name = PQsslAttribute(pointer, "protocol") else { return nil }
    return String(cString: name)
  }

  // MARK: Sending

  func queue(text: [CChar], _ values: BoundValues) throws(PostgreSQLError) {
    let types = values.types
    try require(
      values.withPointers { count, addresses, lengths, formats in
        PQsendQueryParams(pointer, text, count, types, addresses, lengths, formats, 1)
      }, adding: text.count + values.encodedSize)
  }

  func queuePreparation(name: String, text: [CChar], types: [UInt32]) throws(PostgreSQLError) {
    try require(
      PQsendPrepare(pointer, name, text, Int32(types.count), types), adding: text.count + 4 * types.count)
  }

  func queue(prepared name: String, _ values: BoundValues) throws(PostgreSQLError) {
    try require(
      values.withPointers { count, addresses, lengths, formats in
        PQsendQueryPrepared(pointer, name, count, addresses, lengths, formats, 1)
      }, adding: values.encodedSize)
  }

  func queueEnd() throws(PostgreSQLError) { try require(PQpipelineSync(pointer), adding: 0) }

  private func require(_ result: Int32, adding bytes: Int) throws(PostgreSQLError) {
    // The messages of one statement have at most this many bytes besides its text and its values.
    unsentBytes += bytes + 96
    guard result == 1 else { throw lost }
  }

  /// Whether libpq may have sent something that was queued. It does so by itself when it holds 8 KiB (`pqPutMsgEnd`).
  var mayHaveSent: Bool { unsentBytes > 6 << 10 }

  /// Sends everything that is queued, and reads meanwhile: a server that cannot send does not read.
  func flush(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
    while true {
      switch PQflush(pointer) {
      case 0:
        unsentBytes = 0
        return
      case 1: try wait([.reading, .writing], until: deadline)
      default: throw lost
      }
    }
  }

  // MARK: Receiving

  /// The result of the next statement, or its error.
  func receive(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> Result<
    PostgreSQLResult, PostgreSQLError
  > {
    guard let first = try next(until: deadline) else {
      throw PostgreSQLError(.connectionLostAfterSending, "the answers do not fit to the statements")
    }
    let outcome = Self.outcome(first)
    // Each statement in a pipeline has one result and an end.
    guard try next(until: deadline) == nil else {
      throw PostgreSQLError(.connectionLostAfterSending, "a statement has more than one result")
    }
    if case .failure(let error) = outcome, error.endsConnection { throw error }
    return outcome
  }

  /// Reads the end of a batch.
  func receiveEnd(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
    guard let end = try next(until: deadline) else { throw lost }
    defer { PQclear(end) }
    guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else {
      throw PostgreSQLError(failing: end) ?? lost
    }
  }

  private static func outcome(_ result: OpaquePointer) -> Result<PostgreSQLResult, PostgreSQLError> {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
      return .success(PostgreSQLResult(owning: result))
    case PGRES_PIPELINE_ABORTED:
      PQclear(result)
      return .failure(PostgreSQLError(.skipped, "an earlier statement of the batch failed"))
    default:
      defer { PQclear(result) }
      return .failure(
        PostgreSQLError(failing: result)
          ?? PostgreSQLError(.misuse, "the statement is of an unsupported kind"))
    }
  }

  /// libpq's next result, which the caller must clear; nil at the end of a statement.
  func next(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> OpaquePointer? {
    while PQisBusy(pointer) == 1 {
      try wait(PQflush(pointer) == 1 ? [.reading, .writing] : .reading, until: deadline)
    }
    return PQgetResult(pointer)
  }

  /// Reads what has arrived, without waiting. The end of the connection can follow a message that announces it, so one read
  /// is not enough.
  func readAvailable() throws(PostgreSQLError) {
    for _ in 0..<8 where SocketWait.wait(for: PQsocket(pointer), .reading, until: .now) {
      guard PQconsumeInput(pointer) == 1 else { throw lost }
    }
    try requireOpen()
  }

  func requireOpen() throws(PostgreSQLError) {
    guard PQstatus(pointer) == CONNECTION_OK else { throw lost }
  }

  func wait(
    _ interest: SocketWait.Interest, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    guard SocketWait.wait(for: PQsocket(pointer), interest, until: deadline) else {
      throw PostgreSQLError(
        .noAnswer, "the server has not answered in time: check the network and the load of the server")
    }
    guard PQconsumeInput(pointer) == 1 else {
      // The server may have said why before it closed the connection.
      if PQisBusy(pointer) == 0, let last = PQgetResult(pointer) {
        defer { PQclear(last) }
        if let error = PostgreSQLError(failing: last), error.endsConnection { throw error }
      }
      throw lost
    }
  }

  var lost: PostgreSQLError {
    PostgreSQLError(
      .connectionLostAfterSending, ServerMessage.oneLine(String(cString: PQerrorMessage(pointer))))
  }

  // MARK: Outside the pipeline

  /// Runs a text of several statements.
  ///
  /// - Returns: the error of the statement that failed.
  /// - Throws: ``PostgreSQLError`` if the connection is lost.
  func script(_ sql: String, within patience: Duration) throws(PostgreSQLError) -> PostgreSQLError? {
    guard PQexitPipelineMode(pointer) == 1, PQsendQuery(pointer, sql) == 1 else { throw lost }
    try flush(until: .now + patience)
    var failure: PostgreSQLError?
    while let result = try next(until: .now + patience) {
      if case .failure(let error) = Self.outcome(result), failure == nil { failure = error }
      try requireOpen()
    }
    try requireOpen()
    guard PQenterPipelineMode(pointer) == 1 else { throw lost }
    return failure
  }

  /// Waits for messages of `NOTIFY`. The pipeline must be empty.
  func notifications(until deadline: ContinuousClock.Instant) throws(PostgreSQLError)
    -> [PostgreSQLNotification]
  {
    while true {
      try readAvailable()
      var found: [PostgreSQLNotification] = []
      while let message = PQnotifies(pointer) {
        defer { PQfreemem(message) }
        found.append(
          PostgreSQLNotification(
            channel: String(cString: message.pointee.relname),
            payload: String(cString: message.pointee.extra),
            sender: message.pointee.be_pid))
      }
      if !found.isEmpty { return found }
      guard SocketWait.wait(for: PQsocket(pointer), .reading, until: deadline) else { return [] }
    }
  }
}
