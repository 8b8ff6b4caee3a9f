package import DoorwardHTTP
package import Encodings

/// Decides whether an identity still belongs to its user, for a method whose identifiers can get a new owner.
///
/// ``Admission`` calls it inside the transaction that admits the proof. The result depends only on the proof and on
/// the evidence that the identity keeps.
package protocol IdentityContinuity: Sendable {
  /// Whether the proof comes from the same holder as the evidence.
  func isContinuous(with evidence: JSONObject) -> Bool

  /// Called before the proof signs in the user of the identity.
  ///
  /// - Parameters:
  ///   - evidence: the evidence that the identity keeps.
  ///   - withSecondFactor: whether the new evidence is stored only if the user proves a second factor, too.
  /// - Returns: the new evidence of the identity.
  /// - Throws: `Problem` if the identity may have a new owner.
  func confirm(_ evidence: JSONObject, withSecondFactor: Bool) throws(Problem) -> JSONObject

  /// Called if the identity is new, or if its own signed-in user has linked it again.
  ///
  /// - Parameter evidence: the evidence that the identity keeps; empty for a new identity.
  /// - Returns: the new evidence of the identity.
  func renew(_ evidence: JSONObject) -> JSONObject
}
