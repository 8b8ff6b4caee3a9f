import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Testing

/// A confidential client authenticates with its secret at the token endpoint.
@Suite struct ClientAuthenticationTests {
  private func basic(_ name: String, _ secret: String) -> HTTPFields {
    ["Authorization": "Basic \(Base64.encode([UInt8]("\(name):\(secret)".utf8)))"]
  }

  @Test("The secret is read from the Authorization field or from the form only")
  func secretLocations() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient.site(server)
      let posted = try await client.exchange(try await client.code(browser))
      #expect(posted.status == 200)
      let field = try await client.exchange(
        try await client.code(browser), ["client_secret": nil, "client_id": nil],
        fields: basic("site", TestClient.secret))
      #expect(field.status == 200)
      let encoded = try await client.exchange(
        try await client.code(browser), ["client_secret": nil], fields: basic("s%69te", TestClient.secret))
      #expect(encoded.status == 200)
    }
  }

  @Test("A confidential client without its secret is refused, and its code stays valid")
  func refusals() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient.site(server)
      let code = try await client.code(browser)
      for secret: String? in [nil, "", "wrong", TestClient.secretHash, TestClient.secret + "a"] {
        let answer = try await client.exchange(code, ["client_secret": secret])
        #expect(answer.status == 401 && answer.code == "invalid_client")
        #expect(answer.fields["WWW-Authenticate"] == "Doorward")
      }
      for fields in [
        basic("site", "wrong"), basic("unknown", TestClient.secret), ["Authorization": "Basic ???"],
        ["Authorization": "Basic \(Base64.encode([1, 2, 255]))"],
      ] as [HTTPFields] {
        let answer = try await client.exchange(
          code, ["client_secret": nil, "client_id": nil], fields: fields)
        #expect(answer.status == 401 && answer.code == "invalid_client")
        #expect(answer.fields["WWW-Authenticate"]?.hasPrefix("Basic") == true)
      }
      let twice = try await client.exchange(code, fields: basic("site", TestClient.secret))
      #expect(twice.code == "invalid_request")
      let other = try await client.exchange(
        code, ["client_secret": nil, "client_id": "app"], fields: basic("site", TestClient.secret))
      #expect(other.code == "invalid_request")
      #expect(try await client.exchange(code).status == 200)
    }
  }

  @Test("A public client that sends a secret is refused with the reason")
  func publicClient() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient(server)
      #expect(try await client.exchange("x", ["client_secret": "x"]).code == "invalid_client")
      #expect(try await client.exchange("x", ["client_secret": ""]).code == "invalid_grant")
      let empty = try await client.exchange("x", ["client_id": nil], fields: basic("default", ""))
      #expect(empty.code == "invalid_grant")
    }
  }

  @Test("A refresh needs the secret too")
  func refresh() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient.site(server)
      let code = try await client.code(browser, ["scope": "openid offline_access"])
      let token = try #require(try await client.exchange(code)["refresh_token"].string)
      #expect(try await client.refresh(token, ["client_secret": "wrong"]).code == "invalid_client")
      #expect(try await client.refresh(token).status == 200)
    }
  }

  @Test("A secret has 256 random bits, and the configuration does not contain it")
  func making() throws {
    let secret = try ClientSecret(random: .system)
    #expect(secret.text.hasPrefix("dws_") && secret.text.count == 47)
    #expect(!secret.hash.text.contains(secret.text.dropFirst(4)))
    #expect(secret.hash.text == Base64URL.encode(SHA256.hash([UInt8](secret.text.utf8))))
  }
}
