import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Only an administrator with a second factor gets a session in the administration, and it ends with all that it rests on.
@Suite struct AdministratorSignInTests {
  private static let session = "/v1/admin/session"

  @Test(arguments: AdministratorRole.allCases)
  func sessionHasTheRoleOfTheAdministrator(_ role: AdministratorRole) async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      let administrator = try await TestAdministrator(server, role: role)
      #expect(try await administrator.send(.get, Self.session).code == "signed_out")
      let answer = try await administrator.signIn()
      #expect(answer.status == 303 && answer.fields["Location"] == "/")
      let session = try await administrator.send(.get, Self.session)
      #expect(session.status == 200 && session["role"].string == role.rawValue)
      #expect(session["user"]["id"]?.string == administrator.id && session["is_recent"] == true)
      #expect(session.fields["Cache-Control"] == "no-store")
      let scopes = session["scopes"].array ?? []
      #expect(scopes.contains("admin.users.write") == (role >= .support))
      #expect(scopes.contains("admin.keys.write") == (role == .owner))
      #expect(!server.log.events("administrator_sign_in").isEmpty)
      withExtendedLifetime(owner) {}
    }
  }

  /// What ends a session of an administrator.
  enum End: CaseIterable {
    case signOut, signOutOnPage, removal, ban, sessionsEnd, time, secondFactorsRemoval
  }

  @Test(arguments: End.allCases)
  func sessionEndsAtOnce(_ end: End) async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let administrator = try await TestAdministrator(server, role: .support)
      let id = administrator.id
      try await administrator.signIn()
      let copied = await administrator.cookies
      #expect(try await administrator.send(.get, Self.session).status == 200)
      switch end {
      case .signOut: #expect(try await administrator.send(.delete, Self.session).status == 204)
      case .signOutOnPage: try await administrator.signOutOnPage()
      case .removal: #expect(try await server.administer { try await $0.removeAdministrator(id) })
      case .ban:
        #expect(try await server.administer { try await $0.banUser(id, reason: nil, end: nil) })
      case .sessionsEnd: _ = try await server.administer { try await $0.endSessions(of: id, nil) }
      case .time: server.clock.advance(by: 3600)
      case .secondFactorsRemoval: _ = try await server.administer { try await $0.removeSecondFactors(of: id) }
      }
      for (name, value) in copied { await administrator.plant(name, value) }
      #expect(try await administrator.send(.get, Self.session).code == "signed_out")
      guard end == .removal else { return }
      // The old session does not come back with a new role.
      #expect(try await server.administer { try await $0.giveRole(.viewer, to: id, isNew: true) })
      #expect(try await administrator.send(.get, Self.session).code == "signed_out")
    }
  }

  @Test func userWithoutARoleIsRefusedAndLeavesNothing() async throws {
    try await TestServer.run { server in
      let user = try await TestAdministrator(server)
      let answer = try await user.signIn()
      #expect(answer.status == 403 && answer.fields["Content-Security-Policy"]?.contains("'none'") == true)
      #expect(await !user.cookies.keys.contains("doorward_admin"))
      let shown = try await server.administer { try await $0.user(user.id) }
      let grants = shown?["applications"]?.array?.compactMap { $0["application"]?.string }
      #expect(grants == ["default"])
    }
  }

  @Test func sessionWithoutSecondFactorOpensNothing() async throws {
    try await TestServer.run { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let session = try await wallet.signIn(browser)
      let id = try #require(session["user"]["id"]?.string)
      _ = try await server.administer { try await $0.giveRole(.owner, to: id, isNew: true) }
      let admin = TestAPI(origin: "http://\(server.server.administrationAddress)")
      let begun = try await admin.send(.get, "/sign-in")
      let address = try #require(begun.fields["Location"])
      let opened = try await server.listening.send(
        .get, String(address.dropFirst(server.origin.count)),
        fields: ["Host": server.server.accountURL.authority])
      let step = try await browser.send(
        .post, "/session/authorization", ["ticket": .string(try #require(opened.pageTicket))])
      #expect(step["next"] == "sign_in" && step["reason"] == "second_factor")
    }
  }

  @Test func codeOpensASessionOnlyInTheBrowserThatBegan() async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      try await owner.signInOnPage()
      let stranger = try await TestAdministrator(server)
      let path = try await owner.redirect(owner.begin())
      // An attacker sends their own code to the owner's browser, or uses the code of the owner.
      _ = try await stranger.begin()
      #expect(try await stranger.get(path).status == 403)
      #expect(try await stranger.send(.get, Self.session).code == "signed_out")
      #expect(try await owner.get(path).status == 303)
      #expect(try await owner.get(path).status == 403)
      #expect(try await owner.send(.get, Self.session).status == 200)
      // No client gets tokens with the code of the administration.
      let other = try await owner.redirect(owner.begin())
      let code = TestClient.query(of: other)["code"] ?? ""
      let answer = try await server.listening.form(
        "/v1/token",
        TestClient.form([
          "grant_type": "authorization_code", "code": code, "client_id": "doorward-dashboard",
          "redirect_uri": "\(owner.origin)/callback", "code_verifier": String(repeating: "a", count: 43),
        ]))
      #expect(answer.status == 401 && answer["error"] == "invalid_client")
    }
  }

  @Test func requestsOfOtherSitesAreRefused() async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      try await owner.signIn()
      let others: [HTTPFields] = [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
        ["Origin": "https://evil.example"], ["Origin": .init("\(server.origin)")],
        ["Origin": "null"],
      ]
      for fields in others {
        #expect(try await owner.send(.get, Self.session, fields: fields).code == "cross_origin")
        #expect(try await owner.send(.delete, Self.session, fields: fields).code == "cross_origin")
      }
      #expect(try await owner.send(.delete, Self.session, fields: ["Origin": ""]).code == "cross_origin")
      let form: HTTPFields = ["Content-Type": "application/x-www-form-urlencoded"]
      #expect(try await owner.send(.delete, Self.session, fields: form).status == 415)
      #expect(try await owner.send(.get, Self.session).status == 200)
      let rebound = try await owner.send(.get, Self.session, fields: ["Host": "evil.example"])
      #expect(rebound.status == 421)
    }
  }

  @Test func cookieOfTheAdministrationIsItsOwn() async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      let answer = try await owner.signIn()
      let cookie = try #require(
        answer.fields.values(for: "Set-Cookie").first { $0.hasPrefix("doorward_admin=") })
      for attribute in ["Path=/v1/admin", "HttpOnly", "SameSite=Strict", "Max-Age=3600"] {
        #expect(cookie.contains(attribute))
      }
      let value = try #require(await owner.cookies["doorward_admin"])
      for changed in [value.dropLast(4) + "AAAA", "z" + value.dropFirst(), "", value + "A"] {
        await owner.plant("doorward_admin", String(changed))
        #expect(try await owner.send(.get, Self.session).code == "signed_out")
      }
      // The page of accounts does not take it, and no API key opens the session.
      let browser = TestBrowser(server, cookies: ["doorward_session": value])
      #expect(try await !browser.isSignedIn)
    }
  }

  @Test func administrationOfAPublicServerHasSecureCookies() async throws {
    var settings = JSONObject.behindTLS
    settings["admin_url"] = "https://admin.example.com"
    try await TestServer.run(settings) { server in
      #expect(server.server.administrationURL?.description == "https://admin.example.com")
      let admin = TestAPI(origin: "http://\(server.server.administrationAddress)")
      let answer = try await admin.send(.get, "/sign-in", fields: ["Host": "admin.example.com"])
      let cookie = try #require(answer.fields["Set-Cookie"])
      #expect(cookie.hasPrefix("__Host-doorward_admin_sign_in=") && cookie.contains("; Secure; HttpOnly"))
      let address = try #require(answer.fields["Location"])
      #expect(address.hasPrefix("https://accounts.example.com/authorize?"))
      #expect(TestClient.query(of: address)["redirect_uri"] == "https://admin.example.com/callback")
      #expect(try await admin.send(.get, "/sign-in", fields: ["Host": "evil.example.com"]).status == 421)
    }
  }

  // MARK: The first owner

  @Test func oneUserBecomesTheOwnerByTheLink() async throws {
    try await TestServer.run { server in
      let link = try #require(try await server.server.firstOwnerLink())
      let parts = link.split(separator: "#")
      let secret = String(try #require(parts.last))
      let origin = try #require(server.server.administrationURL)
      #expect(parts.count == 2 && parts[0] == "\(origin)/claim")
      let (first, second) = (try await TestAdministrator(server), try await TestAdministrator(server))
      try await first.signInOnPage()
      try await second.signInOnPage()
      // Both have begun with the secret, and one of them gets the role.
      let (one, other) = (try await first.begin(secret: secret), try await second.begin(secret: secret))
      #expect(try await first.callback(one).status == 303)
      #expect(try await first.send(.get, Self.session)["role"] == "owner")
      #expect(try await second.callback(other).status == 403)
      #expect(try await second.send(.get, Self.session).code == "signed_out")
      #expect(try await server.server.firstOwnerLink() == nil)
      await #expect(throws: UnexpectedAnswer.self) { try await second.begin(secret: secret) }
      #expect(server.log.events("owner_claim").count == 1)
      #expect(!server.log.text.contains(secret))
    }
  }

  @Test func linkEndsWithItsTimeAndWithANewerOne() async throws {
    try await TestServer.run { server in
      let user = try await TestAdministrator(server)
      let old = try await server.administer { try await $0.makeOwnerLink() }
      let new = try await server.administer { try await $0.makeOwnerLink() }
      let secrets = [old, new].map { String($0.split(separator: "#").last ?? "") }
      await #expect(throws: UnexpectedAnswer.self) { try await user.begin(secret: secrets[0]) }
      _ = try await user.begin(secret: secrets[1])
      server.clock.advance(by: 3600)
      await #expect(throws: UnexpectedAnswer.self) { try await user.begin(secret: secrets[1]) }
      await #expect(throws: UnexpectedAnswer.self) { try await user.begin(secret: "") }
    }
  }
}
