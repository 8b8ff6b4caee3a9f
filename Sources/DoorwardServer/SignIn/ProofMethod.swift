import DoorwardHTTP
import Encodings

/// A way to sign in by a proof. Every one answers the same two questions and nothing else: what must be
/// proven, and whether this proves it.
protocol ProofMethod: SignInMethod {
  /// Its part of a path: `ethereum` in `/v1/ethereum/sign-in`.
  static var path: String { get }

  /// What the HTTP contract calls its challenge, in place of `sign-in`.
  static var challengeName: String { get }

  /// The text members without which a body has no proof.
  static var proofMembers: [String] { get }

  /// Issues a challenge.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - context: what the challenge is bound to.
  /// - Returns: the challenge as the HTTP contract has it.
  /// - Throws: ``Problem`` where the application does not offer what is asked.
  func challenge(_ body: JSONObjectReader, in context: ChallengeContext) throws -> JSONValue

  /// Reads a proof and asks everything about it but whether its signature holds.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - context: what its challenge must have been bound to.
  /// - Returns: the proof, all but its signature checked.
  /// - Throws: ``Problem``; 503 where a chain cannot answer. Nothing is spent by then.
  func prepare(_ body: JSONObjectReader, in context: ChallengeContext) async throws -> PreparedProof
}

extension JSONObjectReader {
  /// Refuses a body that has no proof, before anything is counted or looked up.
  ///
  /// - Throws: ``Problem`` 400, named after the member that is missing or has another type.
  func requireProof(of method: any ProofMethod.Type) throws(Problem) {
    for member in method.proofMembers {
      _ = try reading { () throws(JSONError) in try requiredString(member) }
    }
  }
}

extension ProofMethod {
  func register(in router: inout Router, _ context: ServerContext) {
    WalletRoutes(context: context, method: self).register(in: &router)
  }
}
