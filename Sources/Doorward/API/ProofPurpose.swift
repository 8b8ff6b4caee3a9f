internal import DoorwardWire

/// What a wallet's signature is for. The text that the wallet shows says it, and the signature is good for that alone.
public enum ProofPurpose: Sendable {
  case signIn
  /// Adds the wallet to the signed-in account.
  case link
  /// Adds the wallet to the signed-in account, and takes it from another account if it belongs to one. That account's
  /// sessions end; if it is left without a way in, it is deleted. Ask the user first: see ``IdentityInUse``.
  case move

  /// The name that the server knows it by.
  package var rawValue: String {
    switch self {
    case .signIn: WirePurpose.signIn.rawValue
    case .link: WirePurpose.link.rawValue
    case .move: WirePurpose.move.rawValue
    }
  }
}
