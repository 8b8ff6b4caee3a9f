import DoorwardHTTP
import Encodings

/// The device authorization endpoint (RFC 8628 §3.1): where a device gets its codes.
struct DeviceAuthorizationRoute: Sendable {
  let context: ServerContext

  static let path = "/v1/device_authorization"
  /// The page where a person types the code that a device shows (RFC 8628 §3.3). To open it, with a code in its
  /// address or without, does nothing: its script asks, and a person answers.
  static let pagePath = "/device"

  func register(in router: inout Router) {
    router.on(.post, Self.path) { try await begin($0, $1) }
  }

  private func begin(_ request: HTTPRequest, _ call: RequestContext) async throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    let application = try await ClientAuthentication(context: context).client(
      of: request, form, call, counting: context.deviceRule)
    guard application.client.allowsDevices else { throw Problem.devicesNotAllowed }
    let scopes = try scopes(form["scope"] ?? "", of: application)
    let codes = try await context.devices.begin(
      scopes, for: application, request.clientDescription(call), from: call.clientAddress)
    let address = "\(context.origin)\(Self.pagePath)"
    return .privateJSON([
      "device_code": .string(codes.device), "user_code": .string(codes.user.shown),
      "verification_uri": .string(address),
      "verification_uri_complete": .string("\(address)?user_code=\(codes.user.shown)"),
      "expires_in": .integer(Int64(DeviceAuthorization.lifetime)),
      "interval": .integer(DeviceAuthorization.interval),
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

extension ServerContext {
  /// As many questions as all the devices that may wait in one network have: a refusal that is none of
  /// RFC 8628 §3.5's ends a client's patience.
  var devicePollRule: RateLimiter.Rule {
    .perMinute(
      "device_poll", configuration.limits.waitingDevicesPerNetwork * 60 / DeviceAuthorization.interval)
  }
  var deviceRule: RateLimiter.Rule { .perMinute("device", configuration.rateLimits.devicePerMinute) }
  var userCodeRule: RateLimiter.Rule { .perMinute("user_code", configuration.rateLimits.devicePerMinute) }
}
