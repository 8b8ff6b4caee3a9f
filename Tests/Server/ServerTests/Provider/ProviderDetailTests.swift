import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Relying parties, browsers and password managers expect these details of a provider.
@Suite struct ProviderDetailTests {
  @Test("Userinfo takes the token from a form, and not from two places")
  func userinfoForm() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      let tokens = try await site.exchange(site.code(browser, ["scope": "openid profile"]))
      let token = try #require(tokens["access_token"].string)
      let subject = try TestClient.claims(of: tokens["id_token"])["sub"]
      let answer = try await server.api.form("/v1/userinfo", "access_token=\(token)")
      #expect(answer.status == 200 && answer["sub"] == subject)
      let both = try await server.api.form(
        "/v1/userinfo", "access_token=\(token)", fields: ["Authorization": "Bearer \(token)"])
      #expect(both.status == 400 && both.code == "invalid_request")
      let twice = try await server.api.form("/v1/userinfo", "access_token=\(token)&access_token=\(token)")
      #expect(twice.status == 400)
      let wrong = try await server.api.form("/v1/userinfo", "access_token=\(token)x")
      #expect(wrong.status == 401 && wrong.code == "invalid_token")
      let empty = try await server.api.form("/v1/userinfo", "")
      #expect(empty.status == 401 && empty.code == "missing_token")
    }
  }

  @Test("A state of 8 KB comes back, and a longer one is refused", arguments: [8192, 8193])
  func longState(count: Int) async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      let state = String(repeating: "s", count: count)
      let page = try await site.authorize(["state": state])
      guard count <= 8192 else {
        #expect(page.status == 400)
        return
      }
      #expect(page.status == 200)
      let ticket = try #require(page.pageTicket)
      var answer = try await browser.send(.post, "/session/authorization", ["ticket": .string(ticket)])
      if answer["next"] == "confirm" {
        answer = try await browser.send(
          .post, "/session/authorization/allow", ["ticket": answer["ticket"]])
      }
      #expect(TestClient.query(of: answer["redirect_to"].string)["state"] == state)
    }
  }

  @Test("The address for changing a password leads to the account page")
  func changePassword() async throws {
    try await TestServer.run { server in
      let answer = try await server.listening.send(
        .get, "/.well-known/change-password", fields: ["Host": server.server.accountURL.authority])
      #expect(answer.status == 302)
      #expect(answer.fields["Location"] == "\(server.server.accountURL)/")
    }
  }

  @Test(
    "A message is in the language with the highest weight",
    arguments: [
      ("de;q=0.3, fr;q=0.9, en;q=0.5", "fr"), ("de, fr", "de"), ("fr;q=0, de", "de"), ("*, de;q=0.1", "de"),
    ])
  func weights(accepted: String, language: String) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.send(to: "ada@example.com", fields: ["Accept-Language": accepted])
      #expect(try await mailbox.next(to: "ada@example.com", .signInCode).language == language)
    }
  }
}
