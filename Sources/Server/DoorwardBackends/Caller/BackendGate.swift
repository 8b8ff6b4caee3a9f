import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Identifies a calling backend and its application.
package struct BackendGate: Sendable {
  private let keys: APIKeyGate
  private let applications: ApplicationDirectory
  private let photos: PhotoAddresses

  package init(keys: APIKeyGate, applications: ApplicationDirectory, photos: PhotoAddresses) {
    self.keys = keys
    self.applications = applications
    self.photos = photos
  }

  /// The call's API key and its application. A call may name the application of its key, and no other.
  ///
  /// - Throws: ``Problem`` 401 `invalid_client`, also if the application is no longer configured; 403
  ///   `insufficient_scope`.
  func caller(
    _ request: HTTPRequest, for scope: APIKeyScope
  ) async throws -> Backend {
    let named = try request.applicationID()
    let key = try await keys.holder(request, for: scope)
    guard let application = applications[key.applicationID], named ?? application.id == application.id
    else { throw Problem.invalidAPIKey }
    return Backend(
      application: application, key: key, photos: photos,
      origin: EventOrigin(.apiKey(key.id), request.clientDescription))
  }
}

/// A backend, and the data that it may read and change.
///
/// A user exists for a backend if the user has granted something to the application of its API key.
struct Backend: Sendable {
  let application: Application
  let key: APIKeyRecord
  let photos: PhotoAddresses
  /// The backend as the party that acts.
  let origin: EventOrigin

  /// The scopes that the user has granted and the operator still allows.
  ///
  /// - Returns: nil if the user has granted nothing to the application or no scope is left.
  func scopes(of user: User.ID, in snapshot: any StoreReading) throws -> Scopes? {
    try snapshot.grant(of: user, to: application.id).flatMap(scopes)
  }

  /// The scopes of a grant that the operator still allows; nil if none is left.
  func scopes(of grant: ApplicationGrant) -> Scopes? {
    let isDirect = grant.scopes.contains(.account) && application.signsInDirectly
    let scopes = isDirect ? .whole : application.client.allowed(of: grant.scopes)
    return scopes.opensSomething ? scopes : nil
  }

  /// Refuses a backend whose application has no access to the user's whole account.
  ///
  /// - Throws: ``Problem`` 404 `not_found`, 403 `insufficient_scope`; ``StoreError``.
  func requireAccount(of user: User.ID?, in snapshot: any StoreReading) throws -> User.ID {
    guard let user, let scopes = try scopes(of: user, in: snapshot) else { throw Problem.noSuchUser }
    guard scopes.contains(.account) else { throw Problem.accountNotGranted }
    return user
  }

  /// Refuses an act on an administrator, whose role is one of the whole server. Otherwise the backend of one application could take
  /// the second factors of an owner away.
  ///
  /// - Throws: ``Problem`` as ``requireAccount(of:in:)``, 403 `insufficient_scope`; ``StoreError``.
  func requireSubordinate(_ user: User.ID?, in snapshot: any StoreReading) throws -> User.ID {
    let id = try requireAccount(of: user, in: snapshot)
    guard try snapshot.administrator(id) == nil else {
      throw Problem.insufficientScope(
        "The user is an administrator of the server. Only an administrator can do this.")
    }
    return id
  }

  /// The user as JSON. A key that may not read users gets the id and few other members.
  ///
  /// - Returns: nil if the user does not exist for the backend.
  func json(of user: User.ID?, at now: Date, in snapshot: any StoreReading) throws -> JSONValue? {
    guard let user else { return nil }
    return try snapshot.entries(of: [user], for: application.id)[user].flatMap { json(of: $0, at: now) }
  }

  func json(of entry: UserEntry, at now: Date) -> JSONValue? {
    guard let scopes = entry.grant.flatMap(scopes) else { return nil }
    let view = UserView(entry)
    guard key.scopes.contains(.readUsers) else { return view.json(within: Scopes([]), photos) }
    guard var object = view.json(within: scopes, photos).object else { return nil }
    object[WireUser.Members.roles] = application.rolesClaim(of: view.roles)
    if scopes.showBan, let ban = entry.ban, ban.isInForce(at: now) { object["ban"] = ban.json }
    return .object(object)
  }
}

extension Backend {
  /// The subjects of an event of the backend.
  func subjects(_ user: User.ID?) -> EventSubjects {
    EventSubjects(user: user, application: application.id)
  }
}

extension Scopes {
  /// Whether a backend sees the identities and the last sign-in of a user.
  var showIdentities: Bool { contains(.account) || contains(.userRead) }
  /// Whether a backend sees that a user has an identity of a kind.
  func show(_ kind: IdentityKey.Kind) -> Bool {
    let scope: [IdentityKey.Kind: Scope] = [.email: .email, .phone: .phone, .userName: .profile]
    return showIdentities || scope[kind].map(contains) ?? false
  }
  /// Whether a backend sees that a user is banned, with the note of the ban.
  var showBan: Bool { contains(.account) }
}

extension HTTPRequest {
  /// The user that the path names; nil if the text is not an id.
  var userID: User.ID? { pathParameters["id"].flatMap { User.ID($0) } }
}

extension SecurityLog.Details {
  /// The user of a call of a backend, as the request names it.
  init(_ backend: Backend, user: User.ID?) {
    self.init(application: backend.application.id)
    actor = .apiKey(backend.key.id)
    self.user = user?.text
  }
}

extension Problem {
  static var noSuchUser: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "This application has no such user.")
  }

  /// 403: the user has granted the application a part of the account.
  fileprivate static var accountNotGranted: Problem {
    insufficientScope(
      "The user has not granted this application the whole account.", needs: Scope.account.rawValue)
  }
}

/// Recognizes repeated requests of backends by their `Idempotency-Key`.
package struct BackendRepetitions: Sendable {
  private let key: DerivedKey

  /// - Parameter key: the key of the MACs of contents, which may have passwords.
  package init(key: DerivedKey) { self.key = key }

  /// The request as its repetition has it; nil without an `Idempotency-Key`.
  ///
  /// - Parameters:
  ///   - act: what the request makes.
  ///   - request: the request.
  ///   - body: its content.
  ///   - backend: the caller. Keys of different applications are not related.
  /// - Returns: the request.
  /// - Throws: `Problem` 400 for a key that is too long; the errors of the MAC.
  func request(
    _ act: String, _ request: HTTPRequest, body: JSONObjectReader, of backend: Backend
  ) throws -> RepeatableRequest? {
    guard let text = try request.idempotencyKey() else { return nil }
    let content = try key.authenticate([[UInt8](act.utf8), body.object.serialized()])
    return RepeatableRequest(of: [backend.application.id, "backend", act], content: content, key: text)
  }
}
