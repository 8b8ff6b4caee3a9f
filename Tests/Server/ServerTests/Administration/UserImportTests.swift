import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPasswords
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The import of users from exports of other systems, with real hashes.
@Suite struct UserImportTests {
  /// Hashes that other programs have computed, with their passwords.
  enum Hashes {
    static let bcrypt = "$2a$10$CCCCCCCCCCCCCCCCCCCCC.KgQljzbljH4iwhlg3oTf8buusOTZRX6"
    static let bcryptPassword = "U*U"
    static let argon2 =
      "$argon2id$v=19$m=16384,t=2,p=1$c29tZXNhbHQ$4EP5eTEbFP+DeLeFRpl06JmgjwVQkyOgSyyinvY/868"
    static let django = "pbkdf2_sha256$10000$saltsalt$8AsC4H/147lFlEEMCnL1JMziEIWaSGvXLB7jM4MIJaM="
    static let clerk = "pbkdf2_sha256$10000$c2FsdHNhbHQ=$8AsC4H/147lFlEEMCnL1JMziEIWaSGvXLB7jM4MIJaM="
    static let password = "password"
    /// The example of firebase/scrypt README.md.
    static let firebaseKey =
      "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    static let firebaseSalt = "42xEC+ixf3L2lw=="
    static let firebase =
      "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
    static let firebasePassword = "user1password"
    static let auth0Scrypt = """
      {"algorithm":"scrypt","hash":{"value":"0453b3a96ea2fd0a77149bd424c52251e2e2464027afdb6579f6e3a912f4fc5ca9e155761c52861fecfdf58d79dc8d3345007203500906b2ebdbb7d2c81d2936","encoding":"hex"},"salt":{"value":"saltsalt","encoding":"utf8"},"keylen":64,"cost":16384,"blockSize":8,"parallelization":1}
      """
  }

  /// An export file, with the password of each user by the identifier.
  struct Export: Sendable, CustomTestStringConvertible {
    let name: String
    let format: UserImportFormat
    let text: String
    let passwords: [String: String]
    var testDescription: String { name }
  }

