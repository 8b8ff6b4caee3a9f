import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Each role and each scope opens exactly its calls. The calls are those of the route table, their scopes those of the OpenAPI
/// document, so that a new call cannot be forgotten.
@Suite struct AdministrationRightsTests {
  private static let unknown = "01900000-0000-7000-8000-000000000000"

  /// A call of the administration.
  private struct Call: CustomStringConvertible {
    let method: HTTPMethod
    let path: String
    /// The scopes that the call needs. All have the same role.
    let scopes: Set<AdministrationScope>

    var description: String { "\(method) \(path)" }
    var body: JSONValue? { method == .get || method == .delete ? nil : ["role": "viewer"] }
  }

  private static func calls(_ server: TestServer) async throws -> [Call] {
    let document = try await server.listening.send(.get, "/openapi.json").json
    return try server.server.accountRoutes.filter { $0.caller?.rawValue == "administrator" }.map { route in
      let described = document["paths"]?[route.pattern]?["\(route.method)".lowercased()]?["description"]?
        .string
      let found = try #require(
        described?.firstMatch(of: /^Needs the scopes? `([a-z.]+)`(?: and `([a-z.]+)`)?\./),
        "the document has no scope of \(route.name)")
      let scopes = try [found.1, found.2].compactMap(\.self).map {
        try #require(AdministrationScope(rawValue: String($0)), "\(route.name)")
      }
      let path = route.pattern.replacing(/\{[a-z]+\}/, with: unknown)
      return Call(method: route.method, path: path, scopes: Set(scopes))
    }
  }

  @Test func eachScopeOpensItsCallsOnBothListeners() async throws {
    try await TestServer.run { server in
      let calls = try await Self.calls(server)
      #expect(
        calls.count > 25
          && calls.reduce(into: Set()) { $0.formUnion($1.scopes) } == Set(AdministrationScope.allCases))
      let listeners = [server.listening, TestAPI(origin: "http://\(server.server.administrationAddress)")]
      for scopes in Set(AdministrationScope.allCases.map { [$0] } + calls.map(\.scopes)) {
        let key = try await server.administer {
          try await $0.createAdministrationKey(name: "tests", scopes: scopes).1.text
        }
        let names = scopes.map(\.rawValue).sorted()
        for call in calls {
          for listener in listeners {
            let answer = try await listener.send(call.method, call.path, call.body, bearer: key)
            #expect(answer.status != 401, "\(call) with \(names)")
            #expect(
              (answer.code == "insufficient_scope") == !call.scopes.isSubset(of: scopes),
              "\(call) with \(names)"
            )
          }
        }
      }
    }
  }

  @Test(arguments: AdministratorRole.allCases)
  func eachRoleOpensItsCalls(_ role: AdministratorRole) async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let administrator = try await TestAdministrator(server, role: role)
      try await administrator.signIn()
      for call in try await Self.calls(server) {
        let answer = try await administrator.send(call.method, call.path, call.body)
        #expect(answer.status != 401, "\(call)")
        #expect((answer.code == "insufficient_scope") == call.scopes.contains { $0.role > role }, "\(call)")
      }
    }
  }

  @Test func callsNeedAKeyOrASession() async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let api = TestAPI(origin: "http://\(server.server.administrationAddress)")
      let backend = try await server.apiKey()
      let tokens = [try session.account, session["access_token"].string ?? "", backend, "dwa_x", ""]
      for call in try await Self.calls(server) {
        for token in tokens {
          for listener in [server.listening, api] {
            let answer = try await listener.send(call.method, call.path, call.body, bearer: token)
            #expect(answer.status == 401, "\(call)")
          }
        }
        #expect(
          try await api.send(call.method, call.path, fields: ["Sec-Fetch-Site": "cross-site"]).status == 403)
      }
      // The account listener reads no cookie.
      try await owner.signIn()
      let cookie = await owner.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      #expect(
        try await server.listening.send(.get, "/v1/admin/users", fields: ["Cookie": cookie]).status == 401)
      #expect(try await owner.send(.get, "/v1/admin/users").status == 200)
    }
  }

  @Test func keyNeverExceedsItsCreator() async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let owner = try await TestAdministrator(server, role: .owner)
      let id = owner.id
      try await owner.signIn()
      let scopes = AdministrationScope.allCases.map(\.rawValue)
      let made = try await owner.send(
        .post, "/v1/admin/keys", ["name": "robot", "scopes": .strings(scopes), "expires_in": 3600])
      #expect(made.status == 201 && made["created_by"].string == id)
      let key = try #require(made["key"].string)
      func status(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> Int {
        try await server.listening.send(method, path, body, bearer: key).status
      }
      let user = "/v1/admin/users/\(Self.unknown)"
      #expect(try await status(.post, "\(user)/ban", [:]) == 404)
      // A key makes no key with more rights or a longer life.
      let child = try await server.listening.send(
        .post, "/v1/admin/keys", ["name": "child", "scopes": ["admin.users.read"], "expires_in": 7200],
        bearer: key)
      #expect(child.status == 201 && child["expires_at"] == made["expires_at"])
      let few = try await owner.send(
        .post, "/v1/admin/keys", ["name": "few", "scopes": ["admin.keys.write"]])
      let more = try await server.listening.send(
        .post, "/v1/admin/keys", ["name": "more", "scopes": ["admin.users.read"]],
        bearer: few["key"].string)
      #expect(more.status == 403)
      let backend = try await server.listening.send(
        .post, "/v1/admin/api-keys", ["name": "backend", "scopes": ["users:read"]],
        bearer: few["key"].string)
      #expect(backend.status == 403)
      #expect(try await server.administer { try await $0.giveRole(.support, to: id, isNew: false) })
      #expect(try await status(.post, "\(user)/ban", [:]) == 404)
      #expect(try await status(.post, "/v1/admin/signing-keys", [:]) == 403)
      #expect(try await server.administer { try await $0.giveRole(.viewer, to: id, isNew: false) })
      #expect(try await status(.post, "\(user)/ban", [:]) == 403)
      #expect(try await status(.get, "/v1/admin/users") == 200)
      #expect(try await server.administer { try await $0.banUser(id, reason: nil, end: nil) })
      #expect(try await status(.get, "/v1/admin/users") == 401)
      #expect(try await server.administer { try await $0.unbanUser(id) })
      #expect(try await status(.get, "/v1/admin/users") == 200)
      server.clock.advance(by: 3600)
      #expect(try await status(.get, "/v1/admin/users") == 401)
    }
  }

  /// Otherwise the key of one application could take the second factors of an owner away.
  @Test func backendCannotActOnAnAdministrator() async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let owner = try await TestAdministrator(server, role: .owner)
      let (key, user) = (try await server.apiKey(), "/v1/users/\(owner.id)")
      #expect(try await server.listening.send(.get, user, bearer: key).status == 200)
      let calls: [(HTTPMethod, String, JSONValue?)] = [
        (.post, "\(user)/ban", [:]), (.delete, "\(user)/second-factors", nil), (.delete, user, nil),
      ]
      for (method, path, body) in calls {
        let answer = try await server.listening.send(method, path, body, bearer: key)
        #expect(answer.status == 403 && answer.code == "insufficient_scope", "\(path)")
      }
      #expect(try await server.administer { try await $0.removeAdministrator(owner.id) })
      for (method, path, body) in calls {
        #expect(try await server.listening.send(method, path, body, bearer: key).status == 204, "\(path)")
      }
    }
  }

  @Test func keysExpireAndAreRevoked() async throws {
    try await TestServer.run { server in
      let (record, key) = try await server.administer {
        try await $0.createAdministrationKey(name: "tests", scopes: [.readServer])
      }
      let read = { try await server.listening.send(.get, "/v1/admin/overview", bearer: key.text).status }
      #expect(try await read() == 200)
      #expect(record.expiresAt == record.createdAt.addingTimeInterval(90 * 24 * 3600))
      #expect(try await server.administer { try await $0.revokeAdministrationKey(record.id.text) })
      #expect(try await read() == 401)
      #expect(!server.log.text.contains(key.text))
    }
  }

  /// The calls that a session makes only after a recent proof of the second factor.
  private static let dangerous: Set = [
    "DELETE /v1/admin/users/{id}", "DELETE /v1/admin/users/{id}/second-factors",
    "GET /v1/admin/users/{id}/export", "POST /v1/admin/users/{id}/sign-in-link",
    "PUT /v1/admin/administrators/{id}", "DELETE /v1/admin/administrators/{id}", "POST /v1/admin/keys",
    "POST /v1/admin/api-keys", "POST /v1/admin/signing-keys", "DELETE /v1/admin/signing-keys/{id}",
    "POST /v1/admin/webhooks", "PATCH /v1/admin/webhooks/{id}", "POST /v1/admin/webhooks/{id}/secret",
    "POST /v1/admin/applications", "PATCH /v1/admin/applications/{id}", "DELETE /v1/admin/applications/{id}",
    "POST /v1/admin/applications/{id}/secrets", "DELETE /v1/admin/applications/{id}/secrets/{id}",
    "PATCH /v1/admin/settings", "POST /v1/admin/test-message", "POST /v1/admin/changes/{id}/undo",
  ]

  @Test func dangerousActsNeedARecentProof() async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      try await owner.signIn()
      server.clock.advance(by: 601)
      #expect(try await owner.send(.get, "/v1/admin/session")["is_recent"] == false)
      for call in try await Self.calls(server) {
        let name = "\(call)".replacing(Self.unknown, with: "{id}")
        let answer = try await owner.send(call.method, call.path, call.body)
        #expect(
          (answer.code == "insufficient_user_authentication") == Self.dangerous.contains(name), "\(call)")
      }
    }
  }
}
