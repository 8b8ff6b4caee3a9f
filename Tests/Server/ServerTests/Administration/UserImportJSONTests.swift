import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import Testing

/// The import of the JSON exports of Supabase and Clerk, in the shapes that their documentation shows.
@Suite struct UserImportJSONTests {
  /// The file of the SQL editor, `json_agg` of the rows.
  private static let supabaseRows = """
    [{"instance_id":"00000000-0000-0000-0000-000000000000","id":"2b0c0d2e-7d6e-4b0e-9d49-0d1b3a3f1111",
      "aud":"authenticated","role":"authenticated","email":"ada@example.com",
      "encrypted_password":"\(UserImportTests.Hashes.bcrypt)","email_confirmed_at":"2024-01-05T10:20:30.123456+00:00",
      "invited_at":null,"confirmation_token":"","recovery_token":"","last_sign_in_at":"2024-02-05T10:20:30.5+00:00",
      "raw_app_meta_data":{"provider":"email","providers":["email"]},"raw_user_meta_data":{"full_name":"Ada Lovelace"},
      "is_super_admin":null,"created_at":"2024-01-05T10:20:29.25+00:00","updated_at":"2024-02-05T10:20:30.5+00:00",
      "phone":null,"phone_confirmed_at":null,"confirmed_at":"2024-01-05T10:20:30.123456+00:00",
      "email_change_confirm_status":0,"banned_until":null,"is_sso_user":false,"deleted_at":null,"is_anonymous":false}]
    """

  /// The users of an answer of `GET /auth/v1/admin/users`.
  private static let supabaseUsers = """
    [{"id":"11111111-1111-1111-1111-111111111111","aud":"authenticated","role":"authenticated","email":"ada@example.com",
      "email_confirmed_at":"2024-01-01T00:00:00.123456Z","phone":"","confirmed_at":"2024-01-01T00:00:00.123456Z",
      "last_sign_in_at":"2024-02-01T00:00:00Z","app_metadata":{"provider":"email","providers":["email"]},
      "user_metadata":{"name":"Ada"},"identities":[{"identity_id":"22222222-2222-2222-2222-222222222222",
      "id":"11111111-1111-1111-1111-111111111111","user_id":"11111111-1111-1111-1111-111111111111",
      "identity_data":{"email":"ada@example.com","email_verified":true},"provider":"email",
      "created_at":"2024-01-01T00:00:00Z","email":"ada@example.com"}],"created_at":"2024-01-01T00:00:00Z",
      "updated_at":"2024-01-01T00:00:00Z","is_anonymous":false},
     {"id":"33333333-3333-3333-3333-333333333333","aud":"authenticated","role":"authenticated",
      "email":"stranger@example.com","phone":"4915123456789","phone_confirmed_at":"2024-01-01T00:00:00Z",
      "confirmed_at":"2024-01-01T00:00:00Z","app_metadata":{"provider":"phone","providers":["phone"]},
      "user_metadata":{},"identities":[],"created_at":"2024-01-01T00:00:01Z","updated_at":"2024-01-01T00:00:00Z",
      "banned_until":"2200-01-01T00:00:00Z","is_anonymous":false}]
    """

  /// An answer of `GET /v1/users` of the Backend API.
  private static let clerkUsers = """
    [{"id":"user_29w83sxmDNGwOuEthce5gg56FcC","object":"user","username":"ada_l","first_name":"Ada",
      "last_name":"Lovelace","image_url":"https://img.clerk.com/xyz","has_image":true,
      "primary_email_address_id":"idn_2","primary_phone_number_id":"idn_3","primary_web3_wallet_id":null,
      "password_enabled":true,"two_factor_enabled":true,"totp_enabled":false,"backup_code_enabled":false,
      "email_addresses":[
       {"id":"idn_1","object":"email_address","email_address":"old@example.com","reserved":false,
        "verification":{"status":"verified","strategy":"email_code","attempts":1,"expire_at":1654012671123},
        "linked_to":[],"created_at":1654012571123,"updated_at":1654012591123},
       {"id":"idn_2","object":"email_address","email_address":"ada@example.com","reserved":false,
        "verification":{"status":"verified","strategy":"from_oauth_google","attempts":null,"expire_at":null},
        "linked_to":[{"type":"oauth_google","id":"idn_9"}],"created_at":1654012571123,"updated_at":1654012591123}],
      "phone_numbers":[
       {"id":"idn_3","object":"phone_number","phone_number":"+4915123456789","reserved_for_second_factor":true,
        "default_second_factor":true,"reserved":false,
        "verification":{"status":"verified","strategy":"phone_code","attempts":1,"expire_at":1654012671123},
        "linked_to":[],"backup_codes":null,"created_at":1654012571123,"updated_at":1654012591123}],
      "web3_wallets":[],"passkeys":[],"external_accounts":[],"public_metadata":{"plan":"pro"},
      "private_metadata":{"note":"x"},"unsafe_metadata":{"theme":"dark"},"external_id":null,
      "last_sign_in_at":1664012591123,"banned":false,"locked":false,"created_at":1654012591514,
      "updated_at":1654012591514,"last_active_at":1664012591123},
     {"id":"user_2","object":"user","username":"bob_b","first_name":null,"last_name":null,
      "primary_email_address_id":"idn_4","primary_phone_number_id":"idn_5","password_enabled":false,
      "email_addresses":[{"id":"idn_4","object":"email_address","email_address":"stranger@example.com",
       "verification":{"status":"unverified","strategy":"email_code"},"linked_to":[]}],
      "phone_numbers":[{"id":"idn_5","object":"phone_number","phone_number":"+4915123456780",
       "reserved_for_second_factor":false,"verification":{"status":"verified","strategy":"phone_code"},"linked_to":[]}],
      "public_metadata":{},"private_metadata":{},"unsafe_metadata":{},"last_sign_in_at":null,"banned":true,
      "created_at":1654012591515,"updated_at":1654012591515}]
    """