  static let exports: [Export] = [
    Export(
      name: "Auth0, password hashes as JSON Lines", format: .auth0,
      text: """
        {"_id":{"$oid":"60425dc43519d90068f82973"},"email_verified":true,"email":"ada@example.com","passwordHash":"\(Hashes.bcrypt)","password_set_date":{"$date":"2021-03-05T16:34:16.502Z"},"tenant":"t","connection":"c","_tmp_is_unique":true}
        {"_id":{"$oid":"60425dc43519d90068f82974"},"email_verified":true,"email":"bob@example.com","passwordHash":"\(Hashes.bcrypt)"}

        """,
      passwords: ["ada@example.com": Hashes.bcryptPassword, "bob@example.com": Hashes.bcryptPassword]),
    Export(
      name: "Auth0, bulk import", format: .auth0,
      text: """
        [{"user_id":"1","email":"ada@example.com","email_verified":true,"given_name":"Ada","created_at":"2021-03-05T16:34:16.502Z","custom_password_hash":{"algorithm":"argon2","hash":{"value":"\(Hashes.argon2)"}},"user_metadata":{"a":"[{\\"}"}},
         {"user_id":"2","username":"bob_b","custom_password_hash":\(Hashes.auth0Scrypt)}]
        """,
      passwords: ["ada@example.com": Hashes.password, "bob_b": Hashes.password]),
    Export(
      name: "Firebase", format: .firebase,
      text: """
        {"users": [
          {"localId": "1", "email": "ada@example.com", "emailVerified": true, "passwordHash": "\(Hashes.firebase)",
           "salt": "\(Hashes.firebaseSalt)", "displayName": "Ada {[", "createdAt": "1486324759000",
           "lastSignedInAt": "1486324759000", "providerUserInfo": [{"providerId": "password"}]},
          {"localId": "2", "phoneNumber": "+4915123456789", "providerUserInfo": []}
        ]}
        """, passwords: ["ada@example.com": Hashes.firebasePassword]),
    Export(
      name: "Supabase, CSV", format: .supabase,
      text: """
        instance_id,id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,created_at,phone,phone_confirmed_at,banned_until,deleted_at\r
        0,6f1,ada@example.com,\(Hashes.bcrypt),2024-01-05 10:20:30.123456+00,"{""full_name"": ""Ada, ""}",2024-01-05 10:20:30.1+00,,,,\r
        0,6f2,bob@example.com,"$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=\(Hashes.firebaseKey)$\(Hashes.firebaseSalt)$\(Hashes.firebase)",2024-01-05 10:20:30+00,{},2024-01-05 10:20:31+00,4915123456789,2024-01-05 10:20:30+00,,\r
        0,6f3,eve@example.com,"\(Hashes.argon2)",2024-01-05 10:20:30+00,{},2024-01-05 10:20:32+00,,,,
        """,
      passwords: [
        "ada@example.com": Hashes.bcryptPassword, "bob@example.com": Hashes.firebasePassword,
        "+4915123456789": Hashes.firebasePassword, "eve@example.com": Hashes.password,
      ]),
    Export(
      name: "Clerk, CSV", format: .clerk,
      text: """
        id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher
        user_1,Ada,Lovelace,ada_l,ada@example.com,,ada@example.com|a@example.com,,,,,\(Hashes.bcrypt),bcrypt
        user_2,Bob,,,bob@example.com,,bob@example.com,,,,,\(Hashes.clerk),pbkdf2_sha256
        user_3,Eve,,,eve@example.com,,eve@example.com,,,,,\(Hashes.firebase)$\(Hashes.firebaseSalt)$\(Hashes.firebaseKey)$Bw==$8$14,scrypt_firebase
        """,
      passwords: [
        "ada_l": Hashes.bcryptPassword, "ada@example.com": Hashes.bcryptPassword,
        "bob@example.com": Hashes.password, "eve@example.com": Hashes.firebasePassword,
      ]),
    Export(
      name: "Django", format: .django,
      text: """
        [{"model": "contenttypes.contenttype", "pk": 1, "fields": {"app_label": "auth"}},
         {"model": "auth.user", "pk": 1, "fields": {"password": "\(Hashes.django)", "last_login": null,
          "username": "ada_l", "first_name": "Ada", "last_name": "Lovelace", "email": "", "is_active": true,
          "date_joined": "2021-03-05T16:34:16.502Z", "groups": []}},
         {"model": "accounts.user", "pk": 2, "fields": {"password": "argon2\(Hashes.argon2)", "username": "bob_b"}}]
        """, passwords: ["ada_l": Hashes.password, "bob_b": Hashes.password]),
  ]

  private static func project() throws -> FirebaseScryptProject {
    try FirebaseScryptProject(
      console: """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: \(Hashes.firebaseKey),
          base64_salt_separator: Bw==,
          rounds: 8,
          mem_cost: 14,
        }
        """)
  }

  /// Parts of the records that a refusal must not show.
  private static let hidden = ["not an address", "5f4dcc", "b@example", "c@exam", "bob_b", "xxx"]

  private func run(
    _ text: String, _ format: UserImportFormat, on server: TestServer, trusting: Bool = false,
    isDryRun: Bool = false
  ) async throws -> ImportResult {
    let result = try await server.importing(
      Array(text.utf8), format, trusting: trusting, project: try Self.project(), isDryRun: isDryRun)
    #expect(!result.refused.contains { refusal in Self.hidden.contains { refusal.reason.contains($0) } })
    return result
  }

  private func storedHashes(_ server: TestServer) async throws -> [String] {
    try await server.withStore { store in
      try await store.read { snapshot in
        try snapshot.users(UserQuery(applicationID: nil), after: nil, at: Date(), limit: 100, examining: 100)
          .users.compactMap { try snapshot.passwordHash(of: $0.user) }
      }
    }
  }

