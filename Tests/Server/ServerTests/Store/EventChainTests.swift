import DatabaseServers
import DoorwardOpenSSL
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Foundation
import Testing

/// The hash chain of events, and changes of its rows by SQL.
@Suite struct EventChainTests {
  fileprivate typealias Finding = EventVerification.Finding

  private static func chain(_ byte: UInt8 = 7) throws -> EventChain {
    EventChain(
      key: try DerivedKey(bytes: [UInt8](repeating: byte, count: 32), library: OpenSSLContext()))
  }

  /// Two stores on one database, which stand for two processes, and a connection that changes rows.
  fileprivate struct Scene {
    let store: any Store
    let other: any Store
    let database: DirectConnection
    let chain: EventChain

    /// Adds events of a user who exists and seals them.
    func add(_ count: Int, of user: User.ID? = nil, at time: Int64 = 0) async throws {
      try await store.write { transaction in
        for number in 0..<count {
          try transaction.record(
            .usersImported(count: number), about: EventSubjects(user: user),
            by: EventOrigin(.system, ClientDescription(device: "d", network: "192.0.2.1")),
            at: moment(time + Int64(number)))
        }
      }
      try await seal()
    }

    func seal(limit: Int = 7) async throws {
      while try await store.read({ try $0.hasUnsealedEvents() }) {
        _ = try await store.writeAtRepeatableRead(prefetching: .nothing) { [chain] in
          try $0.sealEvents(of: chain, limit: limit, random: .system)
        }
      }
    }

    func verify(
      against checkpoint: EventVerification.Checkpoint? = nil
    ) async throws -> EventVerification.Report {
      try await EventVerification(store: store, chain: chain).run(against: checkpoint)
    }

    func findings() async throws -> [Finding] { try await verify().findings }

    func id(_ number: Int64) async throws -> Event.ID {
      try #require(try await store.read { try $0.sealedEvents(after: number - 1, limit: 1).first?.id })
    }
  }

