package import DoorwardHTTP
package import DoorwardProvider
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The carrier of the hosted page: a cookie for the routes under `/session`. Page scripts never get a token.
package struct CookieCarrier: SessionCarrier {
  private let gate: PageGate
  private let cookies: SessionCookies
  private let secrets: SessionSecrets
  private let applications: ApplicationDirectory
  private let tickets: AuthorizationTickets
  private let states: PageStates
  private let devices: DeviceTokens
  private let clock: WallClock
  private let random: RandomSource

  package init(
    gate: PageGate, cookies: SessionCookies, secrets: SessionSecrets, applications: ApplicationDirectory,
    tickets: AuthorizationTickets, states: PageStates, devices: DeviceTokens, clock: WallClock,
    random: RandomSource
  ) {
    self.gate = gate
    self.cookies = cookies
    self.secrets = secrets
    self.applications = applications
    self.tickets = tickets
    self.states = states
    self.devices = devices
    self.clock = clock
    self.random = random
  }

  package var prefix: String { "/session" }
  package var signedOutCaller: RouteCaller { .page }
  package var signedInCaller: RouteCaller { .pageSession }
  /// A session that ends with its first access token is of no use to a user.
  package var listsBriefSessions: Bool { false }
  package var isPage: Bool { true }
  package var exportsAllGrants: Bool { true }

  package func caller(_ request: HTTPRequest) async throws -> Caller { try await gate.requireCaller(request) }

  package func callerToAddWay(_ request: HTTPRequest) async throws -> Caller {
    try await gate.requireCallerToAddWay(request)
  }

  package func callerToSignOut(_ request: HTTPRequest) async throws -> Caller {
    guard let caller = try await gate.holder(request) else { throw Problem.signedOut }
    return caller
  }

  /// A sign-in for a client names the client in the message that the user signs, and offers no more than the client's
  /// application does. The page sends the client's request, or the application of the device, as a ticket.
  package func application(
    toSignIn body: JSONObjectReader, _ request: HTTPRequest
  ) throws(Problem) -> Application {
    let standard = applications.standard
    guard let text = try body.optionalText("ticket") else {
      return standard
    }
    if let device = DeviceSignInTicket(text, under: tickets.key, applications) {
      return standard.narrowed(to: device.application)
    }
    return try tickets.open(text).request.narrow(standard)
  }

  /// The page belongs to the default application, also if that has changed since the session opened.
  package func application(of caller: Caller) -> Application { applications.standard }

  package func requireSignIn(to application: Application) throws(Problem) {}

  package func newBinding(_ body: JSONObjectReader, _ request: HTTPRequest) throws -> NewBinding {
    let secret = try cookies.preSessionSecret(in: request) ?? Base64URL.encode(random.bytes(32))
    // The response always sets the cookie again, so that the cookie outlives the challenge that it binds.
    return NewBinding(try Binding(secret: secret)) { [cookies] response in
      response.setCookie(try cookies.preSession(secret))
    }
  }

  package func binding(_ body: JSONObjectReader, _ request: HTTPRequest) throws(Problem) -> Binding {
    guard let secret = cookies.preSessionSecret(in: request) else { throw Problem.invalidChallenge }
    return try Binding(secret: secret)
  }

  /// Every sign-in opens a new session and ends the previous one. A new sign-in must not renew the session of a copied
  /// cookie (ASVS 5.0 V7.2.4).
  package func opening(
    _ body: JSONObjectReader, _ request: HTTPRequest
  ) async throws -> SessionOpening {
    SessionOpening(
      application: try application(toSignIn: body, request), carrier: .cookie,
      client: request.clientDescription,
      replaced: try await gate.holder(request)?.session, device: try device(of: request),
      language: request.preferredLanguage)
  }

  package func device(of request: HTTPRequest) throws -> KnownDevice {
    try devices.device(cookies.deviceToken(in: request))
  }

  package func set(_ device: KnownDevice, in response: inout HTTPResponse) throws {
    response.setCookie(try cookies.device(devices.text(of: device)))
  }

  package func answer(_ signedIn: SignedIn, _ application: Application) async throws -> HTTPResponse {
    var state = states.json(of: signedIn.view, signedIn.session, for: application)
    if let codes = signedIn.recoveryCodes { state["recovery_codes"] = .strings(codes) }
    if signedIn.isNewUser { state["is_new_user"] = true }
    var response = HTTPResponse.privateJSON(.object(state))
    response.setCookie(
      try cookies.session(
        secrets.cookie(of: signedIn.session),
        maxAge: Int(signedIn.session.expiresAt.timeIntervalSince(clock.now))))
    // A secret binds one sign-in only. The next user of this browser gets a new secret.
    response.setCookie(try cookies.preSession(Base64URL.encode(random.bytes(32))))
    if let device = signedIn.device { try set(device, in: &response) }
    return response
  }

  package func answer(_ view: UserView, _ caller: Caller) throws -> HTTPResponse {
    .privateJSON(.object(states.json(of: view, caller.session, for: applications.standard)))
  }

  /// A row has the name of the session's application. A session of the page belongs to a browser, so its row has no
  /// application name.
  package func row(_ session: Session, _ caller: Caller) -> JSONObject {
    var row = session.json(current: caller.session.id, naming: SignInMethods.name)
    row["application_name"] = .text(
      session.carrier == .cookie ? nil : applications[session.applicationID]?.name ?? session.applicationID)
    return row
  }

  package func row(_ event: RecordedEvent, _ caller: Caller) -> JSONObject {
    var row = event.activity(for: caller.session.id).json
    row["application_name"] = .text(event.subjects.application.map { applications[$0]?.name ?? $0 })
    return row
  }

  package func endSession(in response: inout HTTPResponse) throws {
    response.setCookie(try cookies.endedSession())
  }
}
