package import DoorwardHTTP
package import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The exchange of a device code for tokens. A device polls until the user decides (RFC 8628 §3.4).
package struct DeviceCodeGrant: TokenGrant {
  package static let name = GrantType.deviceCode

  /// RFC 8628 §3.5: a device continues to poll after `slow_down`. A rate-limit error would stop it.
  package static let overLimitName: String? = "slow_down"

  package static let limit = RouteLimit.devicePoll

  private let devices: DeviceExchange
  private let answers: ClientSessionAnswer

  package init(devices: DeviceExchange, answers: ClientSessionAnswer) {
    self.devices = devices
    self.answers = answers
  }

  package func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest,
    noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    guard application.client.allowsDevices else { throw Problem.devicesNotAllowed }
    let code = try form.required(TokenRequestMembers.deviceCode)
    let poll = try await devices.poll(
      code, by: application, request.clientDescription, language: request.preferredLanguage)
    switch poll {
    case .opened(let session):
      details.add(session.user, session.session)
      return try await answers.response(for: session, application: application)
    case .pending:
      throw refusal(code: WireCode.authorizationPending, "No user has allowed this device yet. Poll again.")
    case .early(let interval):
      throw refusal(
        code: WireCode.slowDown, "This device polls too often. Wait \(interval) seconds between polls.",
        [Problem.Member("interval", .integer(interval))])
    case .denied:
      throw refusal(
        code: WireCode.accessDenied, "The user refused, or signed out before the device polled again.")
    case .expired:
      throw refusal(
        code: WireCode.expiredToken, "No user allowed this device within ten minutes. Start again.")
    case .unknown:
      throw refusal(
        code: WireCode.invalidGrant,
        "The device code is not valid: it was used, was deleted, belongs to another client, or is for scopes that the client no longer has."
      )
    }
  }

  private func refusal(code: String, _ detail: String, _ members: [Problem.Member] = []) -> Problem {
    Problem(status: 400, code: code, detail: detail, members: members)
  }
}

extension Problem {
  /// RFC 6749 §5.2.
  package static var devicesNotAllowed: Problem {
    Problem(
      status: 400, code: WireCode.unauthorizedClient,
      detail:
        "This application does not sign in devices. The operator can allow it with device_authorization.")
  }
}