  private func withScene(_ kind: StoreKind, _ body: (Scene) async throws -> Void) async throws {
    let chain = try Self.chain()
    switch kind {
    case .sqlite:
      let directory = try TemporaryDirectory()
      let path = directory.file("store.sqlite3")
      try await SQLiteStore.open(at: path).closing { store in
        try await SQLiteStore.open(at: path).closing { other in
          try await body(
            Scene(
              store: store, other: other, database: .sqlite(try SQLiteConnection(path: path)), chain: chain))
        }
      }
    case .postgresql:
      let database = try await MigratedDatabase.make()
      try await PostgreSQLStore.with(database) { store in
        try await PostgreSQLStore.with(database) { other in
          let connection = try PostgreSQLConnection(PostgreSQLSettings(database.url))
          try await body(
            Scene(store: store, other: other, database: .postgresql(connection), chain: chain))
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func wholeChainHasNoFindings(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      #expect(try await scene.verify().end == nil)
      try await scene.add(20)
      let report = try await scene.verify()
      #expect(report.findings == [] && report.checked == 20 && report.unsealed == 0)
      #expect(report.end?.number == 20)
      try await scene.add(3)
      #expect(try await scene.verify(against: report.end).findings == [])
      let other = EventVerification(store: scene.store, chain: try Self.chain(8))
      #expect(try await other.run().findings.count > 20)
    }
  }

  /// A change of rows by SQL, and what the verification finds.
  struct Tampering: Sendable, CustomStringConvertible {
    let description: String
    let statements: [StaticString]
    let findings: [Found]

    init(_ description: String, _ statements: [StaticString], _ findings: [Found]) {
      self.description = description
      self.statements = statements
      self.findings = findings
    }
  }

  /// A finding, with the number of the event that it names after the change.
  enum Found: Sendable {
    case changed(Int64), clientChanged(Int64), clientErased(Int64), beyondEnd(Int64)
    case missing(ClosedRange<Int64>)
    case endChanged

    fileprivate func finding(in scene: Scene) async throws -> EventVerification.Finding {
      switch self {
      case .changed(let number): .changed(number, try await scene.id(number))
      case .clientChanged(let number): .clientChanged(number, try await scene.id(number))
      case .clientErased(let number): .clientErased(number, try await scene.id(number))
      case .beyondEnd(let number): .beyondEnd(number, try await scene.id(number))
      case .missing(let numbers): .missing(numbers)
      case .endChanged: .endChanged
      }
    }
  }

  static let tamperings: [Tampering] = [
    Tampering(
      "a changed type", ["UPDATE events SET type = 'user.deleted' WHERE number = 9"],
      [.changed(9)]),
    Tampering(
      "changed data", ["UPDATE events SET data = '{}' WHERE number = 20"],
      [.changed(20)]),
    Tampering(
      "data that is not JSON", ["UPDATE events SET data = '{' WHERE number = 1"],
      [.changed(1)]),
    Tampering(
      "a changed time",
      ["UPDATE events SET happened_at = happened_at + 1 WHERE number = 2"],
      [.changed(2)]),
    Tampering(
      "a changed actor",
      ["UPDATE events SET actor = 'command_line', actor_id = 'root' WHERE number = 3"],
      [.changed(3)]),
    Tampering(
      "a changed network", ["UPDATE events SET network = '198.51.100.1' WHERE number = 4"],
      [.clientChanged(4)]),
    Tampering(
      "an erased client of a user who exists",
      ["UPDATE events SET network = NULL, device = NULL, salt = NULL WHERE number = 5"],
      [.clientErased(5)]),
    Tampering(
      "a removed event", ["DELETE FROM events WHERE number = 10"],
      [.missing(10...10)]),
    Tampering(
      "removed events at the start", ["DELETE FROM events WHERE number < 4"],
      [.missing(1...3)]),
    Tampering(
      "removed events at the end", ["DELETE FROM events WHERE number > 17"],
      [.missing(18...20)]),
    Tampering(
      "a removed end of the chain", ["DELETE FROM event_chain"],
      [.endChanged]),
    Tampering(
      "a removed tail with its end",
      [
        "UPDATE event_chain SET number = 17, seal = (SELECT seal FROM events WHERE number = 17)",
        "DELETE FROM events WHERE number > 17",
      ], [.endChanged]),
    Tampering("all events removed", ["DELETE FROM events"], [.missing(1...20)]),
    Tampering(
      "two events that change places",
      [
        "UPDATE events SET number = 100 WHERE number = 6", "UPDATE events SET number = 6 WHERE number = 7",
        "UPDATE events SET number = 7 WHERE number = 100",
      ],
      [.changed(6), .changed(7), .changed(8)]),
    Tampering(
      "an event after the end",
      [
        """
        INSERT INTO events (id, happened_at, type, actor, data, number, salt, client_digest, seal)
        SELECT substr(seal, 1, 16), happened_at, type, actor, data, 21, salt, client_digest, seal
        FROM events WHERE number = 20
        """
      ], [.beyondEnd(21)]),
    Tampering(
      "an event that was moved behind the end",
      ["UPDATE events SET number = 21 WHERE number = 20"],
      [.beyondEnd(21), .missing(20...20)]),
    Tampering(
      "an event in the place of a removed one",
      [
        "DELETE FROM events WHERE number = 10",
        """
        INSERT INTO events (id, happened_at, type, actor, user_id, device, network, data, number, salt, client_digest, seal)
        SELECT substr(seal, 1, 16), happened_at, type, actor, user_id, device, network, data, 10, salt, client_digest, seal
        FROM events WHERE number = 9
        """,
      ], [.changed(10), .changed(11)]),
  ]

  @Test(arguments: StoreKind.allCases, tamperings)
  func tamperingIsFound(_ kind: StoreKind, _ tampering: Tampering) async throws {
    try await withScene(kind) { scene in
      let user = try User.sample()
      try await scene.store.write { try $0.insert(user) }
      try await scene.add(20, of: user.id)
      for statement in tampering.statements { try scene.database.run(statement) }
      var expected: [Finding] = []
      for finding in tampering.findings { expected.append(try await finding.finding(in: scene)) }
      #expect(try await scene.findings() == expected)
    }
  }

  /// Without the end of the chain, the events that follow do not hide what was removed.
  @Test(arguments: StoreKind.allCases)
  func chainGoesOnAfterAGapIfItsEndWasRemoved(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      try await scene.add(20)
      try scene.database.run("DELETE FROM events WHERE number > 17")
      try scene.database.run("DELETE FROM event_chain")
      try await scene.store.write { [chain = scene.chain] transaction in
        try transaction.record(.userClaimed, about: EventSubjects(), by: .system, at: moment(50))
        let sealed = try transaction.sealEvents(of: chain, limit: 9, random: .system)
        #expect(!sealed.isWhole && sealed.events.count == 1)
      }
      try await scene.add(2)
      #expect(try await scene.findings() == [.missing(18...18)])
    }
  }

  /// An older copy of the whole database is whole, so only a checkpoint shows that it is older.
  @Test(arguments: StoreKind.allCases)
  func checkpointShowsThatTheDatabaseIsOlder(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      try await scene.add(5)
      let older = try #require(try await scene.verify().end)
      let point = try #require(try await scene.store.read { try $0.chainPoint(at: .end) })
      try await scene.add(5)
      let newer = try #require(try await scene.verify().end)
      try scene.database.run("DELETE FROM events WHERE number > 5")
      try await scene.store.write { try $0.setChainPoint(point, at: .end) }
      #expect(try await scene.findings() == [])
      #expect(try await scene.verify(against: older).findings == [])
      #expect(try await scene.verify(against: newer).findings == [.checkpointMissing(newer)])
      try await scene.add(9)
      #expect(try await scene.verify(against: newer).findings == [.otherSeal(newer)])
      #expect(EventVerification.Checkpoint("\(newer)") == newer)
      for text in ["", "5", "5:", ":ab", "5:zz", "0:\(String(repeating: "0", count: 64))"] {
        #expect(EventVerification.Checkpoint(text) == nil)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func deletedUserLeavesAWholeChain(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      let user = try User.sample()
      try await scene.store.write { try $0.insert(user) }
      try await scene.add(4, of: user.id)
      try await scene.store.write { try $0.deleteUser(user.id) }
      #expect(try await scene.findings() == [])
      let clients = try await scene.store.read { try $0.sealedEvents(after: 0, limit: 9).map(\.client) }
      #expect(clients.allSatisfy { $0 == ClientDescription() })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func numbersOfAnHourGoWithItsEvents(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      try await scene.add(3)
      try await scene.add(2, at: 7_200_000)
      let first = EventHour(of: moment(0))
      func counts() async throws -> [Int] {
        try await scene.store.read {
          try $0.eventCounts(from: first, until: EventHour(number: first.number + 3), hours: 1).map(\.count)
        }
      }
      #expect(try await counts() == [3, 2])
      _ = try await scene.store.write { [chain = scene.chain] in
        try $0.removeEvents(of: chain, before: moment(7_200_000), limit: 50)
      }
      #expect(try await counts() == [2])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func retentionLeavesACheckpoint(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      try await scene.add(20)
      let older = try #require(try await scene.verify().end)
      func remove(before time: Int64, limit: Int) async throws -> Int {
        try await scene.store.write { [chain = scene.chain] in
          try $0.removeEvents(of: chain, before: moment(time), limit: limit)
        }
      }
      #expect(try await remove(before: 8, limit: 5) == 5)
      #expect(try await remove(before: 8, limit: 5) == 3)
      #expect(try await remove(before: 8, limit: 5) == 0)
      let report = try await scene.verify(against: older)
      #expect(report.findings == [] && report.checked == 12 && report.end == older)
      try await scene.add(1, at: 100)
      #expect(try await remove(before: 200, limit: 50) == 13)
      try await scene.add(2, at: 300)
      #expect(try await scene.findings() == [])
      #expect(try await scene.verify().end?.number == 23)
      // Nobody else can move the start of the chain.
      try scene.database.run("UPDATE event_chain SET number = 22 WHERE place = 'start'")
      try scene.database.run("DELETE FROM events WHERE number = 22")
      #expect(try await scene.findings().contains(.startChanged))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func twoProcessesSealEachEventOnce(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      let (stores, chain) = ([scene.store, scene.other], scene.chain)
      let sealed = try await inParallel(8) { index -> Int in
        let store = stores[index % 2]
        var count = 0
        for _ in 0..<5 {
          try await store.write {
            try $0.record(.userClaimed, about: EventSubjects(), by: .system, at: moment(0))
          }
          count += try await store.writeAtRepeatableRead(prefetching: .nothing) {
            try $0.sealEvents(of: chain, limit: 3, random: .system).events.count
          }
        }
        return count
      }
      let left = try await scene.store.read { try $0.unsealedEvents(limit: 100).count }
      #expect(sealed.reduce(left, +) == 40)
      try await scene.seal()
      let report = try await scene.verify()
      #expect(report.findings == [] && report.checked == 40 && report.end?.number == 40)
    }
  }
}
