import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardStore
import DoorwardSystem
import Foundation
import Testing

@Suite("PostgreSQL store: failures of the server and of the network")
struct PostgreSQLFailureTests {
  /// Runs a body with a store that reaches its database through a proxy.
  private func withProxy(
    _ options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(connections: 1),
    timeouts: PostgreSQLTimeouts = PostgreSQLTimeouts(),
    _ body: (PostgreSQLStore, HostileProxy) async throws -> Void
  ) async throws {
    let database = try await MigratedDatabase.make()
    let proxy = try HostileProxy(to: database.server.port)
    let url = database.server.url(database.name, port: proxy.port)
    try await PostgreSQLStore.with(database, url: url, options: options, timeouts: timeouts) { store in
      try await body(store, proxy)
    }
  }

  @Test func acknowledgedChangesSurviveKilledServerAndCallsSucceedSoonAfterItsReturn() async throws {
    let server = try await PostgreSQLServer.start()
    try await PostgreSQLStore.with(url: server.url()) { store in
      let acknowledged = Monitor<[ChallengeID]>([])
      let isOver = Monitor(false)
      let load = Task {
        await together(8) { _ in
          while !isOver.withLock({ $0 }) {
            let challenge = try newChallenge()
            guard try await store.acknowledges(challenge) else {
              // The server that starts needs the processors.
              try await Task.sleep(for: .milliseconds(5))
              continue
            }
            acknowledged.withLock { $0.append(challenge) }
          }
        }
      }
      for round in 1...3 {
        let before = acknowledged.withLock { $0.count }
        while acknowledged.withLock({ $0.count }) < before + 50 { await Task.yield() }
        try server.signal(round == 2 ? SIGINT : SIGKILL)
        try await waitForEnd(server, store)
        try await start(server)
        // A call that begins a second after the return of the server succeeds, however busy this machine is.
        let returnOfServer = ContinuousClock.now
        var begin = returnOfServer
        while (try? await store.check()) == nil {
          try #require(returnOfServer.duration(to: begin) < .seconds(1))
          try await Task.sleep(for: .milliseconds(5))
          begin = .now
        }
      }
      isOver.withLock { $0 = true }
      for case .failure(let error) in await load.value { Issue.record(error) }
      for challenge in acknowledged.withLock({ $0 }) {
        #expect(try await store.write { try $0.spend(challenge, until: moment(300_000)) } == false)
      }
    }
  }

