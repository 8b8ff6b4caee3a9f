import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Synchronization
import Testing

/// An act reads the rights of its caller in its own transaction: what the caller loses after the check of the request counts.
@Suite struct LostRightsTests {
  /// What happens between the check of a request and its act.
  enum Loss: CaseIterable {
    case nothing, role, removal, ban, deletion, revocation, session, pageSession
  }

  private func lose(_ loss: Loss, _ user: User.ID, _ key: AdministrationKey?, of server: TestServer)
    async throws
  {
    try await server.withStore { store in
      let now = server.clock.wallClock.now
      try await store.write { transaction in
        switch loss {
        case .nothing: break
        case .role:
          try transaction.setAdministrator(
            Administrator(user: user, role: .support, addedBy: "test", addedAt: now))
        case .removal: _ = try transaction.removeAdministrator(user)
        case .ban:
          let ban = try UserBan(reason: nil, end: nil, at: now)
          try transaction.ban(user, ban, by: .system, at: now)
        case .deletion:
          try transaction.schedule(
            PendingDeletion(requestedAt: now, dueAt: now.addingTimeInterval(86_400)), of: user)
        case .revocation:
          if let key { _ = try transaction.revokeAdministrationKey(key.id, at: now) }
        case .session, .pageSession:
          let isPage = loss == .pageSession
          for session in try transaction.liveSessions(
            of: user, at: now, lastingOnly: false, after: nil, limit: .max)
          where isPage ? session.carrier == .cookie : session.applicationID == Application.dashboardID {
            _ = try transaction.end(session.id, because: .signedOut, at: now)
          }
        }
      }
    }
  }

