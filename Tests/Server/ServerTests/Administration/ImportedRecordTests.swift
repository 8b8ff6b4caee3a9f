import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// What becomes of one record: its address, its name, its password, and its user after a deletion.
@Suite struct ImportedRecordTests {
  private static let hash = UserImportTests.Hashes.bcrypt

  private func record(_ id: Int?, _ address: String, hash: String? = nil) -> String {
    let known = id.map { #""user_id":"\#($0)","created_at":"2021-03-05T16:34:1\#($0).000Z","# } ?? ""
    let password = hash.map { #","passwordHash":"\#($0)""# } ?? ""
    return #"{\#(known)"email":"\#(address)","email_verified":true\#(password)}"#
  }

  private func users(_ server: TestServer) async throws -> [JSONValue] {
    let list = try await server.api.send(.get, "/v1/users", bearer: try await server.apiKey())
    return try #require(list["items"].array)
  }

  @Test(
    "A record with another id and the same address is named, whichever has the password",
    arguments: [(nil, hash), (hash, nil), (hash, hash)] as [(String?, String?)])
  func otherRecordOfAnAddress(first: String?, second: String?) async throws {
    try await TestServer.run { server in
      let text = [record(1, "ada@example.com", hash: first), record(2, "ADA@example.com", hash: second)]
        .joined(separator: "\n")
      for isDryRun in [true, false] {
        let result = try await server.importing(text, .auth0, isDryRun: isDryRun)
        #expect(result.summary.imported == 1 && result.summary.known == 0, "dry run: \(isDryRun)")
        #expect(result.refused.map(\.code) == ["duplicate_user"] && result.refused.map(\.line) == [2])
      }
      #expect(try await users(server).map { $0["has_password"]?.bool } == [first != nil])
      let again = try await server.importing(text, .auth0)
      #expect(again.summary.known == 1 && again.refused.map(\.code) == ["duplicate_user"])
    }
  }

  @Test(
    "The password of a record whose user exists without one is not dropped in silence", arguments: [nil, 1])
  func passwordOfAnExistingUser(id: Int?) async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      _ = try await server.api.send(.post, "/v1/users", ["email": "ada@example.com"], bearer: key)
      let result = try await server.importing(record(id, "ada@example.com", hash: Self.hash), .auth0)
      #expect(result.summary.known == 0 && result.refused.map(\.code) == ["password_not_imported"])
      #expect(try await server.importing(record(id, "ada@example.com"), .auth0).summary.known == 1)
      #expect(try await users(server).count == 1)
    }
  }

  @Test("A record without an id is compared with the others of its file by its password")
  func recordsWithoutIDs() async throws {
    try await TestServer.run { server in
      let text = [record(nil, "ada@example.com"), record(nil, "ada@example.com", hash: Self.hash)]
        .joined(separator: "\n")
      for isDryRun in [true, false] {
        let result = try await server.importing(text, .auth0, isDryRun: isDryRun)
        #expect(result.summary.imported == 1 && result.refused.map(\.code) == ["password_not_imported"])
      }
    }
  }

  @Test("A deleted user who is imported again is a new user")
  func deletedUser() async throws {
    try await TestServer.run { server in
      let text = record(1, "ada@example.com")
      _ = try await server.importing(text, .auth0)
      let old = try #require(try await users(server).first?["id"]?.string)
      let key = try await server.apiKey()
      #expect(try await server.api.send(.delete, "/v1/users/\(old)", bearer: key).status == 204)
      #expect(try await server.importing(text, .auth0).summary.imported == 1)
      let new = try #require(try await users(server).first?["id"]?.string)
      #expect(new != old)
      #expect(try await server.api.send(.get, "/v1/users/\(old)", bearer: key).status == 404)
      #expect(try await server.importing(text, .auth0).summary.known == 1)
    }
  }

