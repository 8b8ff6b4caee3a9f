package import DoorwardHTTP
package import DoorwardSessions
import DoorwardStore

extension SignInServices {
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
    _ proof: VerifiedProof, _ opening: SessionOpening, _ application: Application,
    by carrier: any SessionCarrier, binding: Binding? = nil, _ details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    switch try await admission.signIn(proof, opening) {
    case .signedIn(let signedIn):
      details.add(signedIn.user, signedIn.session)
      return try await carrier.answer(signedIn, application)
    case .secondFactorRequired(let pending):
      details.user = pending.user.text
      throw try secondFactors.problem(pending, binding)
    }
  }
}
