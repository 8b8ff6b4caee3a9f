internal import DoorwardWire
internal import Encodings

/// The secrets of challenges that are not answered yet.
///
/// Only the client that asked for a challenge can answer it: the server knows the hash of the secret, and the client
/// sends the secret with the answer, as PKCE does (RFC 7636 §4.2).
struct BindingSecrets {
  /// The most challenges at the same time. A new one evicts the oldest.
  private static let capacity = 16

  /// A secret, and the purpose of its challenge.
  struct Entry {
    let secret: String
    let purpose: ProofPurpose
  }

  private var waiting: [(challenge: String, entry: Entry)] = []

  /// Makes a secret and its binding.
  static func make() -> (secret: String, binding: String) {
    let secret = Base64URL.encode((0..<WireBinding.secretBytes).map { _ in UInt8.random(in: 0...255) })
    return (secret, WireBinding(madeSecret: secret).value)
  }

  /// Stores a secret until its challenge is answered.
  mutating func insert(_ entry: Entry, for challenge: String) {
    waiting.append((challenge, entry))
    if waiting.count > Self.capacity { waiting.removeFirst() }
  }

  /// Takes the secret of a challenge. A challenge is spent when the server has read an answer to it. If the server
  /// cannot have read the answer, the caller inserts the secret again, see ``DoorwardError/leavesProofUnused``.
  ///
  /// `isLink` says whether the caller links, with a challenge to link or move. A sign-in needs a challenge to sign in.
  ///
  /// - Returns: The secret and the purpose.
  /// - Throws: ``DoorwardError`` `no_message`. A challenge of the other purpose stays usable.
  mutating func take(for challenge: String, isLink: Bool) throws(DoorwardError) -> Entry {
    // Bytes, because Swift compares strings by canonical equivalence.
    guard let index = waiting.firstIndex(where: { $0.challenge.utf8.elementsEqual(challenge.utf8) }) else {
      throw DoorwardError(
        code: .noMessage, reason: "Another client made this message, or it was used before.",
        recoverySuggestion: "Start the sign-in again.")
    }
    try waiting[index].entry.purpose.require(isLink: isLink)
    return waiting.remove(at: index).entry
  }
}

extension ProofPurpose {
  /// Refuses a message whose text does not match the call.
  func require(isLink: Bool) throws(DoorwardError) {
    switch (self, isLink) {
    case (.signIn, false), (.link, true), (.move, true): return
    case (.signIn, true):
      throw DoorwardError(
        code: .noMessage, reason: "This message is for a sign-in and cannot link a wallet.",
        recoverySuggestion: "Generate a message with the purpose link, or sign in with this one.")
    case (.link, false), (.move, false):
      throw DoorwardError(
        code: .noMessage, reason: "This message is for linking a wallet and cannot sign in.",
        recoverySuggestion: "Generate a message with the purpose signIn, or link with this one.")
    }
  }
}

/// The purpose of a wallet's signature. The text that the wallet shows names it, and the signature is valid for it alone.
public enum ProofPurpose: Sendable {
  /// Signs in.
  case signIn
  /// Adds the wallet to the signed-in user.
  case link
  /// Adds the wallet to the signed-in user, and removes it from another account if it belongs to one. The sessions of that
  /// account end. If its user cannot sign in otherwise, it is deleted. Ask the user first, see ``IdentityInUse``.
  case move

  /// The purpose in requests to the server.
  package var rawValue: String {
    switch self {
    case .signIn: WirePurpose.signIn.rawValue
    case .link: WirePurpose.link.rawValue
    case .move: WirePurpose.move.rawValue
    }
  }
}

extension SessionEngine {
  /// Asks for a challenge; with `isForUser` for one that the signed-in user answers.
  @inline(never) func challenge(
    _ path: String, _ request: JSONObject, isForUser: Bool
  ) async throws(DoorwardError) -> JSONValue {
    if isForUser { return try await accountCall("POST", path, body: request).answer }
    // The token of the device is in the storage. Without it, the request counts as one of an unknown device.
    try? await ready()
    return try await api.call("POST", path, body: request)
  }
}
