package import DoorwardHTTP
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The exchange of a device code for tokens. A device polls until the user decides (RFC 8628 §3.4).
package struct DeviceCodeGrant: TokenGrant {
  package static let name = "urn:ietf:params:oauth:grant-type:device_code"

  /// RFC 8628 §3.5: a device continues to poll after `slow_down`. A rate-limit error would stop it.
  package static let overLimitName: String? = "slow_down"

  package static let act = RequestLimits.Act.devicePoll

  private let devices: DeviceExchange
  private let answers: ClientSessionAnswer

  package init(devices: DeviceExchange, answers: ClientSessionAnswer) {
    self.devices = devices
    self.answers = answers
  }

  package func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest, _ call: RequestContext,
    noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    guard application.client.allowsDevices else { throw Problem.devicesNotAllowed }
    let code = try form.required("device_code")
    switch try await devices.poll(code, by: application, request.clientDescription(call)) {
    case .opened(let session):
      details.add(session.user, session.session)
      return try await answers.response(for: session, application: application)
    case .pending:
      throw refusal(code: WireCode.authorizationPending, "Nobody has let this device in yet. Ask again.")
    case .early(let interval):
      throw refusal(
        code: WireCode.slowDown, "This device asks too often. Wait \(interval) seconds from now on.",
        [Problem.Member("interval", .integer(interval))])
    case .denied:
      throw refusal(
        code: WireCode.accessDenied, "The person said no, or signed out before this device asked again.")
    case .expired:
      throw refusal(code: WireCode.expiredToken, "Nobody let this device in within ten minutes. Start again.")
    case .unknown:
      throw refusal(
        code: WireCode.invalidGrant,
        "The device code is not valid here: it is spent, forgotten, another client's, or for scopes that this client may have no more."
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
      detail: "This application does not sign in devices. Its operator can allow it: device_authorization.")
  }
}
