import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation

/// A moment some milliseconds after a fixed one.
func moment(_ milliseconds: Int64) -> Date {
  Date(timeIntervalSince1970: Double(1_790_000_000_123 + milliseconds) / 1000)
}

func newChallenge(at issue: Date = moment(0)) throws -> ChallengeID {
  try ChallengeID(at: issue, random: .system)
}

extension User {
  /// A user without optional values.
  static func sample(at created: Date = moment(0)) throws -> User {
    User(id: try User.ID(at: moment(0), random: .system), kind: .registered, createdAt: created)
  }
}

extension Identity {
  static func sample(
    of user: User, key: IdentityKey, verifiedAt: Date = moment(0)
  ) throws -> Identity {
    Identity(
      id: try Identity.ID(at: moment(0), random: .system), userID: user.id, key: key, verifiedAt: verifiedAt,
      lastUsedAt: nil)
  }
}

extension Session {
  /// A session without optional values.
  static func sample(
    of user: User, applicationID: String = "default", createdAt: Date = moment(0),
    lastUsedAt: Date = moment(0), expiresAt: Date = moment(60_000), scopes: Scopes? = nil
  ) throws -> Session {
    Session(
      id: try Session.ID(at: createdAt, random: .system), userID: user.id, applicationID: applicationID,
      carrier: .tokens, createdAt: createdAt, lastUsedAt: lastUsedAt, expiresAt: expiresAt,
      proofs: [try .sample()], keySalt: try RandomSource.system.bytes(32),
      client: ClientDescription(), scopes: scopes)
  }
}

extension Session {
  /// The session as the store returns it after it ended.
  func ended(
    at moment: Date, because reason: SessionEnding.Reason = .signedOut
  ) -> Session {
    Session(
      id: id, userID: userID, applicationID: applicationID, carrier: carrier, createdAt: createdAt,
      lastUsedAt: lastUsedAt, expiresAt: expiresAt, proofs: proofs,
      ending: SessionEnding(at: moment, reason: reason), keySalt: keySalt, refresh: refresh, client: client,
      scopes: scopes)
  }
}

extension SessionProof {
  /// A proof of an identity that no other sample has.
  static func sample(
    _ method: SignInMethodName = .ethereum, provenAt: Date = moment(0), evidence: JSONObject = [:]
  ) throws -> SessionProof {
    SessionProof(
      identity: try Identity.ID(at: moment(0), random: .system), method: method,
      assurance: Assurance(rawValue: "urn:example:acr"), provenAt: provenAt, evidence: evidence)
  }
}

extension IdentityKey {
  static let wallet = IdentityKey(
    kind: .ethereum, identifier: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
}

/// Text that a faulty store changes: a NUL, decomposed accents, quotes, other planes, both directions.
let awkwardText = "e\u{301}\0é'\"; DROP TABLE users; -- \u{2028}👩🏽‍🚀 שלום\u{fffd}"

/// Whether two texts have the same bytes. `==` treats composed and decomposed accents as equal.
func isSame(_ left: String?, _ right: String?) -> Bool {
  left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
}

/// Runs bodies in parallel and returns their results, in any order.
func together<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async -> [Result<Value, any Error>] {
  await withTaskGroup(of: Result<Value, any Error>.self) { group in
    for index in 0..<count {
      group.addTask {
        do { return .success(try await body(index)) } catch { return .failure(error) }
      }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
}
