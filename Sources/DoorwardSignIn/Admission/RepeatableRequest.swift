import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request with an `Idempotency-Key`, which the client sends again if the response was lost.
///
/// The identifiers of the rows that the request stores follow from the key and from what the request proves. So a
/// repetition finds these rows, and the store keeps no responses.
package struct RepeatableRequest: Sendable {
  package let keyHash: [UInt8]
  private let scope: [UInt8]
  private let moment: Date

  /// The request that answers a challenge. Returns nil without a key.
  package init?(answering challenge: ChallengeID, key: String?) {
    guard let key else { return nil }
    keyHash = RefreshRotation.hash(ofKey: key)
    scope = challenge.bytes
    moment = challenge.issuedAt
  }

  /// A request without a challenge. Returns nil without a key.
  ///
  /// - Parameters:
  ///   - scope: what the request belongs to. Requests with the same key and another scope are not related.
  ///   - key: the `Idempotency-Key`.
  package init?(of scope: [String], key: String?) {
    guard let key else { return nil }
    keyHash = RefreshRotation.hash(ofKey: key)
    self.scope = scope.flatMap { text in
      withUnsafeBytes(of: UInt64(text.utf8.count).bigEndian) { Array($0) } + text.utf8
    }
    // A repetition does not know the time of the first request.
    moment = Date(timeIntervalSince1970: 0)
  }

  /// A value that only this request has.
  package func digest(_ act: String) -> [UInt8] { SHA256.hash([UInt8](act.utf8) + scope + keyHash) }

  /// The identity that the request adds to a user.
  package var identity: Identity.ID { id("identity") }

  /// The identifier of a row that the request stores.
  package func id<Subject>(_ act: String) -> Identifier<Subject> {
    Identifier(at: moment, entropy: Array(digest(act).prefix(Identifier<Subject>.entropyLength)))
  }
}

extension StoreWriting {
  /// Whether a request of the caller has added an identity, so that a repetition of the request changes nothing.
  ///
  /// - Parameters:
  ///   - id: the ``RepeatableRequest/identity`` of the request.
  ///   - key: the identity that the repetition proves.
  ///   - caller: the user.
  ///   - now: the time.
  /// - Returns: the answer.
  /// - Throws: `Problem` 401 if the session has ended, or has not proven the user's second factor; ``StoreError``.
  func isAdded(_ id: Identity.ID, as key: IdentityKey, by caller: Caller, at now: Date) throws -> Bool {
    guard let known = try identity(id), known.userID == caller.user.id, known.key == key else { return false }
    _ = try fullyProvenSession(of: caller, at: now)
    return true
  }
}
