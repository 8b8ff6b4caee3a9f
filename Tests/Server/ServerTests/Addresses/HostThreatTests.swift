import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// Header fields about the host of a request do not change messages or answers.
@Suite struct HostThreatTests {
  private static let lies: HTTPFields = [
    "Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Server": "evil.example",
    "X-Forwarded-Proto": "http", "X-Forwarded-Port": "81", "X-Original-Host": "evil.example",
    "Forwarded": "for=198.51.100.1;host=evil.example;proto=http", "X-Original-URL": "/v1/user",
    "X-Rewrite-URL": "/v1/user",
  ]

  /// The proxy is trusted to report the client's address only.
  private static let settings: JSONObject = {
    var settings = JSONObject.behindTLS
    settings["trusted_proxies"] = ["127.0.0.0/8"]
    return settings
  }()

  @Test("The domain of a sign-in message is the one that the application lists, for every host")
  func messageDomain() async throws {
    try await TestServer.run(Self.settings) { server in
      let wallet = EthereumTestWallet()
      let message = try await wallet.challenge(server, TestBinding(), fields: Self.lies)
      let text = try #require(message["message"].string)
      #expect(text.hasPrefix("accounts.example.com wants you to sign in"))
      #expect(text.contains("URI: https://accounts.example.com"))
      #expect(!text.contains("evil"))
      for (member, value) in [("domain", "evil.example"), ("uri", "https://evil.example")] {
        let refused = try await wallet.challenge(
          server, TestBinding(), changing: [member: .string(value)], fields: Self.lies)
        #expect(refused.status == 422)
      }
      let near = try await NEARTestWallet().challenge(server, TestBinding(), fields: Self.lies)
      #expect(near["recipient"] == "accounts.example.com")
      #expect(!(near["message"].string ?? "evil").contains("evil"))
    }
  }

  @Test("Issuer, metadata, tokens and the page's configuration come from the operator's settings")
  func issuer() async throws {
    try await TestServer.run(Self.settings) { server in
      let metadata = try await server.listening.send(
        .get, "/.well-known/oauth-authorization-server", fields: Self.lies)
      #expect(metadata["issuer"] == "https://accounts.example.com")
      let session = try await EthereumTestWallet().signIn(server, fields: Self.lies)
      let token = try #require(session["account_token"].string)
      let claims = try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[1])))
      #expect(claims["iss"] == "https://accounts.example.com")
      #expect(claims["aud"] == "https://accounts.example.com")
      var fields = Self.lies
      fields["Sec-Fetch-Site"] = "same-origin"
      let state = try await server.listening.send(.get, "/session/state", fields: fields)
      #expect(state.json["config"]?["ethereum"]?["uri"] == "https://accounts.example.com")
      for path in [
        "/", "/session/state", "/v1/config", "/.well-known/oauth-authorization-server", "/nothing",
        "/openapi.json", "/v1/user",
      ] {
        let answer = try await server.listening.send(.get, path, fields: fields)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("evil.example"), "\(path)")
        for field in answer.fields { #expect(!field.value.contains("evil.example"), "\(path) \(field.name)") }
      }
    }
  }

  @Test("Without a public URL, a request for another name is redirected to the server's own name")
  func redirect() async throws {
    try await TestServer.run { server in
      for host in ["evil.example", "localhost:\(server.server.accountAddress.port)", "127.0.0.1", "[::1]:80"]
      {
        let answer = try await server.api.send(.get, "/", fields: ["Host": host])
        #expect(answer.status == 307)
        #expect(answer.fields["Location"] == "\(server.origin)/")
      }
      #expect(try await server.api.send(.get, "/").status == 200)
      #expect(try await server.api.send(.get, "/?next=https://evil.example").status == 200)
    }
  }

  @Test("A header field cannot select another method or path")
  func overrides() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      let answer = try await server.api.send(
        .get, "/v1/user", bearer: token,
        fields: [
          "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "DELETE", "X-Method-Override": "DELETE",
          "X-Original-URL": "/v1/sessions",
        ])
      #expect(answer["id"].string != nil)
      #expect(try await server.api.send(.get, "/v1/user?_method=DELETE", bearer: token).status == 200)
      #expect(try await server.api.send(.get, "/v1/user", bearer: token).status == 200)
    }
  }
}
