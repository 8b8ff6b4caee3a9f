package import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
package import Encodings

/// That the user wants an identity to leave its other account.
package struct MoveConfirmation: Sendable {
  /// What the user was told of the other account; nil if the client sends `"move": true` alone.
  private let told: JSONObject?

  /// Reads `"move": true` and the optional `confirmed` of a request to link: the offer that the user has confirmed.
  ///
  /// - Returns: nil if the request asks for no move.
  /// - Throws: ``Problem`` 400 `wrong_type`.
  package init?(_ body: JSONObjectReader) throws(Problem) {
    let isMove = try reading { () throws(JSONError) in try body.optionalBool("move") }
    guard isMove == true else { return nil }
    told = try reading { () throws(JSONError) in try body.optionalObject("confirmed")?.object }
  }

  /// Whether a move would do what the user was told.
  package func covers(_ move: IdentityMove) -> Bool {
    guard let told else { return true }
    let account = move.accountJSON
    return told["deletes_account"] == .bool(move.deletesAccount)
      && ["name", "created_at"].allSatisfy { told["account"]?[$0] == account[$0] }
  }
}
