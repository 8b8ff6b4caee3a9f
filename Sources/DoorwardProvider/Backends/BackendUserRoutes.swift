package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// A backend's view of the users of its application: read one, write its `app_metadata`.
///
/// A user exists for a backend if the user has granted something to the application of its API key.
package struct BackendUserRoutes: Sendable {
  private let keys: APIKeyGate
  private let store: any Store
  private let applications: ApplicationDirectory

  package init(keys: APIKeyGate, store: any Store, applications: ApplicationDirectory) {
    self.keys = keys
    self.store = store
    self.applications = applications
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.backendUser) { request, call in
      let (application, _) = try await caller(request, call, for: .readUsers)
      let id = call.pathParameters["id"].flatMap { User.ID($0) }
      let answer = try await store.read { try json(of: id, for: application, in: $0) }
      guard let answer else { throw Problem.noSuchUser }
      return .privateJSON(answer)
    }
    router.on(.patch, WirePath.backendUser) { request, call in
      let (application, key) = try await caller(request, call, for: .writeUsers)
      // A key that may not read users gets an answer without scopes.
      let limit = key.scopes.contains(.readUsers) ? nil : Scopes([])
      let id = call.pathParameters["id"].flatMap { User.ID($0) }
      let patch = try patch(request)
      let answer = try await store.write { transaction -> JSONValue? in
        guard let id, var grant = try transaction.grant(of: id, to: application.id),
          let before = try json(of: id, for: application, within: limit, in: transaction)
        else { throw Problem.noSuchUser }
        guard let patch else { return before }
        try patch.apply(to: &grant.appMetadata)
        try transaction.update(grant, of: id)
        return try json(of: id, for: application, within: limit, in: transaction)
      }
      guard let answer else { throw Problem.noSuchUser }
      return .privateJSON(answer)
    }
  }

  /// The user as JSON, limited to the scopes that the user has granted and the operator still allows.
  ///
  /// - Returns: nil if the user has granted nothing to the application or no scope is left.
  private func json(
    of id: User.ID?, for application: Application, within limit: Scopes? = nil, in snapshot: any StoreReading
  ) throws -> JSONValue? {
    guard let id, let grant = try snapshot.grant(of: id, to: application.id) else { return nil }
    let isDirect = grant.scopes.contains(.account) && application.signsInDirectly
    let scopes = isDirect ? .whole : application.client.allowed(of: grant.scopes)
    guard scopes.opensSomething else { return nil }
    return try UserView(of: id, for: application.id, in: snapshot)?.json(within: limit ?? scopes)
  }

  /// The call's API key and its application. A call may name the application of its key, and no other.
  ///
  /// - Throws: ``Problem`` 401 `invalid_client`, also if the application is no longer configured; 403
  ///   `insufficient_scope`.
  private func caller(
    _ request: HTTPRequest, _ call: RequestContext, for scope: APIKeyScope
  ) async throws -> (Application, APIKeyRecord) {
    let named = try request.applicationID()
    let key = try await keys.holder(request, call, for: scope)
    guard let application = applications[key.applicationID], named ?? application.id == application.id
    else { throw Problem.invalidAPIKey }
    return (application, key)
  }

  private func patch(_ request: HTTPRequest) throws(Problem) -> MetadataPatch? {
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    guard let object = body.object else {
      throw Problem(status: 400, code: WireCode.wrongType, detail: "The body must be an object.")
    }
    return try MetadataPatch("app_metadata", in: object)
  }
}

extension Problem {
  fileprivate static var noSuchUser: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "This application has no such user.")
  }
}
