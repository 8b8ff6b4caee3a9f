internal import Encodings
public import Foundation

/// Signing in on another device, for machines without a browser (RFC 8628): this one shows a code, which the
/// person types on the server's page with a phone or a computer.
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
  /// - Parameter show: Shows the code to the person.
  /// - Returns: The state of being signed in.
  /// - Throws: ``DoorwardError``: `cancelled` when the person declined, `expired_token` when nobody came in time, and
  ///   the server's own.
  @discardableResult public func login(
    showing show: @Sendable (DeviceCode) async throws -> Void
  ) async throws -> AuthState {
    try await engine.signIn { try await self.obtain(showing: show) }
  }

  private func obtain(
    showing show: @Sendable (DeviceCode) async throws -> Void
  ) async throws -> (answer: JSONValue, askedAt: Double) {
    let client = try await engine.api.clientID()
    let answer = try await engine.api.call(
      "POST", "/v1/device_authorization", ["client_id": .string(client), "scope": "account"])
    guard let code = DeviceCode(answer, receivedAt: engine.clock.now()),
      let secret = answer["device_code"]?.string
    else { throw DoorwardError.malformedAnswer("it is no code for a device", status: nil) }
    // A clock that the person sets meanwhile makes a code neither better nor worse.
    let end = engine.clock.elapsed() + code.lifetime
    try await show(code)
    return try await poll(secret, client, every: code.interval, until: end)
  }

  private func poll(
    _ secret: String, _ client: String, every interval: Duration, until end: Duration
  ) async throws -> (answer: JSONValue, askedAt: Double) {
    let grant: JSONObject = [
      "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": .string(secret),
      "client_id": .string(client),
    ]
    var interval = interval
    var pause = interval
    while true {
      do { try await engine.clock.sleep(pause) } catch { throw DoorwardError.cancelled }
      guard engine.clock.elapsed() < end else { throw Self.expired }
      do throws(DoorwardError) {
        let askedAt = engine.clock.moment.wall
        return (try await engine.api.call("POST", "/v1/token", grant), askedAt)
      } catch {
        switch error.code.rawValue {
        case "authorization_pending": break
        // RFC 8628 §3.5: five seconds more, from now on.
        case "slow_down": interval += .seconds(5)
        case "access_denied":
          throw DoorwardError(code: .cancelled, reason: "The sign-in was declined on the other device.")
        case "expired_token": throw Self.expired
        default:
          guard error.isRetryable else { throw error }
          // RFC 8628 §3.5: who cannot reach the server asks less often.
          interval = max(interval, min(interval * 2, .seconds(60)))
        }
        pause = max(interval, min(error.retryAfter ?? .zero, .seconds(300)))
      }
    }
  }

  private static let expired = DoorwardError(
    code: .expiredToken, reason: "Nobody typed the code in time.",
    recoverySuggestion: "Begin the sign-in again.")
}

/// What the person is shown to sign in on another device.
public struct DeviceCode: Sendable, Hashable {
  /// What they type: `WDJB-MJHT`.
  public let userCode: String
  /// Where they type it.
  public let verificationURL: URL
  /// The same with the code in it, for a QR code.
  public let completeVerificationURL: URL?
  /// Until when, by the device's clock.
  public let expiresAt: Date
  let lifetime: Duration
  let interval: Duration

  init?(_ answer: JSONValue, receivedAt: Date) {
    guard let userCode = answer["user_code"]?.string,
      let url = answer["verification_uri"]?.string.flatMap({ URL(string: $0) }),
      let seconds = answer["expires_in"]?.int64, (1...86_400).contains(seconds)
    else { return nil }
    self.userCode = userCode
    verificationURL = url
    completeVerificationURL = answer["verification_uri_complete"]?.string.flatMap { URL(string: $0) }
    lifetime = .seconds(seconds)
    expiresAt = receivedAt.addingTimeInterval(Double(seconds))
    interval = .seconds(min(max(answer["interval"]?.int64 ?? 5, 1), 300))
  }
}
