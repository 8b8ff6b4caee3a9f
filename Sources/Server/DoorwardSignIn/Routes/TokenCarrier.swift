package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

/// The carrier of apps: access, account and refresh tokens, under `/v1`. It never reads a cookie.
package struct TokenCarrier: SessionCarrier {
  private let gate: CallerGate
  private let applications: ApplicationDirectory
  private let answers: SessionAnswer
  private let devices: DeviceTokens
  private let methodName: @Sendable (SessionProof) -> SignInMethodName

  package init(
    gate: CallerGate, applications: ApplicationDirectory, answers: SessionAnswer, devices: DeviceTokens,
    methodName: @escaping @Sendable (SessionProof) -> SignInMethodName
  ) {
    self.gate = gate
    self.applications = applications
    self.answers = answers
    self.devices = devices
    self.methodName = methodName
  }

  package var prefix: String { "/v1" }
  package var signedOutCaller: RouteCaller { .anyone }
  package var signedInCaller: RouteCaller { .accountToken }
  package var listsBriefSessions: Bool { true }
  package var isPage: Bool { false }
  package var exportsAllGrants: Bool { false }

  package func caller(_ request: HTTPRequest) async throws -> Caller { try await gate.account(request) }

  package func callerToAddWay(_ request: HTTPRequest) async throws -> Caller { try await caller(request) }

  package func callerToSignOut(_ request: HTTPRequest) async throws -> Caller { try await caller(request) }

  /// The application that the request names; the default application if it names none.
  package func application(of request: HTTPRequest) throws(Problem) -> Application {
    try applications.named(request.applicationID())
  }

  package func application(of caller: Caller) -> Application { caller.application }

  package func application(
    toSignIn body: JSONObjectReader, _ request: HTTPRequest
  ) throws(Problem) -> Application {
    try application(of: request)
  }

  package func requireSignIn(to application: Application) throws(Problem) {
    try application.requireDirectSignIn()
  }

  package func newBinding(_ body: JSONObjectReader, _ request: HTTPRequest) throws -> NewBinding {
    NewBinding(try Binding(body.text(ChallengeMembers.binding)))
  }

  package func binding(_ body: JSONObjectReader, _ request: HTTPRequest) throws(Problem) -> Binding {
    try Binding(secret: body.text(ProofMembers.bindingSecret))
  }

  package func optionalNewBinding(_ body: JSONObjectReader, _ request: HTTPRequest) throws -> NewBinding? {
    let text = try body.optionalText(ChallengeMembers.binding)
    return try text.map { NewBinding(try Binding($0)) }
  }

  package func optionalBinding(
    _ body: JSONObjectReader, _ request: HTTPRequest
  ) throws(Problem) -> Binding? {
    let secret = try body.optionalText(ProofMembers.bindingSecret)
    return try secret.map { secret throws(Problem) in try Binding(secret: secret) }
  }

  package func opening(
    _ body: JSONObjectReader, _ request: HTTPRequest
  ) async throws -> SessionOpening {
    let caller = try await gate.optionalAccount(request)
    let application = try caller?.application ?? application(of: request)
    return SessionOpening(
      application: application, carrier: .tokens, client: request.clientDescription,
      current: caller?.session, upgrade: caller.flatMap(AnonymousUpgrade.init),
      idempotencyKey: try request.idempotencyKey(), device: try device(of: request),
      language: request.preferredLanguage)
  }

  package func device(of request: HTTPRequest) throws -> KnownDevice {
    let values = request.fields.values(for: WireHeader.device)
    return try devices.device(values.count == 1 ? values[0] : nil)
  }

  package func set(_ device: KnownDevice, in response: inout HTTPResponse) throws {
    response.fields[WireHeader.device] = try devices.text(of: device)
  }

  package func answer(_ signedIn: SignedIn, _ application: Application) async throws -> HTTPResponse {
    var response = try await answers.response(
      for: signedIn.session, application: application, view: signedIn.view,
      isNewUser: signedIn.isNewUser, recoveryCodes: signedIn.recoveryCodes)
    if let device = signedIn.device { try set(device, in: &response) }
    return response
  }

  package func answer(_ view: UserView, _ caller: Caller) throws -> HTTPResponse {
    .privateJSON(view.json(within: .whole, answers.photos))
  }

  package func row(_ session: Session, _ caller: Caller) -> JSONObject {
    session.json(current: caller.session.id, naming: methodName)
  }

  package func row(_ event: RecordedEvent, _ caller: Caller) -> JSONObject {
    event.activity(for: caller.session.id).json
  }

  package func endSession(in response: inout HTTPResponse) throws {}
}

extension Application {
  /// Refuses a sign-in at the API if users of the application sign in only through the browser.
  ///
  /// A direct sign-in gives access to the whole account, and a client can send the id of any application. Without
  /// this check, it would bypass a client's secret and the scopes that the operator has listed.
  package func requireDirectSignIn() throws(Problem) {
    guard signsInDirectly else {
      throw Problem(
        status: 403, code: WireCode.browserSignInRequired,
        detail:
          "This application signs users in through the browser only: send the user to /authorize. For direct sign-in, use an application that has no secret and lists no scopes or lists account."
      )
    }
  }
}