  @Test("An imported user signs in with the old password, and the hash is replaced", arguments: exports)
  func signIn(_ export: Export) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let tried = try await run(export.text, export.format, on: server, isDryRun: true)
      #expect(tried.refused.isEmpty && tried.summary.imported > 1)
      #expect(try await storedHashes(server).isEmpty)
      let first = try await run(export.text, export.format, on: server)
      #expect(first.summary == tried.summary && first.refused.isEmpty)
      let sealed = try await storedHashes(server)
      #expect(sealed.allSatisfy { $0.hasPrefix("$sealed$") } && Set(sealed).count == sealed.count)
      let second = try await run(export.text, export.format, on: server)
      #expect(second.summary.imported == 0 && second.summary.known == first.summary.imported)
      for (identifier, password) in export.passwords {
        #expect(try await codes.signIn(identifier, password: "\(password)x").code == "invalid_credentials")
        for _ in 0..<2 {
          let session = try await codes.signIn(identifier, password: password)
          #expect(session.status == 200, "\(identifier)")
          #expect(session["is_new_user"] == false)
        }
      }
      let replaced = try await storedHashes(server)
      #expect(replaced.count == sealed.count)
      #expect(replaced.allSatisfy { $0.hasPrefix("$argon2id$v=19$m=19456,") })
    }
  }

  @Test("An import keeps profile, metadata, times and the state of the user")
  func values() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let text = """
        {"user_id":"1","email":"ada@example.com","email_verified":true,"given_name":"Ada","family_name":"L.","created_at":"2021-03-05T16:34:16.502Z","last_login":"2022-01-02T03:04:05Z","blocked":true,"user_metadata":{"a":1},"app_metadata":{"plan":"pro"}}
        """
      #expect(try await run(text, .auth0, on: server).summary.imported == 1)
      let key = try await server.apiKey()
      let found = try await server.api.send(.get, "/v1/users?email=ada%40example.com", bearer: key)
      let user = try #require(found["items"].array?.first)
      #expect(user["first_name"] == "Ada" && user["last_name"] == "L." && user["has_password"] == false)
      #expect(
        user["created_at"] == "2021-03-05T16:34:16.502Z"
          && user["last_sign_in_at"] == "2022-01-02T03:04:05.000Z")
      #expect(user["metadata"] == ["a": 1] && user["app_metadata"] == ["plan": "pro"])
      #expect(user["ban"]?["ends_at"] == .null && user["ban"]?["reason"]?.string != nil)
      let codes = try TestCodes(server, mailbox)
      #expect(try await codes.signIn("ada@example.com").code == "user_banned")
      // The list by the last sign-in has the imported time.
      let listed = try await server.api.send(
        .get, "/v1/users?sort=last_sign_in_at&created_before=2021-03-06T00:00:00Z", bearer: key)
      #expect(listed["items"].array?.count == 1)
    }
  }

  @Test("A record that cannot be imported is refused with its line, and the others are imported")
  func refusals() async throws {
    try await TestServer.runWithMail { server, _ in
      let text = """
        {"email":"a@example.com","email_verified":true,"passwordHash":"\(Hashes.bcrypt)"}
        {"email":"b@example.com","email_verified":false}

        {"email":"c@example.com","email_verified":true,
        {"email":"not an address","email_verified":true}
        {"email":"d@example.com","email_verified":true,"passwordHash":"5f4dcc3b5aa765d61d8327deb882cf99"}
        {"email":"e@example.com","email_verified":true,"custom_password_hash":{"algorithm":"md5","hash":{"value":"5f4dcc3b5aa765d61d8327deb882cf99"}}}
        {}
        {"email":"f@example.com","email_verified":true,"user_metadata":{"a":"\(String(repeating: "x", count: 20_000))"}}
        {"email":"g@example.com","email_verified":true,"app_metadata":{"a":"\(String(repeating: "x", count: 1 << 20))"}}
        {"email":"A@EXAMPLE.com","email_verified":true}
        {"email":"h@example.com","email_verified":true}
        """
      let result = try await run(text, .auth0, on: server)
      #expect(result.summary.imported == 2 && result.summary.known == 1 && result.summary.refused == 8)
      let codes = Dictionary(result.refused.map { ($0.line, $0.code) }) { first, _ in first }
      #expect(
        codes == [
          2: "address_not_verified", 4: "record_malformed", 5: "email_incomplete", 6: "malformed_hash",
          7: "legacy_scheme", 8: "no_identifier", 9: "metadata_too_large", 10: "record_too_long",
        ])
      let trusted = try await run(text, .auth0, on: server, trusting: true)
      #expect(trusted.summary.imported == 1)
    }
  }

  @Test("Identifiers of two users, and a broken file, are refused")
  func conflicts() async throws {
    try await TestServer.runWithMail { server, _ in
      let first = #"[{"email":"a@example.com","email_verified":true},{"username":"bob_b"}]"#
      #expect(try await run(first, .auth0, on: server).summary.imported == 2)
      let second =
        #"[{"email":"a@example.com","email_verified":true,"username":"bob_b"}, 7, "x", {"email":"b@example.com","email_verified":true},{"email":"c@exam"#
      let result = try await run(second, .auth0, on: server)
      #expect(
        Set(result.refused.map(\.code)) == ["identity_in_use", "record_malformed", "record_incomplete"])
      #expect(result.summary.imported == 1)
      await #expect(throws: UserImportError.self) { try await run("email\na@b.c", .auth0, on: server) }
    }
  }

  @Test("A user name of another user is refused, also one of the same file and in a dry run")
  func otherUsersOfAName() async throws {
    try await TestServer.runWithMail { server, _ in
      func record(_ id: Int, _ name: String) -> String {
        #"{"user_id":"\#(id)","username":"\#(name)","created_at":"2021-03-05T16:34:1\#(id).000Z"}"#
      }
      let records = [record(1, "lovelace"), record(2, "love1ace"), record(3, "Lovelace"), record(4, "grace")]
      let key = try await server.apiKey()
      #expect(
        try await server.api.send(.post, "/v1/users", ["username": "grace"], bearer: key).status == 201)
      let text = records.joined(separator: "\n")
      for isDryRun in [true, false] {
        let result = try await run(text, .auth0, on: server, isDryRun: isDryRun)
        #expect(result.summary.imported == 1 && result.summary.known == 0, "dry run: \(isDryRun)")
        #expect(result.refused.map(\.line) == [2, 3, 4])
        #expect(Set(result.refused.map(\.code)) == ["identity_in_use"])
      }
      let again = try await run(text, .auth0, on: server)
      #expect(again.summary.imported == 0 && again.summary.known == 1 && again.summary.refused == 3)
    }
  }

  @Test("A record without an id is known by its own user name, and not by one that looks like it")
  func namesWithoutIDs() async throws {
    try await TestServer.runWithMail { server, _ in
      #expect(try await run(#"{"username":"bob_b"}"#, .auth0, on: server).summary.imported == 1)
      #expect(try await run(#"{"username":"Bob_b"}"#, .auth0, on: server).summary.known == 1)
      let other = try await run(#"{"username":"b0b_b"}"#, .auth0, on: server)
      #expect(other.refused.map(\.code) == ["identity_in_use"])
    }
  }

  @Test("A dry run counts the second record of an address as known, as the run does")
  func sameAddressTwice() async throws {
    try await TestServer.runWithMail { server, _ in
      let text = """
        {"email":"a@example.com","email_verified":true}
        {"email":"A@EXAMPLE.com","email_verified":true}
        """
      let tried = try await run(text, .auth0, on: server, isDryRun: true)
      #expect(tried.summary.imported == 1 && tried.summary.known == 1)
      #expect(try await run(text, .auth0, on: server).summary == tried.summary)
    }
  }

  @Test("A user whom Supabase has deleted or banned is banned, also if the end cannot be read")
  func disabledSupabaseUsers() async throws {
    try await TestServer.runWithMail { server, _ in
      let text = """
        id,email,email_confirmed_at,created_at,banned_until,deleted_at,encrypted_password
        1,deleted@example.com,2024-01-05 10:20:30+00,2024-01-05 10:20:30+00,2024-01-06 10:20:30+00,2024-01-06 10:20:30+00,
        2,unclear@example.com,2024-01-05 10:20:30+00,2024-01-05 10:20:31+00,infinity,,
        3,ended@example.com,2024-01-05 10:20:30+00,2024-01-05 10:20:32+00,2024-01-06 10:20:30+00,,
        4,banned@example.com,2024-01-05 10:20:30+00,2024-01-05 10:20:33+00,2200-01-06 10:20:30+00,,
        """
      #expect(try await run(text, .supabase, on: server).summary.imported == 4)
      let key = try await server.apiKey()
      func ban(_ name: String) async throws -> JSONValue? {
        let list = try await server.api.send(.get, "/v1/users?email=\(name)%40example.com", bearer: key)
        return try #require(list["items"].array?.first)["ban"]
      }
      for name in ["deleted", "unclear"] {
        let ban = try await ban(name)
        #expect(ban?["banned_at"]?.string != nil && ban?["ends_at"] == .null, "\(name)")
      }
      #expect(try await ban("ended") == nil)
      #expect(try await ban("banned")?["ends_at"] == "2200-01-06T10:20:30.000Z")
    }
  }

  @Test("An interrupted import of many users is completed by the next run")
  func interrupted() async throws {
    try await TestServer.runWithMail { server, _ in
      let lines = (0..<500).map {
        #"{"user_id":"\#($0)","email":"u\#($0)@example.com","email_verified":true}"#
      }
      let part = lines.prefix(120).joined(separator: "\n") + "\n" + lines[120].prefix(20)
      #expect(try await run(part, .auth0, on: server).summary.imported == 120)
      let whole = try await run(lines.joined(separator: "\n"), .auth0, on: server)
      #expect(whole.summary.imported == 380 && whole.summary.known == 120)
      let key = try await server.apiKey()
      var (count, cursor) = (0, "")
      repeat {
        let list = try await server.api.send(.get, "/v1/users?limit=100&cursor=\(cursor)", bearer: key)
        count += list["items"].array?.count ?? 0
        cursor = list["next_cursor"].string ?? ""
      } while !cursor.isEmpty
      #expect(count == 500)
    }
  }

  @Test("An address that changed after the import is not imported again")
  func changedAddress() async throws {
    try await TestServer.runWithMail { server, _ in
      let text =
        #"{"user_id":"1","email":"old@example.com","email_verified":true,"created_at":"2021-03-05T16:34:16Z"}"#
      #expect(try await run(text, .auth0, on: server).summary.imported == 1)
      try await server.withStore { store in
        try await store.write { transaction in
          let key = IdentityKey(kind: .init(rawValue: "email"), identifier: "old@example.com")
          let identity = try #require(try transaction.identity(key))
          try transaction.deleteIdentity(identity.id)
        }
      }
      let again = try await run(text, .auth0, on: server)
      #expect(again.summary.imported == 0 && again.summary.known == 1)
    }
  }

  @Test(
    "Forms that split a record over reads are read",
    arguments: [
      #"{"other":["users",{"a":1}],"users":[{"localId":"1","email":"a@example.com","emailVerified":true}],"more":[{}]}"#,
      "\u{feff}[\n{\"localId\":\"1\",\"email\":\"a@example.com\",\"emailVerified\":true}\n]\n",
      #"{"users":[{"localId":"1","email":"a@example.com","emailVerified":true,"x":"\\\"}]{"}]}"#,
    ])
  func forms(_ text: String) async throws {
    try await TestServer.run { server in
      // The padding moves the record over the end of a block.
      for padding in [0, (1 << 18) - 20] {
        let mark = text.unicodeScalars.prefix { $0 == "\u{feff}" }
        let rest = text.unicodeScalars.dropFirst(mark.count)
        let padded = "\(String(mark))\(String(repeating: " ", count: padding))\(String(rest))"
        let result = try await run(padded, .firebase, on: server)
        #expect(result.summary.imported + result.summary.known == 1 && result.refused.isEmpty, "\(padding)")
      }
    }
  }
}
