package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The device authorization endpoint, which gives a device its codes (RFC 8628 §3.1).
package struct DeviceAuthorizationRoute: Sendable {
  private let clients: ClientAuthentication
  private let devices: DeviceExchange
  private let origin: WebOrigin

  package init(clients: ClientAuthentication, devices: DeviceExchange, origin: WebOrigin) {
    self.clients = clients
    self.devices = devices
    self.origin = origin
  }

  package func register(in router: inout Router) {
    router.on(
      .post, WirePath.deviceAuthorization, by: .client, limits: [.deviceAuthorization, .apiKeyFailure]
    ) { try await begin($0) }
  }

  private func begin(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    let application = try await clients.client(of: request, form, counting: .deviceAuthorization)
    guard application.client.allowsDevices else { throw Problem.devicesNotAllowed }
    let scopes = try scopes(form[TokenRequestMembers.scope] ?? "", of: application)
    let codes = try await devices.begin(
      scopes, for: application, request.clientDescription, from: request.clientAddress)
    let address = "\(origin)\(WirePath.device)"
    return .privateJSON([
      DeviceAuthorizationMembers.deviceCode: .string(codes.device),
      DeviceAuthorizationMembers.userCode: .string(codes.user.shown),
      DeviceAuthorizationMembers.verificationURI: .string(address),
      DeviceAuthorizationMembers.completeVerificationURI: .string(
        "\(address)?user_code=\(codes.user.shown)"),
      DeviceAuthorizationMembers.expiresIn: .integer(Int64(DeviceAuthorization.lifetime)),
      DeviceAuthorizationMembers.interval: .integer(DeviceAuthorization.interval),
    ])
  }

  private func scopes(_ text: String, of application: Application) throws(Problem) -> Scopes {
    do {
      return try AuthorizationRequest.scopes(text, of: application)
    } catch {
      throw Problem(status: 400, code: error.code.rawValue, detail: error.reason)
    }
  }
}