  /// The file of `clerk migrate export clerk`.
  private static let clerkCommandLine = """
    [{"userId":"user_29w83sxmDNGwOuEthce5gg56FcC","email":"ada@example.com","emailAddresses":["old@example.com"],
      "username":"ada_l","firstName":"Ada","lastName":"Lovelace","publicMetadata":{"plan":"pro"},
      "privateMetadata":{"note":"x"},"unsafeMetadata":{"theme":"dark"},"createOrganizationEnabled":true,
      "deleteSelfEnabled":true,"createdAt":"2022-05-31T15:56:31.514Z"},
     {"userId":"user_2","email":"stranger@example.com","unverifiedEmailAddresses":["stranger@example.com"],
      "phone":"+4915123456780","username":"bob_b","banned":true,"createOrganizationEnabled":true,
      "deleteSelfEnabled":true,"createdAt":"2022-05-31T15:56:31.515Z"}]
    """

  @Test("Rows of Supabase's table as JSON keep password, name, metadata and times")
  func rowsOfSupabase() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let ada = try #require(try await imported(Self.supabaseRows, .supabase, on: server).first)
      #expect(ada["email"] == "ada@example.com" && ada["name"] == "Ada Lovelace")
      #expect(ada["created_at"] == "2024-01-05T10:20:29.250Z")
      #expect(ada["last_sign_in_at"] == "2024-02-05T10:20:30.500Z")
      #expect(ada["metadata"] == ["full_name": "Ada Lovelace"])
      #expect(ada["app_metadata"] == ["provider": "email", "providers": ["email"]])
      #expect(ada["ban"] == nil)
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn(
        "ada@example.com", password: UserImportTests.Hashes.bcryptPassword)
      #expect(session.status == 200)
    }
  }

  @Test("Of the users of Supabase's API, only the address that its user has confirmed is imported")
  func usersOfSupabase() async throws {
    try await TestServer.runWithMail { server, _ in
      let users = try await imported(Self.supabaseUsers, .supabase, on: server)
      let (ada, other) = (try #require(users.first), try #require(users.last))
      #expect(ada["email"] == "ada@example.com" && ada["phone_number"]?.string == nil && ada["name"] == "Ada")
      #expect(ada["metadata"] == ["name": "Ada"])
      #expect(ada["app_metadata"] == ["provider": "email", "providers": ["email"]])
      #expect(ada["last_sign_in_at"] == "2024-02-01T00:00:00.000Z" && ada["has_password"] == false)
      #expect(other["phone_number"] == "+4915123456789" && other["email"]?.string == nil)
      #expect(other["ban"]?["ends_at"] == "2200-01-01T00:00:00.000Z")
    }
  }

  @Test(
    "Of the users of Clerk, only verified addresses that sign the user in are imported",
    arguments: [clerkUsers, clerkCommandLine])
  func usersOfClerk(text: String) async throws {
    try await TestServer.runWithMail { server, _ in
      let users = try await imported(text, .clerk, on: server)
      let (ada, bob) = (try #require(users.first), try #require(users.last))
      #expect(ada["email"] == "ada@example.com" && ada["phone_number"]?.string == nil)
      #expect(ada["username"] == "ada_l" && ada["first_name"] == "Ada" && ada["last_name"] == "Lovelace")
      #expect(ada["metadata"] == ["theme": "dark"] && ada["app_metadata"] == ["plan": "pro"])
      #expect(ada["created_at"] == "2022-05-31T15:56:31.514Z" && ada["has_password"] == false)
      #expect(ada["ban"] == nil)
      #expect(bob["phone_number"] == "+4915123456780" && bob["email"]?.string == nil)
      #expect(bob["username"] == "bob_b" && bob["ban"]?["ends_at"] == .null)
    }
  }

  /// Imports a file with one or two users, and returns them in the order of their creation.
  private func imported(
    _ text: String, _ format: UserImportFormat, on server: TestServer
  ) async throws -> [JSONValue] {
    let result = try await server.importing(text, format)
    #expect(result.refused.isEmpty, "\(result.refused)")
    let list = try await server.api.send(
      .get, "/v1/users?sort=created_at", bearer: try await server.apiKey())
    let users = try #require(list["items"].array)
    #expect(result.summary.imported == users.count)
    let times = users.map { $0["created_at"]?.string ?? "" }
    return times == times.sorted() ? users : users.reversed()
  }
}
