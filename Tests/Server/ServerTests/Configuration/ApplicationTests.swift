import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The values that an application lists. No request of a client extends them.
@Suite struct ApplicationTests {
  @Test("Without a configured application there is one, derived from the public URL")
  func standard() async throws {
    try await TestServer.run(.behindTLS) { server in
      let config = try await server.listening.send(.get, "/v1/config")
      #expect(config["application"] == "default")
      #expect(config["language"] == .null)
      #expect(config["sign_in_first"] == "code")
      #expect(config["methods"] == ["passkey", "siwe", "near"])
      #expect(config["chains"] == [["id": 1, "name": "Ethereum"]])
      #expect(config["networks"] == ["mainnet"])
      let wallet = EthereumTestWallet()
      for uri in ["https://accounts.example.com", "https://accounts.example.com/"] {
        let answer = try await wallet.challenge(server, TestBinding(), changing: ["uri": .string(uri)])
        #expect(answer.status == 200)
      }
      let session = try await wallet.signIn(server)
      let token = try #require(session["access_token"].string)
      let claims = try JSONParser.parse(try Base64URL.decode(String(token.split(separator: ".")[1])))
      #expect(claims["aud"] == "https://accounts.example.com/applications/default")
      #expect(claims["client_id"] == "default")
    }
  }

  private static let two: JSONObject = [
    "applications": [
      [
        "id": "shop", "name": "Shop", "audience": "https://api.shop.example", "methods": ["siwe"],
        "ethereum": [
          "domains": ["shop.example"], "uris": ["https://shop.example/login"], "chains": [10, 8453],
          "statement": "Enter the shop.",
        ], "terms": ["terms_url": "https://shop.example/terms"], "language": "EN",
        "sign_in_first": "password",
      ],
      ["id": "game", "methods": ["near"], "near": ["networks": ["testnet"], "recipient": "game.near"]],
    ]
  ]

  @Test("Each application offers exactly the values that it lists")
  func lists() async throws {
    try await TestServer.run(Self.two) { server in
      let shop = try await server.api.send(.get, "/v1/config", fields: ["Doorward-Application": "shop"])
      #expect(shop["name"] == "Shop")
      #expect(shop["language"] == "en")
      #expect(shop["sign_in_first"] == "password")
      #expect(shop["methods"] == ["siwe"])
      #expect(shop["chains"] == [["id": 10, "name": "OP Mainnet"], ["id": 8453, "name": "Base"]])
      #expect(shop.json["terms"]?["terms_url"] == "https://shop.example/terms")
      let wallet = EthereumTestWallet()
      let listed: JSONObject = [
        "domain": "shop.example", "uri": "https://shop.example/login", "chain_id": 10,
      ]
      let message = try await wallet.challenge(server, TestBinding(), changing: listed)
      #expect(message["message"].string?.contains("Enter the shop.") == true)
      for (member, value) in [
        ("chain_id", 1), ("domain", "shop.example:443"), ("domain", "SHOP.example"),
        ("domain", "www.shop.example"),
        ("uri", "https://shop.example/login/"), ("uri", "https://shop.example/login?x"),
        ("uri", "https://shop.example"),
      ] as [(String, JSONValue)] {
        var body = listed
        body[member] = value
        let refused = try await wallet.challenge(server, TestBinding(), changing: body)
        #expect(refused.status == 422, "\(member) \(value)")
      }
    }
  }

  @Test("A method that an application does not list is refused, for challenges and for proofs")
  func methods() async throws {
    try await TestServer.run(Self.two) { server in
      for (path, application) in [
        ("/v1/near/challenge", "shop"), ("/v1/near/sign-in", "shop"), ("/v1/ethereum/message", "game"),
        ("/v1/ethereum/sign-in", "game"),
      ] {
        let answer = try await server.api.send(
          .post, path, ["binding": .string(try TestBinding().value)],
          fields: ["Doorward-Application": application])
        #expect(answer.status == 403, "\(path)")
        #expect(answer.code == "method_not_offered")
      }
      let game: HTTPFields = ["Doorward-Application": "game"]
      let near = try await NEARTestWallet().challenge(server, TestBinding(), fields: game)
      #expect(near["network"] == "testnet")
      #expect(near["recipient"] == "game.near")
    }
  }

