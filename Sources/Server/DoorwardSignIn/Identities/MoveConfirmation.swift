package import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire
package import Encodings

/// The user's confirmation that an identity may leave its other account.
package struct MoveConfirmation: Sendable {
  /// The offer that the user saw; nil if the client sends `"move": true` alone.
  private let told: JSONObject?

  /// Reads `"move": true` and the optional `confirmed`, which is the offer that the user has confirmed.
  ///
  /// - Returns: nil if the request does not ask for a move.
  /// - Throws: ``Problem`` 400 `wrong_type`.
  package init?(_ body: JSONObjectReader) throws(Problem) {
    let isMove = try body.optionalFlag(ProofMembers.move)
    guard isMove == true else { return nil }
    told = try body.optionalMembers(ProofMembers.confirmed)?.object
  }

  /// Whether the effect of a move is the one that the user confirmed.
  package func covers(_ move: IdentityMove) -> Bool {
    guard let told else { return true }
    let account = move.effect.account
    return told[WireIdentityInUse.Members.deletesAccount] == .bool(move.deletesAccount)
      && account.allSatisfy { told[WireIdentityInUse.Members.account]?[$0.key] == $0.value }
  }
}
