internal import CDoorwardPQ

/// One connection to a PostgreSQL server: the only owner of its C pointer.
///
/// Only one thread at a time may use a connection, and the thread may block: every call has a limit of time
/// (``PostgreSQLTimeouts``). The type is not `Sendable`, so the compiler ensures the first for a connection that stays with
/// one owner.
///
/// Statements are queued, sent together and answered in order (libpq's pipeline mode). A batch ends with ``send()`` or
/// ``result(of:)``. If a statement fails, the server skips the rest of its batch
/// (``PostgreSQLError/Code/skipped``). A transaction may have several batches.
///
/// ```swift
/// let connection = try PostgreSQLConnection(settings)
/// try connection.queue("BEGIN")
/// let names = try connection.queue("SELECT name FROM users WHERE age > ?1", [.integer(18)])
/// let result = try connection.result(of: names)  // one round trip for both
/// for row in result.rows { print(try row.text(0)) }
/// try connection.queue("COMMIT")
/// try connection.send()
/// ```
///
/// SQL is a `StaticString`, which is a literal in the program, so no input can become part of it. Parameters are written
/// `?1` or `$1`.
public final class PostgreSQLConnection {
  /// The settings with which the connection was opened.
  public let settings: PostgreSQLSettings
  /// The time to wait for an answer; longer for a statement that is known to be slow, such as a migration.
  public var answerTimeout: Duration
  /// The server of the list that has accepted the connection.
  let server: ServerAddress
  /// Whether the connection has ended because an answer did not arrive in time.
  public private(set) var hasGoneSilent = false
  private var library: LibraryConnection?
  private var statements: StatementCache
  private var awaited = AwaitedAnswers()
  private var batch: UInt64 = 1

  /// Opens a connection to the first server of the settings that accepts it.
  ///
  /// - Throws: ``PostgreSQLError``
  public init(_ settings: PostgreSQLSettings) throws(PostgreSQLError) {
    self.settings = settings
    answerTimeout = settings.timeouts.answer
    statements = StatementCache(usesNames: settings.pooler == .none)
    (library, server) = try LibraryConnection.open(settings)
  }

  /// Settings with the same list of servers, with which the server of this connection is tried first.
  public func preferringServer(in settings: PostgreSQLSettings) -> PostgreSQLSettings {
    settings.preferring(server)
  }

  /// Whether settings with the same list of servers try the server of this connection first.
  public func isPreferred(in settings: PostgreSQLSettings) -> Bool { settings.servers.first == server }

  // MARK: State

  /// Closes the connection. The server rolls back an open transaction.
  public func close() {
    lose(PostgreSQLError(.connectionLostAfterSending, "the connection was closed"))
  }

  /// Whether the connection was open when it was last used.
  public var isUsable: Bool { library != nil }

  /// The state of the transaction. It is known if all answers have been read, as after ``settle()``.
  public var transactionStatus: PostgreSQLTransactionStatus {
    guard let library else { return .unknown }
    return awaited.isEmpty ? library.transactionStatus : .active
  }

  /// Whether the server still has the connection, as far as is known without asking: reads what has arrived, without
  /// waiting. To be called before an idle connection is used again.
  public func isAlive() -> Bool {
    guard let library else { return false }
    do {
      try library.readAvailable()
      return true
    } catch {
      lose(error)
      return false
    }
  }

  /// The server's version, such as 150018 for 15.18; 0 if the connection is lost.
  public var serverVersion: Int { library?.serverVersion ?? 0 }

  /// The version of TLS that protects the connection, such as `TLSv1.3`; nil if there is no TLS.
  public var tlsVersion: String? { library?.tlsVersion }

  // MARK: Statements