  @Test("An unknown application id is refused, and one that occurs twice")
  func unknownApplication() async throws {
    try await TestServer.run(Self.two) { server in
      for id in ["unknown", "Shop", "shop,game", "", "default"] {
        let answer = try await server.api.send(.get, "/v1/config", fields: ["Doorward-Application": id])
        #expect(answer.status == 401, "\(id)")
        #expect(answer.code == "unknown_application")
        #expect(answer.fields["WWW-Authenticate"] != nil)
      }
      var twice: HTTPFields = ["Doorward-Application": "shop"]
      twice.append("Doorward-Application", "game")
      #expect(try await server.api.send(.get, "/v1/config", fields: twice).status == 400)
    }
  }

  @Test(
    "An invalid or unsafe application is refused with the name of the key",
    arguments: [
      (#"[{"id": "a b"}]"#, "applications[0].id"), (#"[{"id": ""}]"#, "applications[0].id"),
      (#"[{"id": "a"}, {"id": "a"}]"#, "applications[1].id"), ("[]", "applications"),
      (#"[{"id": "a", "methods": ["siwe", "password"]}]"#, "applications[0].methods"),
      (#"[{"id": "a", "ethereum": {"statement": "a\nb"}}]"#, "applications[0].ethereum.statement"),
      (#"[{"id": "a", "name": "a\n\nSite: evil.example"}]"#, "applications[0].name"),
      (#"[{"id": "a", "name": "a\u2028b"}]"#, "applications[0].name"),
      (#"[{"id": "a", "name": "\u202egnp.exe"}]"#, "applications[0].name"),
      (#"[{"id": "a", "name": ""}]"#, "applications[0].name"),
      (#"[{"id": "a", "ethereum": {"chains": [0]}}]"#, "applications[0].ethereum.chains"),
      (#"[{"id": "a", "near": {"networks": ["betanet"]}}]"#, "applications[0].near.networks"),
      (#"[{"id": "a", "origins": ["https://app.example/"]}]"#, "applications[0].origins"),
      (#"[{"id": "a", "origins": ["*"]}]"#, "applications[0].origins"),
      (#"[{"id": "a", "origins": ["null"]}]"#, "applications[0].origins"),
      (#"[{"id": "a", "origins": ["https://app.example:443"]}]"#, "applications[0].origins"),
    ])
  func refused(_ applications: String, _ key: String) throws {
    let file = Array(#"{"applications": \#(applications)}"#.utf8)
    let error = #expect(throws: ConfigurationError.self) {
      try ServerConfiguration(ConfigurationTree(fileBytes: file, name: "doorward.json"))
    }
    #expect(error?.key == key)
    #expect(error?.code == .invalidValue)
  }

  @Test("A byte order mark before the configuration is ignored")
  func byteOrderMark() throws {
    let file = [0xEF, 0xBB, 0xBF] + Array(#"{"applications": [{"id": "a"}]}"#.utf8)
    #expect(throws: Never.self) { try ConfigurationTree(fileBytes: file, name: "doorward.json") }
    let broken = [0xEF, 0xBB, 0xBF] + Array("{".utf8)
    #expect(throws: ConfigurationError.self) {
      try ConfigurationTree(fileBytes: broken, name: "doorward.json")
    }
  }

  @Test(
    "An application whose audience is the issuer is refused, because its access token would be an account token"
  )
  func audience() async throws {
    for (settings, audience) in [
      (JSONObject.behindTLS, "https://accounts.example.com"),
      (["public_url": "http://127.0.0.1:1"], "http://127.0.0.1:1"),
    ] {
      var settings = settings
      settings["applications"] = [["id": "first"], ["id": "a", "audience": .string(audience)]]
      let error = await #expect(throws: ConfigurationError.self) {
        let server = try await TestServer(settings)
        await server.stop()
      }
      #expect(error?.key == "applications[1].audience")
      #expect(error?.code == .invalidValue)
    }
  }

  @Test("An application that requires no second factor can list codes, which its users choose")
  func factorCodes() async throws {
    let codes: JSONValue = ["id": "app", "second_factor": ["codes": ["email"]]]
    try await TestServer.runWithMail(["applications": [["id": "default"], codes]]) { _, _ in }
  }
}
