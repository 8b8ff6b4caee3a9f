package import DoorwardHTTP
package import Encodings

/// Decides whether an identity still belongs to its user, for a method whose identifiers can change hands.
///
/// ``Admission`` asks it inside the transaction that admits the proof. It is a pure function of the proof and of the
/// evidence that the identity keeps.
package protocol IdentityContinuity: Sendable {
  /// Whether the proof is by the holder who gave the evidence.
  func isContinuous(with evidence: JSONObject) -> Bool

  /// Called before the proof signs in the user who holds the identity.
  ///
  /// - Parameter evidence: the evidence that the identity keeps.
  /// - Returns: the evidence that the identity keeps from now on.
  /// - Throws: `Problem` if the identity may have changed hands.
  func confirm(_ evidence: JSONObject) throws(Problem) -> JSONObject

  /// Called when the identity has just been made, or its own user, signed in, has linked it again.
  ///
  /// - Parameter evidence: the evidence that the identity keeps; empty for a new one.
  /// - Returns: the evidence that the identity keeps from now on.
  func renew(_ evidence: JSONObject) -> JSONObject
}
