import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The applications: their settings and secrets.
struct ApplicationRoutes: Sendable {
  let gate: AdministrationGate
  let acts: ApplicationActs
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.administeredApplications, by: .administrator, limits: [.apiKeyFailure]) {
      request in
      _ = try await gate.caller(request, for: .readApplications)
      let all = try await acts.all().sorted { $0.effective.id < $1.effective.id }
      return .privateJSON(["items": .array(all.map { .object($0.json) })])
    }
    router.on(.post, WirePath.administeredApplications, by: .administrator, limits: [.apiKeyFailure]) {
      try await add($0)
    }
    router.on(.get, WirePath.administeredApplication, by: .administrator, limits: [.apiKeyFailure]) {
      try await read($0)
    }
    router.on(.patch, WirePath.administeredApplication, by: .administrator, limits: [.apiKeyFailure]) {
      try await change($0)
    }
    router.on(.delete, WirePath.administeredApplication, by: .administrator, limits: [.apiKeyFailure]) {
      try await remove($0)
    }
    router.on(.post, WirePath.clientSecrets, by: .administrator, limits: [.apiKeyFailure]) {
      try await makeSecret($0)
    }
    router.on(.delete, WirePath.clientSecret, by: .administrator, limits: [.apiKeyFailure]) {
      try await removeSecret($0)
    }
  }

  private func read(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readApplications)
    guard let application = try await acts.application(request.application) else {
      throw Problem.noSuchApplication
    }
    return Self.answer(application)
  }

  private func add(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await attempt(.applicationAddition, request) { acts, caller, details in
      let settings = try Self.object(request.requireJSON())
      guard let id = settings["id"]?.string else {
        throw ConfigurationError(.missingKey, key: "id", "this key is required, a text")
      }
      let application = try await acts.add(id, settings: settings, by: caller.origin)
      details.application = id
      return Self.answer(application, status: 201)
    }
  }

  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await attempt(.applicationChange, request) { acts, caller, details in
      let patch = try Self.object(
        request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"]))
      let application = try await acts.change(
        request.application, version: request.expectedVersion, by: caller.origin
      ) { settings, _ in settings.merging(patch: patch) }
      details.application = application.effective.id
      return Self.answer(application)
    }
  }

  private func remove(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await attempt(.applicationRemoval, request) { acts, caller, details in
      let change = try await acts.remove(
        request.application, version: request.expectedVersion, by: caller.origin)
      details.application = request.application
      return HTTPResponse.noContent.naming(change)
    }
  }

  private func makeSecret(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await attempt(.clientSecretReplacement, request) { acts, caller, details in
      let body = try request.jsonObject()
      let overlap = try body.optionalInteger("overlap") ?? ApplicationSecrets.standardOverlap
      guard ApplicationSecrets.overlaps.contains(overlap) else {
        throw Problem(
          status: 400, code: WireCode.wrongType,
          detail: "overlap must be a number of seconds from 0 to \(ApplicationSecrets.overlaps.upperBound).")
      }
      let (secret, application) = try await acts.makeSecret(
        of: request.application, overlap: overlap, by: caller.origin)
      details.application = application.effective.id
      var answer = try application.result.get().client.secrets.last?.json ?? JSONObject()
      answer["client_secret"] = .string(secret.text)
      return HTTPResponse.privateJSON(.object(answer), status: 201).naming(application.change)
    }
  }

  private func removeSecret(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await attempt(.clientSecretRemoval, request) { acts, caller, details in
      let change = try await acts.removeSecret(
        request.pathParameters["secret"] ?? "", of: request.application, by: caller.origin)
      details.application = request.application
      return HTTPResponse.noContent.naming(change)
    }
  }

  // MARK: Requests and answers

  /// Performs an act on an application. An id in the log is that of an application, because any other one is any text.
  private func attempt(
    _ event: SecurityLog.Event, _ request: HTTPRequest,
    _ body: (ApplicationActs, AdministrationCaller, inout SecurityLog.Details) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeApplications, isDangerous: true)
    return try await security.attempt(event, request, .init(caller)) { details in
      do {
        return try await body(
          acts.using(gate.store(of: caller, for: .writeApplications)), caller, &details)
      } catch let refusal as ApplicationRefusal {
        if refusal.code != .missing { details.application = refusal.id }
        throw Problem(refusal)
      } catch let error as ConfigurationError {
        throw Problem(error, inside: "\"\(request.application)\"")
      }
    }
  }

  private static func object(_ body: JSONValue) throws(Problem) -> JSONObject {
    guard let object = body.object else {
      throw Problem(status: 400, code: WireCode.wrongType, detail: "The body must be an object.")
    }
    return object
  }

  private static func answer(_ application: AdministeredApplication, status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse.privateJSON(.object(application.json), status: status)
    response.fields.append("ETag", "\"\(application.effective.version)\"")
    return response.naming(application.change)
  }
}

extension HTTPRequest {
  /// The id of the application in the path.
  fileprivate var application: String { pathParameters["id"] ?? "" }
}

extension Problem {
  static var noSuchApplication: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "The server has no such application.")
  }

  init(_ refusal: ApplicationRefusal) {
    let sentence = "\(refusal.reason.prefix(1).uppercased())\(refusal.reason.dropFirst())."
    switch refusal.code {
    case .missing: self = .noSuchApplication
    case .missingSecret:
      self.init(
        status: 404, code: WireCode.notFound, detail: "The application has no secret with this id.")
    case .listed: self.init(status: 409, code: WireCode.setByConfiguration, detail: sentence)
    case .taken: self.init(status: 409, code: WireCode.applicationExists, detail: sentence)
    case .builtIn: self.init(status: 409, code: WireCode.defaultApplication, detail: sentence)
    case .changed: self.init(status: 412, code: WireCode.changedMeanwhile, detail: sentence)
    }
  }
}