  @Test(
    "An identity of a banned user who was deleted refuses its record alone, also in a dry run",
    arguments: [
      ("ada@example.com", #""email":"ada@example.com","email_verified":true"#),
      ("+4915123456789", #""phone_number":"+4915123456789","phone_verified":true"#),
      ("ada_l", #""username":"ada_l""#),
      ("ada_l", #""email":"new@example.com","email_verified":true,"username":"ada_l""#),
    ])
  func bannedIdentity(_ name: String, _ members: String) async throws {
    try await TestServer.run { server in
      let own = name.contains("@") ? "email" : name.hasPrefix("+") ? "phone_number" : "username"
      let first = #"{"\#(own)":"\#(name)","email_verified":true,"phone_verified":true}"#
      #expect(try await server.importing(first, .auth0).summary.imported == 1)
      try await server.administer { administration in
        _ = try await administration.banUser(name, reason: "spam", end: nil)
        _ = try await administration.deleteUser(name)
      }
      let text = [record(1, "eve@example.com"), "{\(members)}", record(2, "bob@example.com")]
        .joined(separator: "\n")
      for isDryRun in [true, false] {
        let result = try await server.importing(text, .auth0, isDryRun: isDryRun)
        #expect(result.summary.imported == 2, "dry run: \(isDryRun)")
        #expect(result.refused.map(\.code) == ["user_banned"] && result.refused.map(\.line) == [2])
      }
      try await server.administer { _ = try await $0.unbanUser(name) }
      #expect(try await server.importing(text, .auth0).summary.imported == 1)
    }
  }

  @Test(
    "A name that cannot be stored does not cost the user",
    arguments: [
      (
        .auth0,
        Array(#"{"email":"ada@example.com","email_verified":true,"given_name":"Ada","name":"Zo\ud83d"}"#.utf8)
      ),
      (
        .auth0,
        Array(
          #"{"email":"ada@example.com","email_verified":true,"given_name":"Ada","name":"\udc00\\ud83d"}"#.utf8
        )
      ),
      (
        .auth0,
        Array(
          #"{"email":"ada@example.com","email_verified":true,"given_name":"Ada","name":"two\nlines"}"#.utf8)
      ),
      (
        .auth0,
        Array(#"{"email":"ada@example.com","email_verified":true,"given_name":"Ada","name":{"a":1}}"#.utf8)
      ),
    ] as [(UserImportFormat, [UInt8])])
  func unusableName(_ format: UserImportFormat, _ bytes: [UInt8]) async throws {
    try await TestServer.run { server in
      #expect(try await server.importing(bytes, format).summary.imported == 1)
      let user = try #require(try await users(server).first)
      #expect(user["first_name"] == "Ada" && user["name"]?.string == nil && user["last_name"]?.string == nil)
    }
  }

  @Test("A surrogate pair of a name is kept, and an address with a broken one is refused")
  func surrogates() async throws {
    try await TestServer.run { server in
      let text = """
        {"email":"ada@example.com","email_verified":true,"name":"Zo\\ud83d\\ude00","family_name":"\\ud83d"}
        {"email":"a\\ud83d@example.com","email_verified":true}
        """
      let result = try await server.importing(text, .auth0)
      #expect(result.summary.imported == 1 && result.refused.count == 1)
      #expect(try await users(server).first?["name"] == "Zo😀")
    }
  }

  @Test(
    "A verified address counts if the primary one is not verified",
    arguments: [
      """
      id,primary_email_address,verified_email_addresses,unverified_email_addresses,password_digest,password_hasher
      user_1,new@example.com,ada@example.com|a@example.com,new@example.com,,
      """,
      #"""
      [{"id":"user_1","primary_email_address_id":"idn_1","email_addresses":[
        {"id":"idn_1","email_address":"new@example.com","verification":{"status":"unverified"}},
        {"id":"idn_2","email_address":"ada@example.com","verification":{"status":"verified"}}]}]
      """#,
      #"[{"userId":"user_1","email":"new@example.com","emailAddresses":["ada@example.com"],"unverifiedEmailAddresses":["new@example.com"]}]"#,
    ])
  func verifiedAddress(_ text: String) async throws {
    try await TestServer.run { server in
      for isTrusting in [false, true] {
        let result = try await server.importing(Array(text.utf8), .clerk, trusting: isTrusting)
        #expect(result.summary.imported + result.summary.known == 1 && result.refused.isEmpty)
        #expect(try await users(server).map { $0["email"] } == ["ada@example.com"])
      }
    }
  }
}
