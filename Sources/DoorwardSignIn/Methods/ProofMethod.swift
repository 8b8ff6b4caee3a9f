package import DoorwardHTTP
import DoorwardSessions
package import Encodings

/// A sign-in method that proves an identity with the answer to a challenge.
///
/// Every such method issues challenges and verifies proofs. The routes are the same for each method and for each
/// ``SessionCarrier``; see ``SignInRoutes``.
package protocol ProofMethod: SignInMethod {
  /// The method's part of a path: `ethereum` in `/v1/ethereum/sign-in`.
  static var path: String { get }

  /// The name of the route that issues a challenge.
  static var challengeName: String { get }

  /// The text members that every proof has.
  static var proofMembers: [String] { get }

  /// Issues a challenge. The server stores nothing.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - context: the values that the challenge is bound to.
  /// - Returns: the challenge in the form of the HTTP contract.
  /// - Throws: `Problem` if the application does not offer the requested challenge.
  func challenge(_ body: JSONObjectReader, in context: ChallengeContext) throws -> JSONValue

  /// Checks a proof completely. The server stores nothing, and the challenge is not spent yet.
  ///
  /// The check runs on Swift's cooperative pool, outside the store's transaction, so that signature checks scale with
  /// the number of cores. Rate limits bound the number of wrong proofs.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - context: the values that the challenge must have been bound to.
  /// - Returns: the verified proof.
  /// - Throws: `Problem` if the proof is not valid; 503 if a service that the method needs does not respond.
  func verify(_ body: JSONObjectReader, in context: ChallengeContext) async throws -> VerifiedProof
}

extension JSONObjectReader {
  /// Refuses a body without a proof, before the request is counted.
  ///
  /// - Throws: `Problem` 400, named after the member that is missing or has another type.
  package func requireProof(of method: any ProofMethod.Type) throws(Problem) {
    for member in method.proofMembers {
      _ = try reading { () throws(JSONError) in try requiredString(member) }
    }
  }
}
