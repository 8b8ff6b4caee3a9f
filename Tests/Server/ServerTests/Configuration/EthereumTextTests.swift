import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Texts of the configuration that appear in a wallet's message are checked at the start.
@Suite struct EthereumTextTests {
  @Test(arguments: [
    ("domains", ["exa mple.com"]), ("domains", ["https://example.com"]), ("uris", ["no uri"]),
  ])
  func `a list with a value that a message cannot contain is refused with its key`(
    name: String, values: [String]
  ) throws {
    let settings: JSONObject = [
      "applications": [["id": "a", "ethereum": .object([name: .strings(values)])]]
    ]
    #expect(throws: ConfigurationError(.invalidValue, key: "applications[0].ethereum.\(name)", "")) {
      try ServerConfiguration(ConfigurationTree(file: settings))
    }
  }

  @Test(arguments: ["statement", "link_statement"])
  func `a statement that a message cannot contain is refused with its key`(name: String) throws {
    for text in ["Willkommen bei Müller", "two\nlines", "a \"quote\""] {
      let settings: JSONObject = ["applications": [["id": "a", "ethereum": .object([name: .string(text)])]]]
      #expect(throws: ConfigurationError(.invalidValue, key: "applications[0].ethereum.\(name)", "")) {
        try ServerConfiguration(ConfigurationTree(file: settings))
      }
    }
  }

  @Test func `an application whose name a message cannot contain can still sign in users`() async throws {
    try await TestServer.run(["applications": [["id": "a", "name": "Müller & Söhne"]]]) { server in
      let wallet = EthereumTestWallet()
      let message = try await wallet.challenge(server, TestBinding())["message"]
      #expect(message.string?.contains("\nSign in to 127.0.0.1.\n") == true)
      #expect(try await wallet.signIn(server).status == 200)
    }
  }
}
