import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The allowed origins of a server: account origin, wallet origin, and in development.
@Suite struct OriginRuleTests {
  private func refusal(_ file: JSONObject) -> ConfigurationError? {
    do {
      _ = try ServerConfiguration(ConfigurationTree(file: file))
      return nil
    } catch {
      return error
    }
  }

  @Test("A public URL must be an https origin, except on loopback")
  func publicURL() {
    for url in [
      "http://accounts.example.com", "http://10.0.0.1", "http://localhost.evil.example",
      "http://127.0.0.1.example",
    ] {
      #expect(refusal(["public_url": .string(url)])?.reason.contains("https") == true, "\(url)")
    }
    for url in [
      "accounts.example.com", "ftp://accounts.example.com", "https://", "https://a b.example",
      "https://a.example/x",
      "https://user@a.example", "https://a.example?x", "https://a.example#x", "https://a.example:0",
      "https://a.example:99999", "https://a.example\\@b.example", "javascript:alert(1)", "https://[::1",
      "//a.example",
      "https://a_b.example", "https://\u{e4}.example",
    ] {
      #expect(refusal(["public_url": .string(url)])?.code == .invalidValue, "\(url)")
      #expect(refusal(["public_url": .string(url)])?.key == "public_url", "\(url)")
    }
    for url in [
      "https://accounts.example.com", "http://localhost:8787", "http://127.0.0.1:1", "http://[::1]:1",
    ] {
      #expect(refusal(["public_url": .string(url)]) == nil, "\(url)")
    }
  }

  @Test("An origin is stored as browsers write it: lower case, without the default port, without a slash")
  func canonical() throws {
    for text in [
      "https://accounts.example.com", "HTTPS://Accounts.Example.com:443/", "https://accounts.example.com:443",
    ] {
      let configuration = try ServerConfiguration(ConfigurationTree(file: ["public_url": .string(text)]))
      #expect(configuration.publicURL?.description == "https://accounts.example.com")
    }
    let other = try ServerConfiguration(ConfigurationTree(file: ["public_url": "https://a.example:8443"]))
    #expect(other.publicURL?.authority == "a.example:8443")
  }

  @Test(
    "The wallet origin needs its own host, because cookies do not distinguish ports",
    arguments: [
      ("https://accounts.example.com", "https://accounts.example.com"),
      ("https://accounts.example.com", "https://ACCOUNTS.example.com:443/"),
      ("https://accounts.example.com", "https://accounts.example.com:8443"),
      ("https://accounts.example.com:8443", "https://accounts.example.com"),
      ("http://localhost:8787", "http://localhost:9787"), ("http://127.0.0.1:8787", "http://127.0.0.1:8787"),
    ])
  func walletHost(_ account: String, _ wallet: String) {
    let error = refusal(["public_url": .string(account), "wallet_url": .string(wallet)])
    #expect(error?.key == "wallet_url")
    #expect(error?.code == .invalidValue)
  }

  @Test("The same applies if the account origin is the address of the listener")
  func walletHostOfListener() {
    for wallet in ["http://127.0.0.1:9000", "http://127.0.0.1:8787"] {
      let listen: JSONObject = ["listen": "127.0.0.1:8787", "wallet_url": .string(wallet)]
      #expect(refusal(listen)?.key == "wallet_url", "\(wallet)")
      #expect(refusal(["wallet_url": .string(wallet)]) == nil, "\(wallet)")
    }
    #expect(refusal(["listen": "127.0.0.1:8787", "wallet_url": "http://localhost:9000"]) == nil)
    #expect(refusal(["wallet_url": "http://localhost:9000"])?.key == "wallet_url")
    #expect(
      refusal(["public_url": "https://a.example", "wallet_url": "http://b.example"])?.key == "wallet_url")
    #expect(refusal(["public_url": "https://a.example", "wallet_url": "https://b.example"]) == nil)
  }

  @Test("Development is allowed on loopback only")
  func development() {
    let development: JSONValue = true
    for file in [
      ["listen": "0.0.0.0:8787"], ["listen": "[::]:0"], ["listen": "192.168.0.2:8787"],
      ["wallet_listen": "0.0.0.0:9787"], ["public_url": "https://accounts.example.com"],
    ] as [JSONObject] {
      var file = file
      file["development"] = development
      #expect(refusal(file)?.key == "development")
      #expect(refusal(file)?.code == .invalidValue)
    }
    for file in [
      JSONObject(), ["listen": "localhost:0"], ["listen": "[::1]:0"], ["listen": "127.9.9.9:0"],
      ["public_url": "http://localhost:8787"],
    ] {
      var file = file
      file["development"] = development
      #expect(refusal(file) == nil)
    }
  }
}
