import Doorward
import DoorwardHTTP
import Encodings
import Foundation

/// What a challenge is bound to beside its own text.
struct ChallengeBinding: Sendable, Equatable {
  let purpose: ProofPurpose
  /// Whose account the proof is added to.
  var user: String?
  /// base64url(SHA-256(ASCII(secret))), as PKCE's S256 does (RFC 7636 §4.2).
  let hash: String

  /// The binding as it comes with a request for a challenge.
  init(purpose: ProofPurpose, user: String?, hash: String) throws(Problem) {
    guard let digest = try? Base64URL.decode(hash), digest.count == 32 else {
      throw .malformed(
        "invalid_binding", "binding must be the base64url of a SHA-256, 43 characters without padding.")
    }
    self.purpose = purpose
    self.user = user
    self.hash = hash
  }

  /// The binding whose secret this is.
  init(purpose: ProofPurpose, user: String?, secret: String) throws(Problem) {
    guard (43...256).contains(secret.utf8.count), let bytes = try? Base64URL.decode(secret), bytes.count >= 32
    else {
      throw .malformed(
        "invalid_binding_secret",
        "binding_secret must be 32 or more random bytes in base64url without padding.")
    }
    self.purpose = purpose
    self.user = user
    hash = Base64URL.encode(SHA256.hash(Array(secret.utf8)))
  }
}

/// The challenges that were issued. The server seals them and keeps none; what an app sees is the same.
struct ChallengeBook: Sendable {
  private struct Entry: Sendable {
    let binding: ChallengeBinding
    let expiresAt: Date
    var isSpent = false
  }

  /// Everything a challenge says, as bytes: texts that Swift takes for equal may differ.
  private struct Content: Hashable {
    let parts: [[UInt8]?]

    init(_ texts: [String?]) { parts = texts.map { $0.map { Array($0.utf8) } } }
  }

  private var entries: [Content: Entry] = [:]

  mutating func issue(_ content: [String?], _ binding: ChallengeBinding, until expiresAt: Date) {
    entries[Content(content)] = Entry(binding: binding, expiresAt: expiresAt)
  }

  /// Refuses what was not issued with this content and binding, and what has expired.
  func require(_ content: [String?], _ binding: ChallengeBinding, at now: Date) throws(Problem) {
    guard let entry = entries[Content(content)], entry.binding == binding else { throw .invalidChallenge }
    guard now < entry.expiresAt else { throw .challengeExpired }
  }

  /// Spends it, once.
  mutating func spend(_ content: [String?]) throws(Problem) {
    let content = Content(content)
    guard entries[content]?.isSpent == false else { throw .challengeUsed }
    entries[content]?.isSpent = true
  }
}
