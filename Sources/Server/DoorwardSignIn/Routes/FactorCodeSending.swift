package import DoorwardHTTP
package import Encodings

/// Sends the code of a sign-in that waits for a second factor: `code/send` with the purpose `second_factor`.
package protocol FactorCodeSending: Sendable {
  /// Sends a code.
  ///
  /// - Parameters:
  ///   - body: the members of the request.
  ///   - carrier: the carrier of the session that the sign-in opens.
  ///   - services: the services of routes.
  ///   - request: the request.
  /// - Returns: 202 with the challenge that replaces that of the waiting sign-in.
  /// - Throws: `Problem`; ``StoreError``.
  func send(
    _ body: JSONObjectReader, by carrier: any SessionCarrier, _ services: SignInServices,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse
}