  /// Queues a statement. It is sent with the end of its batch, or earlier.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: the values of its parameters.
  ///   - mustAffectOneRow: whether the statement is a `SELECT`, or an `INSERT`, `UPDATE` or `DELETE` without `RETURNING`, that
  ///     fails with ``PostgreSQLError/Code/rowCount`` unless it finds or changes exactly one row.
  /// - Returns: the answer, for ``result(of:)``. It can be ignored.
  /// - Throws: ``PostgreSQLError`` if the statement could not be queued. It is
  ///   ``PostgreSQLError/Code/connectionLostBeforeSending`` if the connection was lost before.
  @discardableResult
  public func queue(
    _ sql: StaticString, _ values: [PostgreSQLValue] = [], mustAffectOneRow: Bool = false
  ) throws(PostgreSQLError) -> PostgreSQLAnswer {
    let plan = try statements.plan(for: sql, mustAffectOneRow: mustAffectOneRow, batch: batch)
    return try queue(plan, with: values, for: PostgreSQLAnswer(mustAffectOneRow: mustAffectOneRow))
  }

  /// Queues a statement whose first parameter is the result of a query that runs within it. So a statement that needs the
  /// result of another one can be sent in the same round trip.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - selection: the query of the first parameter, and the values of its own parameters. It returns at most one row, with
  ///     one column of bytes.
  ///   - values: the values of the other parameters of the statement.
  /// - Returns: the answer, for ``result(of:)``.
  /// - Throws: ``PostgreSQLError`` as ``queue(_:_:mustAffectOneRow:)``.
  public func queue(
    _ sql: StaticString, selecting selection: (sql: StaticString, values: [PostgreSQLValue]),
    _ values: [PostgreSQLValue]
  ) throws(PostgreSQLError) -> PostgreSQLAnswer {
    let plan = try statements.plan(
      for: sql, selecting: StatementCache.Selection(sql: selection.sql, offset: values.count + 1),
      batch: batch)
    // The text has no first parameter, but the numbers of the others stay, so it has a value.
    return try queue(
      plan, with: [.blob([])] + values + selection.values, for: PostgreSQLAnswer(mustAffectOneRow: false))
  }

  private func queue(
    _ plan: StatementCache.Plan, with values: [PostgreSQLValue], for answer: PostgreSQLAnswer
  ) throws(PostgreSQLError) -> PostgreSQLAnswer {
    let library = try requireLibrary()
    let bound = try BoundValues(values)
    do {
      try queue(plan, with: bound, for: answer, on: library)
    } catch {
      if library.mayHaveSent { awaited.noteSending() }
      lose(error)
      throw library.mayHaveSent ? error : PostgreSQLError(.connectionLostBeforeSending, error.reason)
    }
    // libpq sends in order, so earlier statements of the batch have gone too.
    if library.mayHaveSent { awaited.noteSending() }
    return answer
  }

  private func queue(
    _ plan: StatementCache.Plan, with values: BoundValues, for answer: PostgreSQLAnswer,
    on library: LibraryConnection
  ) throws(PostgreSQLError) {
    switch plan {
    case .unnamed(let text):
      try library.queue(text: text, values)
    case .prepare(let name, let text, let evicted):
      if let evicted {
        try library.queue(text: "DEALLOCATE \(evicted)".utf8CString.map { $0 }, BoundValues([]))
        awaited.append(.own)
      }
      try library.queuePreparation(name: name, text: text, types: values.types)
      awaited.append(.preparation(name: name, answer: answer))
      try library.queue(prepared: name, values)
    case .run(let name):
      try library.queue(prepared: name, values)
    }
    awaited.append(.statement(answer))
  }

  /// Ends the batch and sends what is queued. Answers are not waited for.
  ///
  /// - Throws: ``PostgreSQLError`` if the connection is lost.
  public func send() throws(PostgreSQLError) {
    let library = try requireLibrary()
    awaited.noteSending()
    do {
      if awaited.hasOpenBatch {
        try library.queueEnd()
        awaited.append(.end)
        batch &+= 1
      }
      try library.flush(until: .now + answerTimeout)
    } catch {
      lose(error)
      throw error
    }
  }

