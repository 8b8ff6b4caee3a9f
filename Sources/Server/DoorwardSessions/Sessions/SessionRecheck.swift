package import DoorwardHTTP
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Checks again whether a proof is still valid, for a method whose proofs can lapse during the life of a session.
package protocol SessionRecheck: Sendable {
  /// The method whose proofs are checked.
  var method: SignInMethodName { get }

  /// The refusal of a session whose proof could not be checked for too long: 503.
  var unavailable: Problem { get }

  /// The time for which a session continues while its proof cannot be checked, in seconds since the last successful
  /// check.
  var tolerance: TimeInterval { get }

  /// The time of the last check of a proof; nil if the evidence does not have it, which makes a check due.
  func lastCheck(of proof: SessionProof) -> Date?

  /// Checks a proof. The check calls another service, so it may take seconds.
  func check(_ proof: SessionProof, at now: Date) async -> SessionRecheckResult
}

/// The result of a check.
package enum SessionRecheckResult: Sendable {
  /// The proof is valid. The session stores the new evidence.
  case holds(JSONObject)
  /// The proof could not be checked.
  case unavailable
  /// The proof is no longer valid. The session ends.
  case lapsed
  /// The server is not configured to check the proof. The session is refused until the server is configured, and does
  /// not end.
  case unsupported
}
