internal import DoorwardWire

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
