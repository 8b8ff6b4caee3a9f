import DoorwardCurl
import DoorwardHTTP
import DoorwardStore

/// Sends requests to an SMS service and judges its answers.
struct SMSService: Sendable {
  let client: OutgoingHTTPClient

  /// Sends a request.
  ///
  /// `detail` is the part of an answer's body that the operator sees.
  ///
  /// - Returns: the judgment of the answer's status.
  func send(
    _ request: OutgoingRequest, detail: (_ body: [UInt8]) -> String?
  ) async -> SMSOutcome {
    let response: OutgoingResponse
    do {
      response = try await client.send(request)
    } catch {
      let note = DeliveryNote(code: error.code.rawValue, detail: error.reason)
      return SMSOutcome(.postponed(note), mayHaveSent: !Self.isBeforeRequest(error.code))
    }
    let answer = "status \(response.status)" + (detail(response.body).map { ": \($0)" } ?? "")
    switch response.status {
    case 200...299:
      return SMSOutcome(.accepted(DeliveryNote(code: "accepted", detail: answer)), mayHaveSent: true)
    case 401, 403:
      return SMSOutcome(
        .misconfigured(DeliveryNote(code: "authentication_refused", detail: answer)), mayHaveSent: false)
    case 408, 425, 429:
      return SMSOutcome(.postponed(DeliveryNote(code: "busy", detail: answer)), mayHaveSent: false)
    case 400...499:
      return SMSOutcome(.refused(DeliveryNote(code: "refused", detail: answer)), mayHaveSent: false)
    default:
      return SMSOutcome(.postponed(DeliveryNote(code: "service_failed", detail: answer)), mayHaveSent: true)
    }
  }

  /// Whether a failure happened before the service could read the request.
  private static func isBeforeRequest(_ code: OutgoingHTTPError.Code) -> Bool {
    [
      .invalidURL, .unsupportedScheme, .privateAddress, .cannotResolve, .cannotConnect, .tlsFailure,
      .overloaded,
    ].contains(code)
  }
}

/// The settings of an SMS service cannot be used.
package struct SMSSettingsError: Error, CustomStringConvertible {
  package let description: String
}
