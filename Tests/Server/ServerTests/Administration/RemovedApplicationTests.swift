import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Case 51 of the threats: an application that gets the id of a removed one starts with nothing.
@Suite struct RemovedApplicationTests {
  private static let callback = "com.example.app:/callback"
  private static let shop: JSONObject = [
    "id": "shop", "redirect_uris": [.string(callback)], "device_authorization": true,
  ]
  private static let named: HTTPFields = ["Doorward-Application": "shop"]

  /// The keys, sessions, codes and data of an application.
  private struct Rights {
    let key: String
    let session: TestAPI.Answer
    let user: JSONValue
    let client: TestClient
    let tokens: TestAPI.Answer
    let code: String
    let device: TestDevice
    let browser: TestBrowser

    init(_ server: TestServer) async throws {
      key = try await server.apiKey("shop")
      let wallet = EthereumTestWallet()
      session = try await wallet.signIn(server, fields: named)
      user = try #require(session.json["user"]?["id"])
      browser = TestBrowser(server)
      _ = try await wallet.signIn(browser)
      client = try TestClient(server, "shop", redirectURI: callback)
      tokens = try await client.exchange(client.code(browser, ["scope": "openid offline_access"]))
      code = try await client.code(browser)
      device = try await TestDevice(server, "shop")
      try await device.decide("allow", browser)
      let written = try await server.api.send(
        .patch, "/v1/users/\(user.string ?? "")", ["app_metadata": ["plan": "gold"]], bearer: key)
      #expect(written.status == 200)
      let invited = try await server.api.send(
        .post, "/v1/invitations", ["email": "ada@example.com"], bearer: key)
      #expect(invited.status == 201)
    }

    /// Nothing of before works, and the session on the page goes on.
    func expectNothing(_ server: TestServer) async throws {
      let listed = try await server.api.send(.get, "/v1/users", bearer: key)
      #expect(listed.status == 401)
      let account = try await server.api.send(.get, "/v1/user", bearer: session.account, fields: named)
      #expect(account.status == 401)
      let refreshed = try await server.listening.send(
        .post, "/v1/token", ["grant_type": "refresh_token", "refresh_token": session["refresh_token"]],
        fields: named)
      #expect(refreshed.code == "invalid_grant")
      let offline = try #require(tokens["refresh_token"].string)
      #expect(try await client.refresh(offline, at: server).code == "invalid_grant")
      #expect(try await client.exchange(code, at: server).code == "invalid_grant")
      #expect(try await device.poll(at: server).code == "invalid_grant")
      let fresh = try await server.apiKey("shop")
      let users = try await server.api.send(.get, "/v1/users", bearer: fresh)
      #expect(users.status == 200 && users["items"] == [])
      let invitations = try await server.api.send(.get, "/v1/invitations", bearer: fresh)
      #expect(invitations["items"] == [])
      #expect(try await browser.moved(to: server).isSignedIn)
    }
  }

  @Test("A removal by the operator ends what rests on the id")
  func byOperator() async throws {
    try await TestServer.runWithMail { server, _ in
      func waitForShop(_ isKnown: Bool) async throws {
        try await wait(until: "the server notices the change") {
          let answer = try? await server.api.send(.get, "/v1/config", fields: Self.named)
          return (answer?.status == 200) == isKnown
        }
      }
      try await server.administer { _ = try await $0.addApplication("shop", settings: Self.shop) }
      try await waitForShop(true)
      let rights = try await Rights(server)
      try await server.administer { try await $0.removeApplication("shop") }
      try await waitForShop(false)
      try await server.administer { _ = try await $0.addApplication("shop", settings: Self.shop) }
      try await waitForShop(true)
      try await rights.expectNothing(server)
    }
  }

  @Test("A removal from the configuration ends what rests on the id")
  func byConfiguration() async throws {
    let with: JSONObject = ["applications": [["id": "default"], .object(Self.shop)]]
    let without: JSONObject = ["applications": [["id": "default"]]]
    let (directory, clock, mailbox) = (try TemporaryDirectory(), TestClock(), TestMailbox())
    let rights = try await TestServer.run(with, in: directory, mailbox: mailbox, clock: clock) {
      try await Rights($0)
    }
    try await TestServer.run(without, in: directory, mailbox: mailbox, clock: clock) { _ in }
    try await TestServer.run(with, in: directory, mailbox: mailbox, clock: clock) {
      try await rights.expectNothing($0)
    }
  }

  @Test("The default application keeps its sessions if it loses the settings in the store")
  func defaultApplication() async throws {
    try await TestServer.run { server in
      try await server.administer {
        _ = try await $0.changeApplication("default", replacedBy: ["name": "Shop"], [])
      }
      let session = try await EthereumTestWallet().signIn(server)
      try await server.administer { try await $0.removeApplication("default") }
      #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).status == 200)
    }
  }
}
