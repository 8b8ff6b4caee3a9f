import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSQLite
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// A new table fails here until the export has it, or until it is listed as one that has nothing for users.
@Suite("The export covers the schema") struct ExportCoverageTests {
  /// The tables that belong to a user, and the member of the export that has their content.
  private static let exported = [
    "users": "user", "identities": "identities", "application_grants": "applications", "sessions": "sessions",
    "second_factors": "second_factors", "recovery_codes": "recovery_codes_left", "photos": "photo",
    "photo_renditions": "photo", "outgoing_messages": "messages", "pending_deletions": "deletion",
    "user_bans": "ban", "invitations": "invitations", "administrators": "administrator",
    "administration_keys": "administrator", "events": "activity", "webhook_deliveries": "activity",
    "client_logins": "sessions",
  ]
  /// Tables with nothing but hashes: of short-lived codes, and of what a banned user has lost; and the requests of clients that
  /// wait for an answer.
  private static let secret: Set<String> = [
    "authorization_codes", "device_authorizations", "banned_identities",
  ]
  /// Tables that name no user, no address and no identity, except the administrator who has changed a setting, by id.
  private static let impersonal: Set<String> = [
    "applications", "application_revision", "spent_challenges", "swept_challenges", "guesses", "api_keys",
    "signing_keys", "delivery_spending", "readiness", "migrations", "leases", "event_chain", "event_counts",
    "administration", "webhooks", "settings", "settings_changes",
  ]
  /// Tables of what the processes of one database share, and a single process keeps in memory. They have hashes.
  private static let shared: Set<String> =
    StoreKind.ofServers == .postgresql ? ["request_limits"] : []

