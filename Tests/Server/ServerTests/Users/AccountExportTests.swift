import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import NEAR
import Testing

@Suite struct AccountExportTests {
  @Test func exportContainsAllStoredDataOfTheUser() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let token = try session.account
      _ = try await server.api.send(
        .patch, "/v1/user", ["name": "Ann", "metadata": ["theme": "dark"]], bearer: token)
      let near = try NEARTestWallet()
      _ = try await near.link(server, token)
      let id = session["user"]["id"] ?? .null
      let key = try await server.apiKey()
      _ = try await server.api.send(
        .patch, "/v1/users/\(id.string ?? "")", ["app_metadata": ["plan": "pro"]], bearer: key)

      let export = try await server.api.send(.get, "/v1/user/export", bearer: token)
      #expect(export.status == 200)
      #expect(export.fields["Content-Disposition"] == "attachment; filename=\"account.json\"")
      #expect(export.fields["Cache-Control"] == "no-store")
      #expect(export["user"]["id"] == id)
      #expect(export["user"]["name"] == "Ann")
      #expect(export["user"]["metadata"] == ["theme": "dark"])
      #expect(export["identities"].array?.count == 2)
      #expect(
        export["identities"][1]?["near_keys"]?[0]?["public_key"] == .string(near.publicKey.description))
      #expect(
        export["applications"] == [
          ["application": "default", "scopes": ["account"], "app_metadata": ["plan": "pro"], "roles": []]
        ])
      #expect(export["second_factors"] == [])
      #expect(export["sessions"].array?.count == 1)
      let text = String(decoding: export.body, as: UTF8.self)
      for secret in [token, try session.refreshToken, key] { #expect(!text.contains(secret)) }
      #expect(try await server.api.send(.get, "/v1/user/export").code == "missing_token")
    }
  }

  @Test func exportOfAnApplicationContainsNoDataOfAnother() async throws {
    try await TestServer.run(["applications": [["id": "shop"], ["id": "game"]]]) { server in
      let wallet = EthereumTestWallet()
      for name in ["shop", "game"] {
        let session = try await wallet.signIn(server, fields: ["Doorward-Application": .init(name)])
        let key = try await server.apiKey(name)
        let path = "/v1/users/\(session["user"]["id"]?.string ?? "")"
        let written = try await server.api.send(
          .patch, path, ["app_metadata": ["of": .string(name)]], bearer: key)
        #expect(written.status == 200)
        let export = try await server.api.send(.get, "/v1/user/export", bearer: try session.account)
        #expect(export["applications"].array?.count == 1)
        #expect(export["applications"][0]?["app_metadata"] == ["of": .string(name)])
      }
      let browser = TestBrowser(server)
      try await wallet.signIn(browser)
      let whole = try await browser.send(.get, "/session/user/export")
      #expect(whole["applications"].array?.compactMap { $0["application"]?.string } == ["game", "shop"])
    }
  }

  @Test func pageExportsAndDeletesTheAccount() async throws {
    try await TestServer.run(["limits": ["deletion_grace": 0]]) { server in
      let wallet = EthereumTestWallet()
      let browser = TestBrowser(server)
      let page = try await wallet.signIn(browser)
      let export = try await browser.send(.get, "/session/user/export")
      #expect(export["user"]["id"] == page["user"]["id"])
      #expect(try await TestBrowser(server).send(.get, "/session/user/export").code == "signed_out")

      let stranger = try await browser.send(
        .delete, "/session/user", fields: ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
      #expect(stranger.status == 403)
      server.clock.advance(by: 601)
      #expect(
        try await browser.send(.delete, "/session/user").code == "insufficient_user_authentication")
      try await wallet.signIn(browser)
      #expect(try await browser.send(.delete, "/session/user").status == 204)
      #expect(try await !browser.isSignedIn)
      #expect(try await wallet.signIn(server)["is_new_user"] == true)
    }
  }
}
