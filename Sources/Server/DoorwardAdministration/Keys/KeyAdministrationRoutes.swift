import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The keys of programs: those of the administration, and those of backends.
struct KeyAdministrationRoutes: Sendable {
  /// The most bytes of the name of a key.
  private static let nameBytes = 128

  let gate: AdministrationGate
  let keys: AdministrationKeyActs
  let backends: BackendKeyActs
  let applications: ApplicationDirectory
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.administrationKeys, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readKeys)
      return .privateJSON(["items": .array(try await keys.all().map { .object($0.json) })])
    }
    router.on(.post, WirePath.administrationKeys, by: .administrator, limits: [.apiKeyFailure]) {
      try await create($0)
    }
    router.on(.delete, WirePath.administrationKey, by: .administrator, limits: [.apiKeyFailure]) {
      try await revoke($0)
    }
    router.on(.get, WirePath.backendKeys, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readKeys)
      return .privateJSON(["items": .array(try await backends.all().map { .object($0.json) })])
    }
    router.on(.post, WirePath.backendKeys, by: .administrator, limits: [.apiKeyFailure]) {
      try await createForBackend($0)
    }
    router.on(.delete, WirePath.backendKey, by: .administrator, limits: [.apiKeyFailure]) {
      try await revokeOfBackend($0)
    }
  }

  // MARK: Of the administration

  private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeKeys, isDangerous: true)
    return try await security.attempt(.administrationKeyCreation, request, .init(caller)) { details in
      let body = try request.jsonObject()
      let name = try name(body)
      let scopes: Set<AdministrationScope> = try Self.scopes(body.optionalTexts("scopes"))
      guard !scopes.isEmpty else { throw Problem.wrongValue("scopes must list at least one scope.") }
      // Otherwise a key with few scopes would make one with all of them.
      guard scopes.allSatisfy(caller.has) else { throw Problem.tooManyScopes }
      let lifetime = try body.optionalInteger("expires_in") ?? AdministrationKeyActs.standardLifetime
      guard AdministrationKeyActs.lifetimes.contains(lifetime) else {
        throw Problem.wrongValue("expires_in must be a number of seconds from an hour to 366 days.")
      }
      let (key, text) = try await keys.using(gate.store(of: caller, for: .writeKeys)).create(
        name, scopes, lifetime: lifetime, creator: caller.administrator, until: caller.expiry,
        by: caller.origin)
      details.choice = key.id.text
      var answer = key.json
      answer["key"] = .string(text.text)
      return .privateJSON(.object(answer), status: 201)
    }
  }

  private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeKeys)
    let id = request.pathParameters["id"].flatMap { AdministrationKey.ID($0) }
    var details = SecurityLog.Details(caller)
    details.choice = id?.text
    try await security.attempt(.administrationKeyRevocation, request, details) { _ in
      let keys = self.keys.using(gate.store(of: caller, for: .writeKeys))
      guard let id, try await keys.revoke(id, by: caller.origin) else { throw Problem.noSuchKey }
    }
    return .noContent
  }

  // MARK: Of backends

  private func createForBackend(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeKeys, isDangerous: true)
    return try await security.attempt(.apiKeyCreation, request, .init(caller)) { details in
      let body = try request.jsonObject()
      let name = try name(body)
      let id = try applications.administered(body.optionalText("application") ?? applications.standard.id).id
      details.application = id
      let scopes: Set<APIKeyScope> = try Self.scopes(
        body.optionalTexts("scopes") ?? [APIKeyScope.introspect.rawValue])
      // Otherwise a caller who may only manage keys would get at the users.
      guard !scopes.contains(.readUsers) || caller.has(.readUsers),
        !scopes.contains(.writeUsers) || caller.has(.writeUsers)
      else { throw Problem.tooManyScopes }
      let (record, key) = try await backends.using(gate.store(of: caller, for: .writeKeys)).create(
        name, for: id, scopes, by: caller.origin)
      details.choice = record.id.text
      var answer = record.json
      answer["key"] = .string(key.text)
      return .privateJSON(.object(answer), status: 201)
    }
  }

  private func revokeOfBackend(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeKeys)
    try await security.attempt(.apiKeyRevocation, request, .init(caller)) { details in
      let backends = self.backends.using(gate.store(of: caller, for: .writeKeys))
      guard let revoked = try await backends.revoke(request.pathParameters["id"] ?? "", by: caller.origin)
      else {
        throw Problem.noSuchKey
      }
      details.application = revoked.applicationID
      details.choice = revoked.id.text
    }
    return .noContent
  }

  // MARK: Values

  private func name(_ body: JSONObjectReader) throws(Problem) -> String {
    let name = try body.text("name")
    guard WireLimits.isLine(name, upTo: Self.nameBytes), !name.isEmpty else {
      throw Problem.wrongValue("name must be one line of up to \(Self.nameBytes) bytes.")
    }
    return name
  }

  private static func scopes<Scope: RawRepresentable<String> & Hashable>(
    _ names: [String]?
  ) throws(Problem) -> Set<Scope> {
    var scopes: Set<Scope> = []
    for name in names ?? [] {
      guard let scope = Scope(rawValue: name) else {
        throw Problem.wrongValue("scopes has an unknown scope.")
      }
      scopes.insert(scope)
    }
    return scopes
  }
}

extension Problem {
  fileprivate static func wrongValue(_ detail: String) -> Problem {
    Problem(status: 400, code: WireCode.wrongType, detail: detail)
  }

  fileprivate static var tooManyScopes: Problem {
    insufficientScope("A key can have only scopes that its creator has.")
  }

  static var noSuchKey: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "There is no such key, or it is not valid.")
  }
}