  @Test func everyTableIsExportedOrListed() async throws {
    try await TestServer.run { server in
      let database = try server.directConnection()
      #expect(
        try Set(database.tables())
          == Set(Self.exported.keys).union(Self.secret).union(Self.impersonal).union(Self.shared))
      // A table that refers to a user, or to a row of one, is never impersonal.
      let references = try database.texts(
        sqlite: """
          SELECT tables.name || ' ' || keys."table" FROM sqlite_schema AS tables
          JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'
          """,
        postgresql: """
          SELECT CAST(conrelid AS regclass) || ' ' || CAST(confrelid AS regclass) FROM pg_constraint
          WHERE contype = 'f'
          """
      ).map { pair in
        let names = pair.split(separator: " ").map(String.init)
        return (from: names[0], to: names[1])
      }
      let named = try database.texts(
        sqlite: """
          SELECT tables.name FROM sqlite_schema AS tables
          JOIN pragma_table_info(tables.name) AS columns
          WHERE tables.type = 'table' AND (columns.name LIKE '%user_id%'
            OR columns.name IN ('identifier', 'recipient', 'address', 'email', 'phone'))
          """,
        postgresql: """
          SELECT CAST(table_name AS TEXT) FROM information_schema.columns
          WHERE table_schema = current_schema() AND (column_name LIKE '%user_id%'
            OR column_name IN ('identifier', 'recipient', 'address', 'email', 'phone'))
          """)
      var about = Set(named + ["users"])
      while let next = references.first(where: { about.contains($0.to) && !about.contains($0.from) }) {
        about.insert(next.from)
      }
      #expect(about == Set(Self.exported.keys).union(Self.secret))
    }
  }

  @Test func exportHasAValueOfEachTable() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let token = try await codes.registered("ada@example.com").account
      let authenticator = try await TestAuthenticator.add(server, bearer: token)
      let photo = try #require(
        try await server.upload(try TestPhotos.image("picture.png"), token)["picture"].string)
      let key = try await server.apiKey()
      let invitation = try await server.api.send(
        .post, "/v1/invitations", ["email": "ADA@example.com", "inviter": "Grace"], bearer: key)
      try await server.endedBan(of: try await server.api.send(.get, "/v1/user", bearer: token)["id"])
      _ = try await server.administer { try await $0.giveRole(.viewer, to: "ada@example.com", isNew: true) }
      let export = try await server.api.send(.get, "/v1/user/export", bearer: token)
      #expect(export.status == 200)
      for member in Set(Self.exported.values).subtracting(["deletion"]) {
        let value = export[member]
        #expect(
          value.object?.isEmpty == false || value.array?.isEmpty == false || value.int64 ?? 0 > 0, "\(member)"
        )
      }
      // An account that is about to be deleted has no session to export it with.
      #expect(export.json.object?["deletion"] == .null)
      #expect(export["ban"].object?.map(\.key) == ["banned_at", "ends_at"])
      let invited = try #require(export["invitations"].array?.first)
      #expect(invited["application"] == "default" && invited["inviter"] == "Grace")
      #expect(invited["id"] == invitation["id"] && invited["email"] == "ada@example.com")
      #expect(export["user"]["has_password"] == true)
      #expect(export["photo"]["media_type"] == "image/jpeg")
      let file = try await server.photo(at: photo)
      #expect(try Base64.decode(export["photo"]["content"]?.string ?? "") == file.body)
      let messages = export["messages"].array ?? []
      #expect(messages.allSatisfy { $0["recipient"]?.string?.lowercased() == "ada@example.com" })
      #expect(
        Set(messages.compactMap { $0["kind"]?.string })
          == ["sign_up_code", "invitation", "second_factor_added"])
      let text = String(decoding: export.body, as: UTF8.self)
      let secrets =
        [Base32.encode(authenticator.secret), TestCodes.password, "argon2", "a note of the operator"]
        + authenticator.recoveryCodes
      for secret in secrets { #expect(!text.contains(secret)) }
    }
  }

  /// A message may name no user, because its user was not known, or must not be.
  @Test func everyMessageToAnAddressOfTheUserIsExported() async throws {
    try await withMessages { server, token in
      let export = try await server.api.send(.get, "/v1/user/export", bearer: token)
      let exported = (export["messages"].array ?? []).compactMap { $0["kind"]?.string }
      let stored = try server.directConnection().texts(
        """
        SELECT kind FROM outgoing_messages WHERE lower(recipient) IN ('ada@example.com', '+4915123456789')
        """)
      #expect(exported.sorted() == stored.sorted())
      #expect(
        Set(stored) == [
          "sign_up_code", "sign_in_code", "account_exists", "password_reset", "verify_address",
          "sign_in_method_added",
        ])
    }
  }

  @Test func noRowHasAnAddressOfADeletedUser() async throws {
    try await withMessages { server, token in
      #expect(try await server.api.send(.delete, "/v1/user", bearer: token).status == 204)
      let database = try server.directConnection()
      let bytes: Data
      if case .sqlite(let connection) = database {
        // The copy has the rows of all tables, and nothing of deleted ones.
        let copy = server.directory.file("copy")
        try connection.run("VACUUM INTO ?1", [.text(copy)])
        bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
      } else {
        bytes = try server.storedContent().reduce(Data()) { $0 + $1.bytes }
      }
      let text = String(decoding: bytes, as: Unicode.ASCII.self).lowercased()
      #expect(text.contains("eve@example.com"))
      for address in ["ada@example.com", "+4915123456789"] { #expect(!text.contains(address)) }
      // The messages of other users stay.
      let left = try database.texts("SELECT DISTINCT recipient FROM outgoing_messages")
      #expect(left == ["eve@example.com"])
    }
  }

  /// Runs `body` with a user who has caused a message of each kind that may name no user.
  private func withMessages(_ body: (TestServer, _ token: String) async throws -> Void) async throws {
    let limits: JSONObject = ["limits": ["deletion_grace": 0]]
    try await TestServer.runWithMail(limits) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let token = try await codes.registered("Ada@example.com").account
      for address in ["ADA@example.com", "eve@example.com"] { _ = try await codes.send(to: address) }
      _ = try await codes.signUp("ada@example.com")
      _ = try await codes.reset("ada@example.com")
      let phone: JSONValue = [
        "phone_number": "+4915123456789", "purpose": "verify", "binding": .string(codes.binding.value),
      ]
      let sent = try await server.api.send(.post, "/v1/code/send", phone, bearer: token)
      let code = try await mailbox.next(to: "+4915123456789", .verifyAddress).code
      let verified = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: token)
      #expect(verified.status == 200)
      try await body(server, token)
    }
  }

  @Test func exportOfAnApplicationHasNoInvitationToAnother() async throws {
    try await TestServer.runWithMail(["applications": [["id": "shop"], ["id": "game"]]]) { server, mailbox in
      let token = try await TestCodes(server, mailbox).registered("ada@example.com").account
      for application in ["shop", "game"] {
        let key = try await server.apiKey(application)
        _ = try await server.api.send(.post, "/v1/invitations", ["email": "ada@example.com"], bearer: key)
      }
      let export = try await server.api.send(.get, "/v1/user/export", bearer: token)
      #expect(export["invitations"].array?.map { $0["application"] } == ["shop"])
    }
  }

  @Test func exportOfAnApplicationHasNoMessagesOfAnother() async throws {
    let settings: JSONObject = ["applications": [["id": "shop"], ["id": "game"]]]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let token = try await codes.registered("ada@example.com").account
      _ = try await TestAuthenticator.add(server, bearer: token)
      // The user removes the factor in the other application, which sends a message of that application.
      let factors = try await server.api.send(.get, "/v1/second-factors", bearer: token)
      let id = try #require(factors["items"].array?.first?["id"]?.string)
      #expect(try await server.api.send(.delete, "/v1/second-factors/\(id)", bearer: token).status == 204)
      let other = try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": "ada@example.com", "password": .string(TestCodes.password)],
        fields: ["Doorward-Application": "game"])
      let own = try await server.api.send(.get, "/v1/user/export", bearer: token)
      #expect(
        Set(own["messages"].array?.compactMap { $0["kind"]?.string } ?? [])
          == ["second_factor_removed", "second_factor_added", "sign_up_code"])
      let foreign = try await server.api.send(.get, "/v1/user/export", bearer: try other.account)
      // The only message of this application is about the sign-in to it.
      #expect(foreign["messages"].array?.map { $0["kind"] } == ["new_device"])
      #expect(foreign["messages"].array?.allSatisfy { $0["application"] == "game" } == true)
    }
  }
}

extension TestServer {
  /// Stores a ban that has ended. A user whose ban is in force has no session to export with.
  fileprivate func endedBan(of user: JSONValue) async throws {
    let id = try #require(user.string.flatMap { User.ID($0) })
    let now = clock.wallClock.now
    try await withStore { store in
      try await store.write { transaction in
        try transaction.setBan(
          UserBan(
            reason: "a note of the operator", bannedAt: now.addingTimeInterval(-60),
            endsAt: now.addingTimeInterval(-30)), of: id)
      }
    }
  }
}
