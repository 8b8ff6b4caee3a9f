import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The link by which one user becomes an owner: the first one, or one who has lost every other way in.
///
/// The secret is in the fragment of the link, which browsers do not send. The store has its hash.
package struct OwnerLink: Sendable {
  /// The lifetime of a link, in seconds.
  package static let lifetime: TimeInterval = 3600

  /// The text of the secret.
  package let secret: String

  /// Makes a link. It makes the one before invalid.
  ///
  /// - Throws: ``StoreError``; the errors of the random source.
  package static func make(
    in store: any Store, by origin: EventOrigin, at now: Date, random: RandomSource = .system
  ) async throws -> OwnerLink {
    let link = try OwnerLink(random: random)
    try await store.write { try link.store(in: $0, by: origin, at: now) }
    return link
  }

  /// Makes a link if the server has no owner.
  ///
  /// - Returns: nil if it has one.
  /// - Throws: ``StoreError``; the errors of the random source.
  package static func makeForFirstOwner(in store: any Store, at now: Date) async throws -> OwnerLink? {
    let link = try OwnerLink(random: .system)
    return try await store.write { transaction in
      guard try !transaction.administrators().contains(where: { $0.role == .owner }) else { return nil }
      try link.store(in: transaction, by: .system, at: now)
      return link
    }
  }

  private init(random: RandomSource) throws { secret = Base64URL.encode(try random.bytes(32)) }

  private func store(in transaction: any StoreWriting, by origin: EventOrigin, at now: Date) throws {
    try transaction.setOwnerClaim(Self.hash(of: secret), until: now.addingTimeInterval(Self.lifetime))
    try transaction.record(.ownerLinkCreated, about: EventSubjects(), by: origin, at: now)
  }

  /// The address that the user opens, at the origin of the administration.
  package func address(at origin: String) -> String { "\(origin)\(AdministrationPath.claim)#\(secret)" }

  static func hash(of secret: String) -> [UInt8] { SHA256.hash([UInt8](secret.utf8)) }
}
