package import DoorwardHTTP
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
package import Encodings

extension SignInServices {
  /// Begins a sign-in: finds the application, checks the request and counts it.
  ///
  /// - Parameters:
  ///   - carrier: the carrier of the session.
  ///   - body: the members of the request.
  ///   - request: the request.
  ///   - details: gets the application.
  ///   - mayKeepAccount: whether the request can keep an account that is about to be deleted.
  ///   - check: refuses what the route does not accept, before the request is counted, and returns the binding of the client.
  ///     If it is nil, the client may give a binding.
  /// - Returns: the values of the session, and the circumstances of the proof.
  /// - Throws: `Problem` if the application has no sign-in by this carrier, or 429; the errors of `check`.
  package func beginSignIn(
    by carrier: any SessionCarrier, _ body: JSONObjectReader, _ request: HTTPRequest,
    noting details: inout SecurityLog.Details, mayKeepAccount: Bool = true,
    checking check: ((Application) throws -> Binding?)? = nil
  ) async throws -> (opening: SessionOpening, context: ProofContext) {
    var opening = try await carrier.opening(body, request)
    if mayKeepAccount { opening.keepsAccount = try body.keepsAccount() }
    let application = opening.application
    details.application = application.id
    try carrier.requireSignIn(to: application)
    let binding = if let check { try check(application) } else { try carrier.optionalBinding(body, request) }
    try await limits.admit(.signIn, request)
    let context = ProofContext(
      application: application, purpose: .signIn, user: nil, binding: binding, request,
      device: opening.device, idempotencyKey: opening.idempotencyKey)
    return (opening, context)
  }

  /// Admits a proof and answers with the session.
  ///
  /// - Parameters:
  ///   - proof: the verified proof.
  ///   - opening: the values that the session is opened with.
  ///   - application: the application of the answer.
  ///   - carrier: the carrier of the session.
  ///   - binding: the client that answered a challenge; nil for a method without challenges. The proof of a second factor
  ///     must come from the same client.
  ///   - details: gets the user and the session.
  /// - Returns: the answer with the session.
  /// - Throws: `Problem` 401 `second_factor_required` if the user has a second factor; as ``Admission/signIn(_:_:)``.
  package func signIn(
    _ proof: VerifiedProof, _ opening: SessionOpening, to application: Application,
    by carrier: any SessionCarrier, binding: Binding? = nil, noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    switch try await admission.signIn(proof, opening) {
    case .signedIn(let signedIn):
      details.add(signedIn.user, signedIn.session)
      return try await carrier.answer(signedIn, application)
    case .secondFactorRequired(let pending):
      details.user = pending.first.user?.text
      throw try secondFactors.problem(pending, opening.application, binding: binding)
    }
  }
}
