import DoorwardSQLiteStore
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fills the store of a stopped server.
struct StoreFilling {
  static let sessionsPerUser = 3
  private static let usersPerTransaction = 2000

  let store: SQLiteStore

  init(_ folder: BenchFolder) async throws {
    store = try await SQLiteStore.open(at: "\(folder.path)/doorward.sqlite3")
  }

  /// Adds users who have registered during the last month, each with an identity and live sessions.
  func addUsers(_ count: Int) async throws {
    let month: TimeInterval = 30 * 86_400
    let start = WallClock.system.now.addingTimeInterval(-month)
    for first in stride(from: 0, to: count, by: Self.usersPerTransaction) {
      let numbers = first..<min(count, first + Self.usersPerTransaction)
      try await store.write { transaction in
        for number in numbers {
          let moment = start.addingTimeInterval(month * Double(number) / Double(count))
          let identity = try Self.addUser(at: moment, to: transaction)
          for _ in 0..<Self.sessionsPerUser {
            try transaction.insert(
              Self.session(of: identity, at: moment, until: moment.addingTimeInterval(2 * month)))
          }
          try transaction.grant(.whole, of: identity.userID, to: Self.application)
        }
      }
    }
  }

  /// Adds sessions that expired yesterday, which the server removes after its start.
  func addExpiredSessions(_ count: Int) async throws {
    let now = WallClock.system.now
    try await store.write { transaction in
      let identity = try Self.addUser(at: now.addingTimeInterval(-172_800), to: transaction)
      for _ in 0..<count {
        try transaction.insert(
          Self.session(
            of: identity, at: now.addingTimeInterval(-172_800), until: now.addingTimeInterval(-86_400)))
      }
    }
  }

  /// Whether the server still has expired rows to remove.
  func hasExpiredRows() async throws -> Bool {
    try await store.write { try $0.purge(before: WallClock.system.now.addingTimeInterval(-43_200), limit: 1) }
      > 0
  }

  func close() async { await store.close() }

  private static let application = "default"

  private static func addUser(at moment: Date, to transaction: any StoreWriting) throws -> Identity {
    let user = User(
      id: try User.ID(at: moment, random: .system), kind: .registered, createdAt: moment, lastSignInAt: moment
    )
    try transaction.insert(user)
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<40).map { _ in "0123456789abcdef".randomElement(using: &generator) ?? "0" }
    let identity = Identity(
      id: try Identity.ID(at: moment, random: .system), userID: user.id,
      key: IdentityKey(kind: .ethereum, identifier: "0x" + String(digits)), verifiedAt: moment,
      lastUsedAt: moment)
    try transaction.insert(identity)
    return identity
  }

  private static func session(of identity: Identity, at moment: Date, until expiry: Date) throws -> Session {
    Session(
      id: try Session.ID(at: moment, random: .system), userID: identity.userID, applicationID: application,
      carrier: .tokens, createdAt: moment, lastUsedAt: moment, expiresAt: expiry,
      proofs: [
        SessionProof(
          identity: identity.id, method: .ethereum, assurance: Assurance(rawValue: "urn:doorward:acr:wallet"),
          provenAt: moment)
      ],
      keySalt: try RandomSource.system.bytes(16),
      client: ClientDescription(device: "doorward-bench", network: "127.0.0.1"))
  }
}
