import Encodings
import HTTPCore

/// A backend's view of the users of its application: read one, write its `app_metadata`.
///
/// To a backend a user exists who has signed in to the application of its API key; any other is not there.
struct BackendUserRoutes: Sendable {
  let context: ServerContext

  func register(in router: inout Router) {
    router.on(.get, "/v1/users/{id}") { request, call in
      let applicationID = try await application(request, call)
      let id = call.pathParameters["id"].flatMap { User.ID($0) }
      let found = try await context.store.read { snapshot in
        try snapshot.user(id, of: applicationID).map { ($0, try snapshot.identities(of: $0.id)) }
      }
      guard let (user, identities) = found else { throw Problem.noSuchUser }
      return .privateJSON(user.json(identities))
    }
    router.on(.patch, "/v1/users/{id}") { request, call in
      let applicationID = try await application(request, call)
      let id = call.pathParameters["id"].flatMap { User.ID($0) }
      let patch = try patch(request)
      let (user, identities) = try await context.store.write { transaction in
        guard var user = try transaction.user(id, of: applicationID) else { throw Problem.noSuchUser }
        try patch?.apply(to: &user.appMetadata)
        try transaction.update(user)
        return (user, try transaction.identities(of: user.id))
      }
      return .privateJSON(user.json(identities))
    }
  }

  /// The application of the call's API key, which a call may name but not choose.
  ///
  /// - Throws: ``Problem`` 401 `invalid_client` also where the application is no longer configured.
  private func application(_ request: HTTPRequest, _ call: RequestContext) async throws -> String {
    let named = try request.applicationID()
    let id = try await APIKeyGate(context: context).holder(request, call).applicationID
    guard context.applications[id] != nil, named ?? id == id else { throw Problem.invalidAPIKey }
    return id
  }

  private func patch(_ request: HTTPRequest) throws(Problem) -> MetadataPatch? {
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    guard let object = body.object else {
      throw Problem(status: 400, code: "wrong_type", detail: "The body must be an object.")
    }
    return try MetadataPatch("app_metadata", in: object)
  }
}

extension StoreReading {
  /// The user, where they have ever signed in to the application.
  fileprivate func user(_ id: User.ID?, of applicationID: String) throws -> User? {
    guard let id, try hasSignedIn(id, to: applicationID) else { return nil }
    return try user(id)
  }
}

extension Problem {
  fileprivate static var noSuchUser: Problem {
    Problem(status: 404, code: "not_found", detail: "This application has no such user.")
  }
}