  /// The code with which the act of a caller is refused; nil if it is done.
  private func refusal(
    of caller: AdministrationCaller, after loss: Loss, _ user: User.ID, _ key: AdministrationKey?,
    on server: TestServer
  ) async throws -> String? {
    try await lose(loss, user, key, of: server)
    let clock = server.clock.wallClock
    return try await server.withStore { store in
      let acts = BackendKeyActs(store: store, clock: clock, random: .system)
        .using(CallerStore(store, clock: clock, of: caller, for: [.writeKeys]))
      do {
        _ = try await acts.create("made", for: "default", [.introspect], by: caller.origin)
        #expect(try await acts.all().count == 1)
        return nil
      } catch let problem as Problem {
        // Neither the key nor its event.
        #expect(try await acts.all().isEmpty)
        let events = try await store.read { try $0.events(after: nil, limit: 1000) }
        #expect(!events.contains { $0.type == "api_key.created" })
        return problem.code
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func keyWhoseCreatorLosesRightsDoesNotAct(_ loss: Loss) async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let owner = try await TestAdministrator(server, role: .owner)
      let user = try #require(User.ID(owner.id))
      let clock = server.clock.wallClock
      let (key, caller) = try await server.withStore { store in
        let (key, _) = try await AdministrationKeyActs(store: store, clock: clock, random: .system)
          .create("robot", [.writeKeys], lifetime: 3600, creator: user, by: .system)
        let caller = try await store.read {
          try AdministrationCaller.holder(
            ofKey: key.hash, client: ClientDescription(), in: $0, at: clock.now)
        }
        return (key, try #require(caller))
      }
      let code = try await refusal(of: caller, after: loss, user, key, on: server)
      switch loss {
      case .nothing, .session, .pageSession: #expect(code == nil)
      case .role: #expect(code == "insufficient_scope")
      case .removal, .ban, .deletion, .revocation: #expect(code == "invalid_client")
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func administratorWhoLosesRightsDoesNotAct(_ loss: Loss) async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let owner = try await TestAdministrator(server, role: .owner)
      try await owner.signIn()
      let user = try #require(User.ID(owner.id))
      let clock = server.clock.wallClock
      let caller = try await server.withStore { store in
        try await store.read { snapshot in
          let live = try snapshot.liveSessions(
            of: user, at: clock.now, lastingOnly: false, after: nil, limit: .max)
          let session = try #require(live.first { $0.applicationID == Application.dashboardID })
          let page = try #require(live.first { $0.carrier == .cookie })
          return try AdministrationCaller.administrator(
            of: session.id, page: page.id, client: ClientDescription(), in: snapshot, at: clock.now)
        }
      }
      let code = try await refusal(of: try #require(caller), after: loss, user, nil, on: server)
      switch loss {
      case .nothing, .revocation: #expect(code == nil)
      case .role: #expect(code == "insufficient_scope")
      case .removal, .ban, .deletion, .session, .pageSession: #expect(code == "signed_out")
      }
    }
  }

  /// Every call that changes something, with a body that it accepts. In a path, a word in capitals is the id of something.
  private static let acts: [(name: String, body: JSONValue?)] = [
    ("POST /v1/admin/users", ["email": "new@example.com"]), ("PATCH /v1/admin/users/USER", ["name": "Ada"]),
    ("DELETE /v1/admin/users/USER", nil), ("POST /v1/admin/users/USER/ban", [:]),
    ("POST /v1/admin/users/USER/unban", [:]), ("POST /v1/admin/users/USER/keep", [:]),
    ("POST /v1/admin/users/USER/reset-message", [:]), ("POST /v1/admin/users/USER/sign-in-link", [:]),
    ("POST /v1/admin/test-message", ["email": "new@example.com"]),
    ("DELETE /v1/admin/users/USER/sessions", nil),
    ("DELETE /v1/admin/users/USER/sessions/{session}", nil),
    ("DELETE /v1/admin/users/USER/second-factors", nil),
    ("POST /v1/admin/invitations", ["email": "new@example.com"]), ("DELETE /v1/admin/invitations/{id}", nil),
    ("PUT /v1/admin/administrators/USER", ["role": "viewer"]),
    ("DELETE /v1/admin/administrators/USER", nil),
    ("POST /v1/admin/keys", ["name": "robot", "scopes": ["admin.users.read"]]),
    ("DELETE /v1/admin/keys/{id}", nil),
    ("POST /v1/admin/api-keys", ["name": "backend"]), ("DELETE /v1/admin/api-keys/{id}", nil),
    ("POST /v1/admin/signing-keys", [:]), ("DELETE /v1/admin/signing-keys/KEY", nil),
    ("POST /v1/admin/applications", ["id": "new"]), ("PATCH /v1/admin/applications/box", ["name": "Box"]),
    ("DELETE /v1/admin/applications/box", nil), ("POST /v1/admin/applications/box/secrets", [:]),
    ("DELETE /v1/admin/applications/box/secrets/SECRET", nil),
    ("PATCH /v1/admin/settings", ["limits": ["identities_per_user": 7]]),
    ("POST /v1/admin/changes/CHANGE/undo", nil),
    ("POST /v1/admin/webhooks", ["url": "http://127.0.0.1:1"]),
    ("PATCH /v1/admin/webhooks/WEBHOOK", ["types": ["user."]]), ("DELETE /v1/admin/webhooks/WEBHOOK", nil),
    ("POST /v1/admin/webhooks/WEBHOOK/secret", [:]), ("POST /v1/admin/webhooks/WEBHOOK/test", [:]),
    ("POST /v1/admin/webhooks/WEBHOOK/replay", ["from": "2020-01-01T00:00:00Z"]),
    ("POST /v1/admin/webhooks/WEBHOOK/deliveries/{event}/retry", [:]),
  ]

  @Test func noActIsDoneWithAKeyThatIsRevokedBeforeItsTransaction() async throws {
    let moment = RevokingStore.Moment()
    let server = try await TestServer(
      mailbox: TestMailbox(), access: { RevokingStore(store: $0, moment: moment) })
    let api = TestAPI(origin: "http://\(server.server.administrationAddress)")
    func key() async throws -> String {
      try await server.administer {
        try await $0.createAdministrationKey(name: "tests", scopes: Set(AdministrationScope.allCases)).1.text
      }
    }
    let setup = try await key()
    func made(_ path: String, _ body: JSONValue) async throws -> TestAPI.Answer {
      let answer = try await api.send(.post, "/v1/admin/\(path)", body, bearer: setup)
      #expect(answer.status == 201, "\(path)")
      return answer
    }
    _ = try await made("applications", ["id": "box"])
    let secret = try await made("applications/box/secrets", [:])
    _ = try await made("applications/box/secrets", [:])
    let named = try await api.send(.patch, "/v1/admin/applications/box", ["name": "Old"], bearer: setup)
    #expect(named.status == 200)
    let user = try await made("users", ["email": "ada@example.com"])
    let webhook = try await made("webhooks", ["url": "http://127.0.0.1:1", "types": ["photo."]])
    let keys = try await api.send(.get, "/v1/admin/signing-keys", bearer: setup)
    let changes = try await api.send(.get, "/v1/admin/changes", bearer: setup)
    let names: [(String, JSONValue?)] = [
      ("USER", user["id"]), ("WEBHOOK", webhook["id"]), ("SECRET", secret["id"]),
      ("KEY", keys["items"].array?.first?["id"]), ("CHANGE", changes["items"].array?.first?["id"]),
    ]
    func content() async throws -> [JSONValue] {
      let reader = try await key()
      var content: [JSONValue] = []
      for list in ["users", "applications", "webhooks", "administrators", "api-keys", "changes"] {
        content.append(try await api.send(.get, "/v1/admin/\(list)", bearer: reader).json)
      }
      return content
    }
    let before = try await content()
    var tried: Set<String> = []
    for act in Self.acts {
      let parts = act.name.split(separator: " ").map(String.init)
      var path = parts[1]
      for (name, id) in names {
        path = path.replacingOccurrences(of: name, with: try #require(id?.string, "\(name)"))
      }
      path = path.replacing(/\{[a-z]+\}/, with: "01900000-0000-7000-8000-000000000000")
      let method = HTTPMethod(rawValue: parts[0])
      let token = try await key()
      moment.arm()
      let answer = try await api.send(method, path, act.body, bearer: token)
      #expect(moment.disarm() == false, "\(act.name) writes nothing")
      #expect(answer.status == 401 && answer.code == "invalid_client", "\(act.name): \(answer.status)")
      tried.insert(
        act.name.replacing(/\/(?:[A-Z]+|box)(?=\/|$)/, with: "/{}").replacing(/\{[a-z]+\}/, with: "{}"))
    }
    for (after, before) in zip(try await content(), before) { #expect(after == before) }
    let routes = server.server.accountRoutes.filter {
      $0.caller?.rawValue == "administrator" && $0.method != .get
    }
    #expect(Set(routes.map { "\($0.method) \($0.pattern)".replacing(/\{[a-z]+\}/, with: "{}") }) == tried)
    await server.stop()
  }
}

/// Revokes all keys of the administration just before the next write, as if somebody did it at that moment.
private struct RevokingStore: Store {
  final class Moment: Sendable {
    private let isArmed = Mutex(false)

    func arm() { isArmed.withLock { $0 = true } }

    /// Whether the moment was still to come.
    func disarm() -> Bool {
      isArmed.withLock { isArmed in
        defer { isArmed = false }
        return isArmed
      }
    }
  }

  let store: any Store
  let moment: Moment

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value { try await store.read(body) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    if moment.disarm() {
      try await store.write { transaction in
        for key in try transaction.administrationKeys() {
          _ = try transaction.revokeAdministrationKey(key.id, at: Date())
        }
      }
    }
    return try await store.write(body)
  }

  func check() async throws { try await store.check() }

  func close() async { await store.close() }
}
