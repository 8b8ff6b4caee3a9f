import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The users of the server, for administrators and programs: lists, the page of one user, and changes.
struct UserAdministrationRoutes: Sendable {
  /// The most users that one call examines. A list with few matches has short parts instead of a slow one.
  private static let examined = 2000

  let gate: AdministrationGate
  let acts: UserActs
  let applications: ApplicationDirectory
  let cursors: ListCursorSeal
  let passwords: Passwords
  let invitations: Invitations
  let limits: RequestLimits
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.administeredUsers, by: .administrator, limits: [.apiKeyFailure]) {
      try await list($0)
    }
    router.on(.post, WirePath.administeredUsers, by: .administrator, limits: [.apiKeyFailure, .code]) {
      try await create($0)
    }
    router.on(.get, WirePath.userSearch, by: .administrator, limits: [.apiKeyFailure]) {
      try await search($0)
    }
    router.on(.get, WirePath.administeredUser, by: .administrator, limits: [.apiKeyFailure]) {
      try await read($0)
    }
    router.on(.patch, WirePath.administeredUser, by: .administrator, limits: [.apiKeyFailure]) {
      try await change($0)
    }
  }

  // MARK: Reading

  private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readUsers)
    let view = applications.standard.id
    let list = try UserListRequest(request.queryItems, of: nil)
    switch list.selection {
    case .holder(let name, let query):
      let user = try await acts.user(of: name, matching: query, for: view)
      return .privateJSON(.object(WireListPart(items: user.map { [$0] } ?? [], nextCursor: nil).json))
    case .users(let query):
      let position = try list.cursor.map { try cursors.userPosition($0, in: Self.purpose(list)) }
      let (items, end) = try await acts.users(
        query, after: position, limit: list.limit, for: view, examining: Self.examined)
      let next = try end.map { try cursors.text(of: $0, in: Self.purpose(list)) }
      return .privateJSON(.object(WireListPart(items: items, nextCursor: next).json))
    }
  }

  /// The cursors of this list are not those of a backend.
  private static func purpose(_ list: UserListRequest) -> [String] { ["administration"] + list.list }

  private func search(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readUsers)
    let query = try request.queryItems
    let texts = query.values(for: "q")
    guard texts.count == 1, let text = texts.first, (1...256).contains(text.utf8.count) else {
      throw Problem(
        status: 400, code: WireCode.invalidFilter, detail: "q must be one text of up to 256 bytes.")
    }
    let search = UserSearch(limit: try ListLimit.read(query))
    return .privateJSON([
      "items": .array(try await acts.users(found: search, text, for: applications.standard.id))
    ])
  }

  private func read(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readUsers)
    guard let id = request.administeredUser,
      let page = try await acts.page(of: id, for: applications.standard.id)
    else { throw Problem.noSuchAdministeredUser }
    return .privateJSON(page)
  }

  // MARK: Changes

  private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeUsers)
    return try await security.attempt(.userCreation, request, .init(caller)) { details in
      let body = try request.jsonObject()
      let application = try application(body)
      details.application = application.id
      try application.requireDirectSignIn()
      let form = try NewUserForm(body)
      let new = try await form.user(passwords, for: application, client: request.clientAddress).vouched
      var invitation: InvitationRequest?
      if try body.optionalFlag("invite") ?? false {
        guard let recipient = new.recipient else {
          throw Problem(
            status: 400, code: WireCode.missingAddress,
            detail: "An invitation needs email or phone_number.")
        }
        invitation = try InvitationRequest(body, to: recipient)
        try await limits.admitInvitation(to: recipient.counted, request)
      }
      let (id, json) = try await acts.using(gate.store(of: caller, for: .writeUsers)).create(
        new, inviting: invitation, for: application, invitations, by: caller.origin)
      details.user = id.text
      guard let json else { throw Problem.noSuchAdministeredUser }
      return .privateJSON(json, status: 201)
    }
  }

  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeUsers)
    let id = request.administeredUser
    return try await security.attempt(.userChange, request, .init(caller, user: id)) { details in
      let patch = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
      guard let object = patch.object, let id else {
        guard id != nil else { throw Problem.noSuchAdministeredUser }
        throw Problem(status: 400, code: WireCode.wrongType, detail: "The body must be an object.")
      }
      let application = try application(JSONObjectReader(object))
      details.application = application.id
      do {
        let acts = self.acts.using(gate.store(of: caller, for: .writeUsers, over: id))
        guard let user = try await acts.update(id, object, of: application, by: caller.origin) else {
          throw Problem.noSuchAdministeredUser
        }
        return .privateJSON(user)
      } catch let error as StoreError where error.code == .missing {
        throw Problem(
          status: 404, code: WireCode.notFound,
          detail: "The user has granted nothing to the application \(application.id).")
      }
    }
  }

  /// The application that the member `application` names; without it, the default application.
  private func application(_ body: JSONObjectReader) throws(Problem) -> Application {
    guard let id = try body.optionalText("application") else { return applications.standard }
    return try applications.administered(id)
  }
}

extension ApplicationDirectory {
  /// The application that a caller of the administration names.
  ///
  /// - Throws: `Problem` 400 `wrong_type` if there is none.
  func administered(_ id: String) throws(Problem) -> Application {
    guard let application = all.first(where: { $0.id == id }) else {
      throw Problem(
        status: 400, code: WireCode.wrongType, detail: "application names no application of the server.")
    }
    return application
  }

  /// The application that the query of a request names; the default application if it names none.
  ///
  /// - Throws: `Problem` 400 `invalid_filter` if there is none.
  func named(by request: HTTPRequest) throws(Problem) -> Application {
    let given = try request.queryItems.values(for: "application").filter { !$0.isEmpty }
    guard let id = given.first else { return standard }
    guard given.count == 1, let application = all.first(where: { $0.id == id }) else {
      throw Problem.invalidFilter("application must be one application of the server.")
    }
    return application
  }
}

extension HTTPRequest {
  /// The user that the path names; nil if the text is not an id.
  var administeredUser: User.ID? { pathParameters["id"].flatMap { User.ID($0) } }
}

extension Problem {
  static var noSuchAdministeredUser: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "The server has no such user.")
  }
}