  /// The result of a statement. Sends the batch if that has not happened, and waits.
  ///
  /// - Throws: ``PostgreSQLError``: the error of this statement, or of the connection.
  public func result(of answer: PostgreSQLAnswer) throws(PostgreSQLError) -> PostgreSQLResult {
    if let outcome = answer.outcome { return try outcome.get() }
    try send()
    while answer.outcome == nil, awaited.next != nil { try receive() }
    // The end of the batch comes with its last answer. Reading it makes the state of the transaction known.
    if case .end = awaited.next { try receive() }
    guard let outcome = answer.outcome else {
      throw PostgreSQLError(.misuse, "the answer belongs to another connection")
    }
    return try outcome.get()
  }

  /// Queues one statement and waits for its result.
  @discardableResult
  public func run(
    _ sql: StaticString, _ values: [PostgreSQLValue] = []
  ) throws(PostgreSQLError) -> PostgreSQLResult {
    try result(of: queue(sql, values))
  }

  /// Sends what is queued and reads all answers. Errors of statements are in their answers.
  ///
  /// - Throws: ``PostgreSQLError`` if the connection is lost.
  public func settle() throws(PostgreSQLError) {
    try send()
    while awaited.next != nil { try receive() }
  }

  /// Runs several statements without parameters and results, such as those of a migration. The text must be a literal
  /// or made of literals.
  ///
  /// - Throws: ``PostgreSQLError`` of the first statement that fails. The rest does not run. Outside a transaction, none
  ///   of the statements has an effect then.
  public func script(_ sql: String) throws(PostgreSQLError) {
    let failure = try withSettledLibrary { library throws(PostgreSQLError) in
      try library.script(sql, within: answerTimeout)
    }
    if let failure { throw failure }
  }

  // MARK: Notifications

  /// The messages of the channels for which this session has run `LISTEN`.
  ///
  /// - Parameter wait: the time to wait if there is none yet.
  /// - Returns: the messages in their order; empty if the time has passed.
  /// - Throws: ``PostgreSQLError`` if the connection is lost.
  public func notifications(waitingAtMost wait: Duration) throws(PostgreSQLError) -> [PostgreSQLNotification]
  {
    try withSettledLibrary { library throws(PostgreSQLError) in
      try library.notifications(until: .now + wait)
    }
  }

  // MARK: Answers

  /// Reads the answer to the next part.
  private func receive() throws(PostgreSQLError) {
    let library = try requireLibrary()
    guard let part = awaited.next else { return }
    let deadline = ContinuousClock.now + answerTimeout
    do {
      switch part {
      case .end: try library.receiveEnd(until: deadline)
      case .own: _ = try library.receive(until: deadline)
      case .preparation(let name, let answer):
        let outcome = try library.receive(until: deadline)
        if case .failure(let error) = outcome { answer.preparationError = error }
        statements.finish(name, isPrepared: answer.preparationError == nil)
      case .statement(let answer):
        let outcome = try library.receive(until: deadline)
        answer.receive(outcome)
        if case .failure(let error) = outcome, error.code == .stalePlan { statements.forgetNames() }
      }
      awaited.removeFirst()
      try library.requireOpen()
    } catch {
      lose(error)
      throw error
    }
  }

  /// Reads all answers, then runs a body outside the pipeline. An error of the body ends the connection.
  func withSettledLibrary<Value>(
    _ body: (LibraryConnection) throws(PostgreSQLError) -> Value
  ) throws(PostgreSQLError) -> Value {
    try settle()
    let library = try requireLibrary()
    do {
      return try body(library)
    } catch {
      lose(error)
      throw error
    }
  }

  func requireLibrary() throws(PostgreSQLError) -> LibraryConnection {
    guard let library else {
      throw PostgreSQLError(.connectionLostBeforeSending, "the connection was lost earlier")
    }
    return library
  }

  /// Ends the connection. Every open answer gets the error.
  func lose(_ error: PostgreSQLError) {
    if library != nil { hasGoneSilent = error.code == .noAnswer }
    library = nil
    awaited.fail { mayHaveBeenSent in
      mayHaveBeenSent ? error : PostgreSQLError(.connectionLostBeforeSending, error.reason)
    }
  }
}
