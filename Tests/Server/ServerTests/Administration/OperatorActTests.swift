import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Each act of the operator's commands is a security event in the log of a running server.
@Suite struct OperatorActTests {
  /// An act on a user, an application or a key, and the event that the log has.
  struct Act: Sendable {
    /// The object of an act.
    enum Object: Sendable { case user, application, key, none }

    let event: String
    let object: Object
    /// Performs the act on a user, or on a new application of an id.
    let perform: @Sendable (Administration, _ object: String) async throws -> Void

    init(
      _ event: String, on object: Object,
      _ perform: @escaping @Sendable (Administration, String) async throws -> Void
    ) {
      self.event = event
      self.object = object
      self.perform = perform
    }
  }

  private static let address = "ada@example.com"

  static let acts = [
    Act("user_creation", on: .none) { administration, _ in
      _ = try await administration.createUser(["username": "grace_h"], for: nil)
    },
    Act("user_change", on: .user) { _ = try await $0.updateUser($1, ["name": "Ada"], of: nil) },
    Act("roles_change", on: .user) { _ = try await $0.setRoles([], of: $1, in: nil) },
    Act("user_export", on: .user) { _ = try await $0.exportUser($1) },
    Act("user_ban", on: .user) { _ = try await $0.banUser($1, reason: "spam", end: nil) },
    Act("user_unban", on: .user) { _ = try await $0.unbanUser($1) },
    Act("second_factors_removal", on: .user) { _ = try await $0.removeSecondFactors(of: $1) },
    Act("sessions_end", on: .user) { _ = try await $0.endSessions(of: $1, nil) },
    Act("session_end", on: .user) { administration, user in
      let sessions = try await administration.sessions(of: user)
      _ = try await administration.endSessions(of: user, sessions?.first?["id"]?.string ?? "")
    },
    Act("user_deletion", on: .user) { _ = try await $0.deleteUser($1) },
    Act("invitation", on: .none) { administration, _ in
      _ = try await administration.invite(["email": .string(address)], to: nil)
    },
    Act("invitation_removal", on: .none) { administration, _ in
      let invitation = try await administration.invite(["email": .string(address)], to: nil)
      _ = try await administration.revokeInvitation(try #require(invitation["id"]?.string), to: nil)
    },
    Act("application_addition", on: .application) { administration, id in
      _ = try await administration.addApplication(id)
    },
    Act("application_change", on: .application) { administration, id in
      _ = try await administration.addApplication(id)
      _ = try await administration.changeApplication(id, [try #require(ApplicationChange("name=Shop"))])
    },
    Act("client_secret_replacement", on: .application) { administration, id in
      _ = try await administration.addApplication(
        id, settings: ["redirect_uris": ["https://shop.example/cb"]])
      _ = try await administration.replaceClientSecret(of: id)
    },
    Act("application_removal", on: .application) { administration, id in
      _ = try await administration.addApplication(id)
      try await administration.removeApplication(id)
    },
    Act("api_key_creation", on: .key) { administration, _ in
      _ = try await administration.createAPIKey(name: "backend", application: nil)
    },
    Act("api_key_revocation", on: .key) { administration, _ in
      let (record, _) = try await administration.createAPIKey(name: "backend", application: nil)
      _ = try await administration.revokeAPIKey(record.id.text)
    },
    Act("signing_key_rotation", on: .key) { administration, _ in
      _ = try await administration.rotateSigningKeys()
    },
    Act("signing_key_revocation", on: .key) { administration, _ in
      let id = try await administration.signingKeys().first?.id
      _ = try await administration.revokeSigningKey(try #require(id))
    },
  ]

  /// The lines of the operator's events of one name.
  private static func lines(_ event: String, in log: TestLog) -> [JSONValue] {
    log.events(event).filter { $0["operator"] != nil }
  }

  /// Performs each act on a user or an application of its own, and waits until the log has all of them.
  private static func perform(
    _ acts: [Act], on server: TestServer, object: (Act) async throws -> String
  ) async throws -> [(act: Act, object: String, line: JSONValue)] {
    var performed: [(Act, String)] = []
    for act in acts {
      let object = try await object(act)
      performed.append((act, object))
      try await server.administer { try? await act.perform($0, object) }
    }
    try await wait(until: "the server logs all acts") {
      acts.allSatisfy { !lines($0.event, in: server.log).isEmpty }
    }
    // The clock of the tests stands still, so the lines have no order, and an act may need another one of the same kind.
    return try performed.map { act, object in
      let lines = lines(act.event, in: server.log)
      let own = lines.first { act.object != .application || $0["application"] == .string(object) }
      return (act, object, try #require(own ?? lines.first))
    }
  }

  @Test func runningServerLogsEveryAct() async throws {
    try await TestServer.runWithMail { server, _ in
      let performed = try await Self.perform(Self.acts, on: server) { act in
        guard act.object == .user else { return act.event.replacing("_", with: "-") }
        return try #require(try await EthereumTestWallet().signIn(server)["user"]["id"]?.string)
      }
      for (act, object, line) in performed {
        #expect(line["outcome"] == "done", "\(act.event)")
        #expect(line["level"] == "notice" && line["message"] == "security event")
        #expect(line["operator"]?.string?.isEmpty == false)
        #expect(line["happened_at"]?.string != nil && line["client"] == nil)
        switch act.object {
        case .user: #expect(line["user_id"] == .string(object), "\(act.event)")
        case .application: #expect(line["application"] == .string(object), "\(act.event)")
        case .key: #expect(line["key_id"]?.string?.isEmpty == false, "\(act.event)")
        case .none: break
        }
        for secret in [Self.address, "spam", "dwk_", "dws_"] { #expect(!"\(line)".contains(secret)) }
      }
    }
  }

  @Test func refusedActsAreLoggedWithoutTheGivenText() async throws {
    try await TestServer.runWithMail { server, _ in
      let acts = Self.acts.filter { $0.object == .user && $0.event != "session_end" }
      for (act, _, line) in try await Self.perform(acts, on: server, object: { _ in "nobody@example.com" }) {
        #expect(line["outcome"] == "refused" && line["code"] == "not_found", "\(act.event)")
        #expect(line["user_id"] == nil)
      }
      #expect(!server.log.text.contains("nobody@example.com"))
    }
  }

  @Test func oneOfTwoServersLogsAnAct() async throws {
    try await TestServer.run { first in
      try await first.beside([:]) { second in
        try await first.administer { administration in
          for number in 0..<20 { _ = try await administration.addApplication("app-\(number)") }
        }
        let logs = [first.log, second.log]
        try await wait(until: "the servers log the acts") {
          logs.flatMap { Self.lines("application_addition", in: $0) }.count >= 20
        }
        let named = logs.flatMap { Self.lines("application_addition", in: $0) }
          .compactMap { $0["application"]?.string }
        #expect(named.sorted() == (0..<20).map { "app-\($0)" }.sorted())
      }
    }
  }

  @Test func actsWithoutARunningServerAreLoggedAtItsStart() async throws {
    let directory = try TemporaryDirectory()
    let stopped = try await TestServer(in: directory)
    await stopped.server.drain()
    try await stopped.administer { _ = try await $0.rotateSigningKeys() }
    let server = try await TestServer(in: directory)
    try await wait(until: "the server logs the act") {
      !Self.lines("signing_key_rotation", in: server.log).isEmpty
    }
    await server.server.drain()
  }

  @Test func exportOfOperatorIsTheUsersOwn() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let browser = TestBrowser(server)
      let state = try await EthereumTestWallet().signIn(browser)
      let user = try #require(state["user"]["id"]?.string)
      let own = try await browser.send(.get, "/session/user/export").json.object
      let exported = try await server.administer { try await $0.exportUser(user) }?.object
      #expect(exported?.keys == own?.keys)
      for name in own?.keys ?? [] where !["exported_at", "issuer", "sessions", "activity"].contains(name) {
        #expect(exported?[name] == own?[name], "\(name)")
      }
      let activity = own?["activity"]?.array ?? []
      #expect(activity.count == 2)
      #expect(exported?["activity"]?.array?.map { $0["id"] } == activity.map { $0["id"] })
      #expect(exported?["activity"]?.array?.contains { $0["current"] == true } == false)
      // No session of the user reads it.
      #expect(exported?["sessions"]?[0]?["id"] == own?["sessions"]?[0]?["id"])
      #expect(exported?["sessions"]?[0]?["current"] == false)
      #expect(try await server.administer { try await $0.exportUser("nobody@example.com") } == nil)
    }
  }

  @Test func importThatFailsLogsTheUsersOfEachTransaction() async throws {
    try await TestServer.run { server in
      let path = URL(fileURLWithPath: server.directory.file("export"))
      let records = (1...300).map {
        #"{"email":"u\#($0)@example.com","email_verified":true,"x":"\#(String(repeating: "x", count: 2000))"}"#
      }
      try Data(records.joined(separator: "\n").utf8).write(to: path)
      // The file changes while it is read.
      func damage() throws {
        let file = try FileHandle(forUpdating: path)
        try file.seek(toOffset: try file.seekToEnd() - 100)
        try file.write(contentsOf: [0xff])
        try file.close()
      }
      let imported = try await server.administer { administration in
        var imported = 0
        await #expect(throws: UserImportError.self) {
          try await administration.importUsers(from: path.path, options: .init(format: .auth0), to: nil) {
            event in
            guard case .progress(let summary) = event else { return }
            imported = summary.imported
            #expect(throws: Never.self) { try damage() }
          }
        }
        return imported
      }
      #expect(imported > 0 && imported < 300)
      // The server writes the events of one moment in any order.
      try await wait(until: "the server logs the transactions and the refusal") {
        Self.lines("users_import", in: server.log).count > imported / 50
      }
      let lines = Self.lines("users_import", in: server.log)
      let done = lines.filter { $0["outcome"] == "done" }
      #expect(done.count == imported / 50 && done.allSatisfy { $0["count"] == 50 })
      let refused = lines.filter { $0["outcome"] == "refused" }
      #expect(refused.map { $0["code"] } == ["import_wrong_format"] && refused.first?["count"] == nil)
      #expect(lines.allSatisfy { $0["application"] != nil })
    }
  }

  @Test(arguments: [(120, [49, 50, 21]), (0, [0])])
  func importLogsItsUsersOnce(_ users: Int, _ counts: [Int64])
    async throws
  {
    try await TestServer.run { server in
      let known = #"{"username":"ada_l"}"#
      _ = try await server.administer { try await $0.createUser(["username": "ada_l"], for: nil) }
      let records = [known] + (0..<users).map { #"{"email":"u\#($0)@example.com","email_verified":true}"# }
      #expect(try await server.importing(records.joined(separator: "\n"), .auth0).summary.imported == users)
      try await wait(until: "the server logs the import") {
        Self.lines("users_import", in: server.log).count >= counts.count
      }
      let lines = Self.lines("users_import", in: server.log)
      #expect(lines.allSatisfy { $0["outcome"] == "done" })
      #expect(lines.compactMap { $0["count"]?.int64 }.sorted() == counts.sorted())
    }
  }

  @Test func endOfAllSessionsEndsThoseOfEveryUser() async throws {
    try await TestServer.run { server in
      var tokens: [String] = []
      for _ in 0..<3 { tokens.append(try await EthereumTestWallet().signIn(server).account) }
      let browser = TestBrowser(server)
      _ = try await EthereumTestWallet().signIn(browser)
      #expect(try await server.administer { try await $0.endAllSessions() } == 4)
      for token in tokens {
        #expect(try await server.api.send(.get, "/v1/user", bearer: token).status == 401)
      }
      #expect(try await browser.send(.get, "/session/state")["user"] == .null)
      #expect(try await server.administer { try await $0.endAllSessions() } == 0)
      try await wait(until: "the server logs the act") {
        Self.lines("sessions_end", in: server.log).count == 2
      }
      let lines = Self.lines("sessions_end", in: server.log)
      #expect(lines.allSatisfy { $0["choice"] == "all" })
      #expect(lines.contains { $0["count"] == 4 } && lines.contains { $0["count"] == 0 })
    }
  }
}
