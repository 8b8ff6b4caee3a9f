import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A request with an `Idempotency-Key`, which the client sends again if the response was lost.
///
/// The identifiers of the rows that the request stores follow from the key and from what the request proves. So a
/// repetition finds these rows, and the store keeps no responses. A request that stores no such row, because it changes one
/// or its row must have another identifier, leaves a mark (``StoreWriting/mark(_:at:)``).
package struct RepeatableRequest: Sendable {
  /// The time for which the mark of a completed request is kept, in seconds: a day.
  static let markLifetime: TimeInterval = 86_400

  package let keyHash: [UInt8]
  private var scope: [UInt8]
  private let moment: Date
  /// A MAC of the content, which belongs to the key; nil if the scope determines the content.
  private let content: [UInt8]?

  /// The request that answers a challenge. Returns nil without a key.
  package init?(answering challenge: ChallengeID, key: String?) {
    guard let key else { return nil }
    keyHash = RefreshRotation.hash(ofKey: key)
    scope = challenge.bytes
    moment = challenge.issuedAt
    content = nil
  }

  /// A request without a challenge. Returns nil without a key.
  ///
  /// - Parameters:
  ///   - scope: what the request belongs to. Requests with the same key and another scope are not related.
  ///   - content: a MAC of the content under a key of the server, because the content may have a password. The same key with
  ///     another content is refused.
  ///   - key: the `Idempotency-Key`.
  package init?(of scope: [String], content: [UInt8]? = nil, key: String?) {
    guard let key else { return nil }
    self.content = content
    keyHash = RefreshRotation.hash(ofKey: key)
    self.scope = scope.flatMap { text in
      withUnsafeBytes(of: UInt64(text.utf8.count).bigEndian) { Array($0) } + text.utf8
    }
    // A repetition does not know the time of the first request.
    moment = Date(timeIntervalSince1970: 0)
  }

  /// A request without a challenge, of which the key is the only proof. Returns nil without a key, and for a key that
  /// another client may have chosen too.
  package init?(of scope: [String], secretKey key: String?) {
    guard let key, key.utf8.count >= WireLimits.secretIdempotencyKeyBytes else { return nil }
    self.init(of: scope, key: key)
  }

  /// The same request, whose mark is only found with the same state.
  func marked(by state: String) -> RepeatableRequest {
    var request = self
    request.scope += [UInt8](state.utf8)
    return request
  }

  /// Whether the request has stored the row with this identifier, at any time.
  package func hasMade<Subject>(_ id: Identifier<Subject>, _ act: String) -> Bool {
    let derived: Identifier<Subject> = self.id(act)
    return id.bytes.suffix(Identifier<Subject>.entropyLength)
      == derived.bytes.suffix(Identifier<Subject>.entropyLength)
  }

  /// A value that only this request has.
  package func digest(_ act: String) -> [UInt8] { SHA256.hash([UInt8](act.utf8) + scope + keyHash) }

  /// The identity that the request adds to a user.
  package var identity: Identity.ID { id("identity") }

  /// The identifier of a row that the request stores.
  package func id<Subject>(_ act: String) -> Identifier<Subject> { id(act, at: moment) }

  /// The identifier of a row that has its time of creation in its identifier, because a list is ordered by it.
  package func id<Subject>(_ act: String, at moment: Date) -> Identifier<Subject> {
    Identifier(at: moment, entropy: Array(digest(act).prefix(Identifier<Subject>.entropyLength)))
  }

  /// The mark of the key, and that of its content. They are spent like challenges.
  fileprivate var marks: (key: ChallengeID, content: ChallengeID?) {
    func mark(_ digest: [UInt8]) -> ChallengeID {
      ChallengeID(
        at: moment, entropy: Array(digest.prefix(Identifier<ChallengeID>.entropyLength)))
    }
    let key = digest("answered")
    return (mark(key), content.map { mark(SHA256.hash(key + $0)) })
  }
}

extension StoreReading {
  /// Whether a request with this key has succeeded and has left a mark that is still kept.
  ///
  /// - Throws: `Problem` 422 `idempotency_key_reused` if that request had another content; ``StoreError``.
  package func isMarked(_ request: RepeatableRequest) throws -> Bool {
    let marks = request.marks
    guard try isRecorded(marks.key) else { return false }
    guard try marks.content.map(isRecorded) ?? true else { throw Problem.idempotencyKeyReused }
    return true
  }
}

extension StoreWriting {
  /// Leaves the mark of a request that has succeeded, by which ``StoreReading/isMarked(_:)`` knows its repetition.
  package func mark(_ request: RepeatableRequest, at now: Date) throws {
    try mark(request, until: now.addingTimeInterval(RepeatableRequest.markLifetime))
  }

  /// Leaves the mark of a request that is repeated only until `end`.
  func mark(_ request: RepeatableRequest, until end: Date) throws {
    let marks = request.marks
    _ = try spend(marks.key, until: end)
    if let content = marks.content { _ = try spend(content, until: end) }
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

  /// Whether a request of the caller has proven an identity that the user had before, so that a repetition of the request changes
  /// nothing.
  ///
  /// - Throws: as ``isAdded(_:as:by:at:)``.
  func isProvenAgain(
    _ key: IdentityKey, by request: RepeatableRequest, of caller: Caller, at now: Date
  ) throws -> Bool {
    guard try isMarked(request), try identity(key)?.userID == caller.user.id else { return false }
    _ = try fullyProvenSession(of: caller, at: now)
    return true
  }
}

/// All random values that one admission may need. They are made before the transaction, because its body may run
/// twice.
package struct FreshIDs: Sendable {
  package let user: User.ID
  package let identity: Identity.ID
  /// The user name of a user who signs up with an address too.
  package let userName: Identity.ID
  package let session: Session.ID
  /// The sign-in, if it waits for a second factor.
  package let waiting: ChallengeID
  package let salt: [UInt8]

  /// - Parameters:
  ///   - moment: the time of the admission.
  ///   - random: the source of the values, which is called once.
  /// - Throws: the errors of the random source.
  package init(at moment: Date, _ random: RandomSource) throws {
    let bytes = try random.bytes(66)
    user = User.ID(at: moment, entropy: Array(bytes[0..<10]))
    identity = Identity.ID(at: moment, entropy: Array(bytes[10..<20]))
    session = Session.ID(at: moment, entropy: Array(bytes[20..<30]))
    salt = Array(bytes[30..<46])
    userName = Identity.ID(at: moment, entropy: Array(bytes[46..<56]))
    waiting = ChallengeID(at: moment, entropy: Array(bytes[56..<66]))
  }
}
