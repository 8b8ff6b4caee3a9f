package import DoorwardHTTP
package import DoorwardSessions
package import Encodings

/// A sign-in method that proves an identity.
///
/// The routes are the same for each method and for each ``SessionCarrier``; see ``SignInRoutes``.
package protocol ProofMethod: SignInMethod {
  /// The method's part of a path: `ethereum` in `/v1/ethereum/sign-in`.
  static var path: String { get }

  /// The method's member of the hosted page's configuration, named after ``path``.
  ///
  /// - Parameters:
  ///   - offer: the offer of the application that the page signs users in to.
  ///   - page: the origins of the page.
  /// - Returns: nil if the page cannot offer the method.
  static func pageOffer(_ offer: any MethodOffer, on page: PageOrigins) -> JSONObject?

  /// The text members that every proof has.
  static var proofMembers: [String] { get }

  /// The last part of the path of the sign-in.
  static var signInName: String { get }

  /// Whether a proof answers a challenge that is bound to its client.
  static var isBound: Bool { get }

  /// Whether a signed-in user adds an identity by a proof of this method at `link`.
  static var canLink: Bool { get }

  /// Adds the routes of the method beside those of ``SignInRoutes``.
  func register(in router: inout Router, carrier: any SessionCarrier, _ services: SignInServices)

  /// Checks a proof completely. The server stores nothing but the count of guesses, and a challenge is not spent yet.
  ///
  /// The check runs outside the store's transaction, in the task of the request. The task starts on the thread that has
  /// read the request. There is one such thread for each processor, so that signature checks use all processors and no
  /// more run at a time. A thread serves no other connection during a check. A method with long computations needs a
  /// separate pool, as the hashing of passwords has. Rate limits bound the number of wrong proofs.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - context: the circumstances of the proof. A challenge must have been bound to them.
  /// - Returns: the verified proof.
  /// - Throws: `Problem` if the proof is not valid; 503 if a service that the method needs does not respond.
  func verify(_ body: JSONObjectReader, in context: ProofContext) async throws -> VerifiedProof
}

extension ProofMethod {
  package static var signInName: String { "sign-in" }
  package static var isBound: Bool { false }
  package static var canLink: Bool { true }
  package func register(in router: inout Router, carrier: any SessionCarrier, _ services: SignInServices) {}
}

/// A method whose proof answers a challenge that the client signs.
package protocol ChallengeMethod: ProofMethod {
  /// The last part of the path of the route that issues a challenge.
  static var challengeName: String { get }

  static var challengeLimit: RouteLimit { get }

  /// Issues a challenge. The server stores nothing.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - context: the values that the challenge is bound to.
  /// - Returns: the challenge in the form of the HTTP contract.
  /// - Throws: `Problem` if the application does not offer the requested challenge.
  func challenge(_ body: JSONObjectReader, in context: ProofContext) throws -> JSONValue
}

extension ChallengeMethod {
  package static var challengeLimit: RouteLimit { .challenge }
  package static var isBound: Bool { true }
}

/// The origins of the hosted page.
package struct PageOrigins: Sendable {
  package let account: WebOrigin
  /// The origin of wallet code; nil if the server has none.
  package let wallet: WebOrigin?

  package init(account: WebOrigin, wallet: WebOrigin?) {
    self.account = account
    self.wallet = wallet
  }
}

extension JSONObjectReader {
  /// Refuses a body without a proof, before the request is counted.
  ///
  /// - Throws: `Problem` 400, named after the member that is missing or has another type.
  package func requireProof(of method: any ProofMethod.Type) throws(Problem) {
    for member in method.proofMembers {
      _ = try text(member)
    }
  }
}
