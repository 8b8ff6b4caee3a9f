internal import DoorwardWire
internal import Encodings

/// The secrets of challenges that may still be answered. Only who asked for a challenge can answer it: the
/// server was told the secret's hash, and is shown the secret with the answer, as PKCE does (RFC 7636 §4.2).
struct BindingSecrets {
  /// This many challenges may be waiting at once; the oldest gives way.
  private static let capacity = 16

  /// A secret, and what its challenge is for.
  struct Kept {
    let secret: String
    let purpose: ProofPurpose
  }

  private var waiting: [(challenge: String, kept: Kept)] = []

  /// A new secret, and what the server is told of it.
  static func make() -> (secret: String, binding: String) {
    let secret = Base64URL.encode((0..<WireBinding.secretBytes).map { _ in UInt8.random(in: 0...255) })
    return (secret, WireBinding(madeSecret: secret).value)
  }

  /// Keeps a secret until its challenge is answered.
  mutating func keep(_ kept: Kept, for challenge: String) {
    waiting.append((challenge, kept))
    if waiting.count > Self.capacity { waiting.removeFirst() }
  }

  /// The secret of a challenge, once: an answer that the server has looked at has spent the challenge. Where it
  /// cannot have, see ``DoorwardError/leavesProofUnused``, the secret is kept again.
  ///
  /// - Throws: ``DoorwardError`` `no_message` for a challenge that is none of these.
  mutating func take(for challenge: String) throws(DoorwardError) -> Kept {
    // Bytes, since Swift takes texts for equal that differ in how they are composed.
    guard let place = waiting.firstIndex(where: { $0.challenge.utf8.elementsEqual(challenge.utf8) }) else {
      throw DoorwardError(
        code: .noMessage, reason: "What was signed was not made here, or has been used.",
        recoverySuggestion: "Begin the sign-in again.")
    }
    return waiting.remove(at: place).kept
  }
}
