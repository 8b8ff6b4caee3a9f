package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The requests of the page while a user signs in a device: the device that shows a code, and the user's decision.
///
/// Each attempt at a code counts for the network, and for the session if there is one (RFC 8628 §5.1). A signed-out
/// user learns only the application, the scopes and the code of the waiting device. The user therefore does not sign a
/// message for a mistyped code.
package struct PageDeviceRoutes: Sendable {
  private let gate: PageGate
  private let states: PageStates
  private let key: DerivedKey
  private let devices: DeviceExchange
  private let applications: ApplicationDirectory
  private let limits: RequestLimits
  private let security: SecurityLog

  /// - Parameters:
  ///   - gate: identifies the user.
  ///   - states: the state of the page.
  ///   - key: seals the device that the page shows.
  ///   - devices: finds devices and stores decisions.
  ///   - applications: the applications.
  ///   - limits: counts the requests.
  ///   - security: the log of decisions.
  package init(
    gate: PageGate, states: PageStates, key: DerivedKey, devices: DeviceExchange,
    applications: ApplicationDirectory, limits: RequestLimits, security: SecurityLog
  ) {
    self.gate = gate
    self.states = states
    self.key = key
    self.devices = devices
    self.applications = applications
    self.limits = limits
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.post, PagePath.device, by: .page, limits: [.userCode, .userCodeOfSession]) {
      try await find($0)
    }
    router.on(.post, PagePath.deviceAllow, by: .pageSession, limits: [.pageStep]) {
      try await decide(.approved, $0)
    }
    router.on(.post, PagePath.deviceDeny, by: .pageSession, limits: [.pageStep]) {
      try await decide(.denied, $0)
    }
  }

  private func find(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try request.jsonObject()
    let typed = try body.text("user_code")
    try await limits.admit(request)
    // The session of an administrator's link sees no request of a device.
    let caller = try await gate.caller(request).flatMap { $0.session.isByLink ? nil : $0 }
    let known = caller.map { SecurityLog.Details($0) } ?? SecurityLog.Details()
    return try await security.attempt(.deviceLookup, request, known) { details in
      try await find(typed, by: caller, request, noting: &details)
    }
  }

  private func find(
    _ typed: String, by caller: Caller?, _ request: HTTPRequest, noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    if let caller { try await limits.admitUserCode(by: caller.session.id, request) }
    guard let code = UserCode(typed: typed), let device = try await devices.find(code),
      let application = application(of: device)
    else { throw Problem.invalidUserCode }
    details.application = application.id
    let scopes = application.client.allowed(of: device.scopes)
    guard scopes.opensSomething else { throw Problem.invalidUserCode }
    let shown = applications.standard.narrowed(to: application)
    let state = try await states.json(of: caller, for: shown)
    var answer: JSONObject = [
      "next": "sign_in", "state": state, "user_code": .string(code.shown),
      "client": ["name": .string(application.name)], "scopes": .strings(scopes.names),
      "question": .string(AuthorizationQuestion(about: application).rawValue),
      "sign_in_ticket": .string(try DeviceSignInTicket(for: application).sealed(under: key)),
    ]
    guard let caller else { return .privateJSON(.object(answer)) }
    answer["request"] = [
      "created_at": .time(device.createdAt), "device": .text(device.client.device),
      "network": .text(device.client.network),
      // A backend that asks for a device does not describe the device.
      "same_network": device.network.map { .bool($0 == request.clientAddress.limitedNetwork.bytes) } ?? .null,
    ]
    if let reason = try await devices.objection(to: caller.session, for: application) {
      answer["reason"] = .string(reason.rawValue)
    } else {
      answer["next"] = "confirm"
      let ticket = DeviceTicket(device, of: application, shownTo: caller.session)
      answer["ticket"] = .string(try ticket.sealed(under: key))
    }
    return .privateJSON(.object(answer))
  }

  private func decide(
    _ decision: DeviceAuthorization.Decision, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let text = try request.jsonObject().ticket()
    try await limits.admit(request)
    let caller = try await gate.requireCaller(request)
    let known = SecurityLog.Details(caller, choice: decision.rawValue)
    try await security.attempt(.deviceDecision, request, known) { _ in
      try await decide(decision, about: DeviceTicket(text, under: key), by: caller)
    }
    return .noContent
  }

  private func decide(
    _ decision: DeviceAuthorization.Decision, about ticket: DeviceTicket?, by caller: Caller
  ) async throws {
    guard let ticket, ticket.pageSession == caller.session.id else {
      throw Problem(
        status: 400, code: WireCode.invalidTicket,
        detail: "Another user has signed in here since this device was shown. Type its code again.")
    }
    if decision == .approved {
      guard let application = applications[ticket.applicationID] else { throw Problem.invalidUserCode }
      guard ticket.question.covers(AuthorizationQuestion(about: application)) else {
        throw Problem(
          status: 400, code: WireCode.invalidTicket,
          detail: "The application asks for consent now. Type the code of the device again.")
      }
    }
    let isKept: Bool
    do {
      isKept = try await devices.decide(decision, about: ticket, by: caller)
    } catch let error as StoreError where error.code == .missing {
      throw Problem.signedOut
    }
    guard isKept else { throw Problem.invalidUserCode }
  }

  /// The application of a device; nil if it no longer signs in devices.
  private func application(of device: DeviceAuthorization) -> Application? {
    applications[device.applicationID].flatMap { $0.client.allowsDevices ? $0 : nil }
  }
}

extension Problem {
  /// The answer is the same for an unknown code, a used code and an expired code.
  package static var invalidUserCode: Problem {
    Problem(
      status: 400, code: WireCode.invalidUserCode,
      detail:
        "No device waits with this code. Compare it with the code on your device. A code expires after ten minutes."
    )
  }
}