  @Test func connectionsThatWereCutWhileIdleAreReplaced() async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database, options: PostgreSQLStoreOptions(connections: 2)) { store in
      for _ in 0..<5 {
        try await database.server.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)' AND pid <> pg_backend_pid()"
        )
        let challenge = try newChallenge()
        #expect(try await store.write { try $0.spend(challenge, until: moment(300_000)) })
        #expect(try await store.write { try $0.spend(challenge, until: moment(300_000)) } == false)
      }
    }
  }

  @Test func commitWithoutAnswerIsUncertainAndNotRepeated() async throws {
    var timeouts = PostgreSQLTimeouts()
    timeouts.answer = .seconds(2)
    timeouts.connect = .seconds(2)
    try await withProxy(timeouts: timeouts) { store, proxy in
      let runs = Monitor(0)
      let user = try User.sample()
      try await store.check()
      await #expect(throws: StoreError(.uncertain, "")) {
        try await store.write { transaction in
          runs.withLock { $0 += 1 }
          _ = try transaction.user(user.id)
          proxy.behave(.swallow)
          try transaction.insert(user)
        }
      }
      #expect(runs.withLock { $0 } == 1)
      // The server did not wait for the reader of its answer.
      proxy.behave(.pass)
      while (try? await store.check()) == nil {}
      #expect(try await store.read { try $0.user(user.id) } == user)
    }
  }

  /// A pooler answers so if it loses its connection to the server after it has passed the commit on.
  @Test(arguments: ["08006", "08P01", "40003"])
  func commitWithAnswerOfPoolerIsUncertainAndNotRepeated(_ sqlState: String) async throws {
    try await withProxy { store, proxy in
      let runs = Monitor(0)
      let user = try User.sample()
      await #expect(throws: StoreError(.uncertain, "")) {
        try await store.write { transaction in
          runs.withLock { $0 += 1 }
          _ = try transaction.user(user.id)
          proxy.behave(.fail(sqlState: sqlState))
          try transaction.insert(user)
        }
      }
      #expect(runs.withLock { $0 } == 1)
      proxy.behave(.pass)
      proxy.cutAll()
      while (try? await store.check()) == nil {}
      #expect(try await store.read { try $0.user(user.id) } == user)
    }
  }

  @Test func transactionRunsAgainIfConnectionIsLostBeforeCommit() async throws {
    try await withProxy { store, proxy in
      let runs = Monitor(0)
      let user = try User.sample()
      try await store.write { transaction in
        try transaction.insert(user)
        _ = try transaction.user(user.id)
        if runs.withLock({
          $0 += 1; return $0
        }) == 1 {
          proxy.cutAll()
        }
        _ = try transaction.user(user.id)
      }
      #expect(runs.withLock { $0 } == 2)
      #expect(try await store.read { try $0.user(user.id) } == user)
    }
  }

  @Test func transactionThatHasTakenTooLongDoesNotRunAgain() async throws {
    try await withProxy(PostgreSQLStoreOptions(connections: 1, repetitionTime: .zero)) { store, proxy in
      let runs = Monitor(0)
      let user = try User.sample()
      await #expect(throws: StoreError(.unavailable, "")) {
        try await store.write { transaction in
          runs.withLock { $0 += 1 }
          proxy.cutAll()
          _ = try transaction.user(user.id)
        }
      }
      #expect(runs.withLock { $0 } == 1)
      #expect(try await store.read { try $0.user(user.id) } == nil)
    }
  }

  @Test func callsFailAtOnceWhileServerIsAway() async throws {
    let server = try await PostgreSQLServer.start()
    try await PostgreSQLStore.with(url: server.url()) { store in
      try server.stop()
      while (try? await store.check()) != nil {}
      let start = ContinuousClock.now
      for _ in 0..<200 {
        await #expect(throws: StoreError(.unavailable, "")) { try await store.read { try $0.apiKeys() } }
      }
      // Waits for connections would take minutes.
      #expect(start.duration(to: .now) < .seconds(30))
    }
  }

  @Test func callsSucceedIfServerAcceptsFewerConnectionsThanPoolMayHave() async throws {
    let server = try await PostgreSQLServer.start([
      "max_connections": "4", "superuser_reserved_connections": "0",
    ])
    try await PostgreSQLStore.with(url: server.url()) { store in
      let spends = await together(400) { _ in
        let challenge = try newChallenge()
        return try await store.write { try $0.spend(challenge, until: moment(300_000)) }
      }
      for case .failure(let error) in spends { Issue.record(error) }
    }
  }

  @Test func callsBeyondQueueAreRefused() async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(
      database, options: PostgreSQLStoreOptions(connections: 1, queueLimit: 20)
    ) { store in
      let (entered, enter) = AsyncStream<Void>.makeStream()
      let gate = DispatchSemaphore(value: 0)
      async let first: Void = store.read { _ in
        enter.yield()
        gate.wait()
      }
      for await _ in entered { break }
      let refusals = Monitor(0)
      let results = await together(40) { _ in
        do {
          return try await store.read { try $0.apiKeys() }.count
        } catch let error as StoreError where error.code == .unavailable {
          if refusals.withLock({
            $0 += 1; return $0
          }) == 20 {
            gate.signal()
          }
          return -1
        }
      }
      try await first
      #expect(try results.map { try $0.get() }.filter { $0 == 0 }.count == 20)
    }
  }

  @Test func errorsContainNoPassword() async throws {
    let server = try await PostgreSQLServer.start()
    try server.replaceAuthentication("host all all 127.0.0.1/32 scram-sha-256\nlocal all all trust\n")
    let url = server.url().replacing("doorward@", with: "doorward:secret-word@")
    let error = await #expect(throws: StoreError.self) { try await PostgreSQLStore.with(url: url) { _ in } }
    #expect(error?.code == .unavailable)
    #expect(error?.reason.contains("secret-word") == false)
    try server.stop()
    let away = await #expect(throws: StoreError.self) { try await PostgreSQLStore.with(url: url) { _ in } }
    #expect(away?.code == .unavailable)
    #expect(away?.reason.contains("secret-word") == false)
  }

  private func waitForEnd(_ server: PostgreSQLServer, _ store: PostgreSQLStore) async throws {
    while (try? await store.read({ try $0.apiKeys() })) != nil {}
  }

  /// A killed server leaves processes that hold its memory for a moment.
  private func start(_ server: PostgreSQLServer) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      do { return try server.start() } catch  where .now < deadline { await Task.yield() }
    }
  }
}

extension PostgreSQLStore {
  /// Whether the spend of a new challenge was acknowledged. The failures of a server that is away are not errors here.
  fileprivate func acknowledges(_ challenge: ChallengeID) async throws -> Bool {
    do {
      return try await write { try $0.spend(challenge, until: moment(300_000)) }
    } catch let error as StoreError where [.unavailable, .uncertain].contains(error.code) {
      return false
    }
  }
}
