internal import DoorwardWire
internal import Encodings
public import Foundation

/// Sign-in on another device, for machines without a browser (RFC 8628). This device shows a code, and the user types it
/// on the server's page with a phone or a computer.
///
/// ```swift
/// let state = try await doorward.device.login { code in
///   print("Go to \(code.verificationURL) and type \(code.userCode)")
/// }
/// ```
public struct DeviceClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Signs in.
  ///
  /// - Parameter show: Shows the code to the user.
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``: `cancelled` if the user declines, `expired_token` if the user does not type the code in
  ///   time, and those of the server.
  @discardableResult public func login(
    showing show: @Sendable (DeviceCode) async throws -> Void
  ) async throws(DoorwardError) -> AuthState {
    try await DoorwardError.typed {
      try await engine.signIn { try await self.obtain(showing: show) }
    }
  }

  private func obtain(
    showing show: @Sendable (DeviceCode) async throws -> Void
  ) async throws -> (answer: JSONValue, askedAt: Double) {
    let client = try await engine.api.clientID()
    let answer = try await engine.api.call(
      "POST", WirePath.deviceAuthorization,
      body: [TokenRequestMembers.clientID: .string(client), TokenRequestMembers.scope: "account"])
    guard let secret = answer[DeviceAuthorizationMembers.deviceCode]?.string,
      let code = DeviceCode(answer, receivedAt: engine.clock.now())
    else { throw DoorwardError.malformedAnswer("it is not a code for a device", status: nil) }
    // A change of the device's clock does not change the lifetime of the code.
    let end = engine.clock.elapsed() + code.lifetime
    try await show(code)
    return try await poll(secret, client, every: code.interval, until: end)
  }

  private func poll(
    _ secret: String, _ client: String, every interval: Duration, until end: Duration
  ) async throws -> (answer: JSONValue, askedAt: Double) {
    let grant: JSONObject = [
      TokenRequestMembers.grantType: .string(GrantType.deviceCode),
      TokenRequestMembers.deviceCode: .string(secret), TokenRequestMembers.clientID: .string(client),
    ]
    var interval = interval
    var pause = interval
    while true {
      do { try await engine.clock.sleep(pause) } catch { throw DoorwardError.cancelled }
      guard engine.clock.elapsed() < end else { throw Self.expired }
      do throws(DoorwardError) {
        let askedAt = engine.clock.moment.wall
        return (try await engine.api.call("POST", WirePath.token, body: grant), askedAt)
      } catch {
        switch error.code.rawValue {
        case WireCode.authorizationPending: break
        // RFC 8628 §3.5: five seconds more for all further requests.
        case WireCode.slowDown: interval += .seconds(5)
        case WireCode.accessDenied:
          throw DoorwardError(code: .cancelled, reason: "The sign-in was declined on the other device.")
        case WireCode.expiredToken: throw Self.expired
        default:
          guard error.isRetryable else { throw error }
          // RFC 8628 §3.5: a client that cannot reach the server asks less often.
          interval = max(interval, min(interval * 2, .seconds(60)))
        }
        pause = max(interval, min(error.retryAfter ?? .zero, .seconds(300)))
      }
    }
  }

  private static let expired = DoorwardError(
    code: .expiredToken, reason: "The code expired before the user entered it.",
    recoverySuggestion: "Start the sign-in again.")
}

/// The code that the user types to sign in on another device.
public struct DeviceCode: Sendable, Hashable {
  /// The code: `WDJB-MJHT`.
  public let userCode: String
  /// The page where the user types it.
  public let verificationURL: URL
  /// The same page with the code filled in, for a QR code.
  public let completeVerificationURL: URL?
  /// The end of the code's lifetime, by the device's clock.
  public let expiresAt: Date
  let lifetime: Duration
  let interval: Duration

  /// Reads an answer (RFC 8628 §3.2); nil if a member is missing.
  init?(_ answer: JSONValue, receivedAt: Date) {
    guard let userCode = answer[DeviceAuthorizationMembers.userCode]?.string,
      let url = answer[DeviceAuthorizationMembers.verificationURI]?.string.flatMap({ URL(string: $0) }),
      let seconds = answer[DeviceAuthorizationMembers.expiresIn]?.int64, (1...86_400).contains(seconds)
    else { return nil }
    self.userCode = userCode
    verificationURL = url
    completeVerificationURL = answer[DeviceAuthorizationMembers.completeVerificationURI]?.string
      .flatMap { URL(string: $0) }
    lifetime = .seconds(seconds)
    expiresAt = receivedAt.addingTimeInterval(Double(seconds))
    // RFC 8628 §3.2: five seconds if the server does not say.
    interval = .seconds(min(max(answer[DeviceAuthorizationMembers.interval]?.int64 ?? 5, 1), 300))
  }
}
