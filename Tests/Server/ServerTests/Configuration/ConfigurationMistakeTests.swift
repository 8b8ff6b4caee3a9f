import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The error of a wrong configuration names the wrong key.
@Suite struct ConfigurationMistakeTests {
  /// A configuration file with one mistake.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let file: String
    let key: String
    /// The required part of the reason.
    let hint: String

    init(_ file: String, _ key: String, _ hint: String = "") {
      self.file = file
      self.key = key
      self.hint = hint
    }

    var testDescription: String { file }
  }

  private func expect(_ mistake: Mistake, _ code: ConfigurationError.Code) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try ServerConfiguration(ConfigurationTree(fileBytes: Array(mistake.file.utf8), name: "doorward.json"))
    }
    let found = try #require(error)
    #expect(found.code == code, "\(found)")
    #expect(found.key == mistake.key, "\(found)")
    #expect(found.reason.contains(mistake.hint), "\(found)")
    #expect(found.description.hasPrefix("doorward.json: \(mistake.key)"))
  }

  @Test(
    "An unknown key is an error that suggests the similar key",
    arguments: [
      Mistake(#"{"publicurl": "https://a.example"}"#, "publicurl", "Did you mean \"public_url\"?"),
      Mistake(#"{"Listen": "127.0.0.1:1"}"#, "Listen", "Did you mean \"listen\"?"),
      Mistake(#"{"lifetimes": {"acces_token": 900}}"#, "lifetimes.acces_token", "\"access_token\""),
      Mistake(#"{"tokens": {"access": 900}}"#, "tokens"),
      Mistake(
        #"{"applications": [{"id": "a", "ethereum": {"domain": []}}]}"#, "applications[0].ethereum.domain",
        "\"domains\""),
      Mistake(
        #"{"applications": [{"id": "a"}, {"id": "b", "orgins": []}]}"#, "applications[1].orgins",
        "\"origins\""),
      Mistake(#"{"applications": [{"id": "a", "near": {"callback": []}}]}"#, "applications[0].near.callback"),
      Mistake(#"{"applications": [{"id": "a", "terms": {"url": "x"}}]}"#, "applications[0].terms.url"),
      Mistake(#"{"near": {"mainnet": {"rcp": []}}}"#, "near.mainnet.rcp", "\"rpc\""),
      Mistake(#"{"near_connect": {"script": "x"}}"#, "near_connect.script"),
      Mistake(#"{"rate_limits": {"sign_in": 1}}"#, "rate_limits.sign_in"),
      Mistake(#"{"limits": {"sessions": 1}}"#, "limits.sessions"),
      Mistake(#"{"chains": [{"id": 1, "name": "x", "rpc": "y"}]}"#, "chains[0].rpc"),
    ])
  func unknownKey(_ mistake: Mistake) throws { try expect(mistake, .unknownKey) }

  @Test("A key without a similar one gets no suggestion")
  func noGuess() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try ServerConfiguration(ConfigurationTree(file: ["completely_different": 1]))
    }
    #expect(error?.reason.contains("mean") == false)
  }

  @Test(
    "A value of a wrong type is an error that names the right type",
    arguments: [
      Mistake(#"{"listen": 8787}"#, "listen", "text"),
      Mistake(#"{"public_url": ["x"]}"#, "public_url", "text"),
      Mistake(#"{"development": "maybe"}"#, "development", "true or false"),
      Mistake(#"{"development": 1}"#, "development", "true or false"),
      Mistake(#"{"lifetimes": []}"#, "lifetimes", "object"),
      Mistake(#"{"lifetimes": {"access_token": "soon"}}"#, "lifetimes.access_token", "whole number"),
      Mistake(#"{"lifetimes": {"session": 1.5}}"#, "lifetimes.session", "whole number"),
      Mistake(#"{"applications": {}}"#, "applications", "list of objects"),
      Mistake(#"{"applications": ["a"]}"#, "applications[0]", "object"),
      Mistake(#"{"applications": [{"id": 7}]}"#, "applications[0].id", "text"),
      Mistake(
        #"{"applications": [{"id": "a", "ethereum": {"chains": [1, "x"]}}]}"#,
        "applications[0].ethereum.chains[1]", "whole number"),
      Mistake(
        #"{"applications": [{"id": "a", "ethereum": {"chains": ["1"]}}]}"#,
        "applications[0].ethereum.chains[0]", "without quotes"),
      Mistake(#"{"lifetimes": {"session": "3600"}}"#, "lifetimes.session", "without quotes"),
      Mistake(#"{"development": "true"}"#, "development", "without quotes"),
      Mistake(#"{"trusted_proxies": "10.0.0.0/8"}"#, "trusted_proxies", "list of texts"),
      Mistake(
        #"{"applications": [{"id": "a", "ethereum": {"chains": [-1]}}]}"#,
        "applications[0].ethereum.chains[0]"),
      Mistake(#"{"applications": [{"id": "a", "origins": [1]}]}"#, "applications[0].origins[0]", "text"),
      Mistake(#"{"near": "mainnet"}"#, "near", "object"),
      Mistake(#"{"near": {"mainnet": 3}}"#, "near.mainnet", "object"),
      Mistake(#"{"near": {"mainnet": {"rpc": [1]}}}"#, "near.mainnet.rpc[0]", "text"),
      Mistake(#"{"trusted_proxies": 5}"#, "trusted_proxies", "list of texts"),
      Mistake(
        #"{"rate_limits": {"sign_in_per_minute": true}}"#, "rate_limits.sign_in_per_minute", "whole number"),
      Mistake(#"{"chains": [{"id": "one", "name": "x"}]}"#, "chains[0].id", "whole number"),
      Mistake(#"{"master_key": {}}"#, "master_key", "text"),
      Mistake(#"{"database_connections": "8"}"#, "database_connections", "without quotes"),
    ])
  func wrongType(_ mistake: Mistake) throws { try expect(mistake, .wrongType) }

  @Test(
    "A missing required key is named",
    arguments: [
      Mistake(#"{"applications": [{}]}"#, "applications[0].id"),
      Mistake(#"{"applications": [{"id": null}]}"#, "applications[0].id"),
      Mistake(#"{"chains": [{"name": "x"}]}"#, "chains[0].id"),
      Mistake(#"{"chains": [{"id": 5}]}"#, "chains[0].name"),
      Mistake(#"{"near": {"sandbox": {}}}"#, "near.sandbox.rpc"),
      Mistake(#"{"near": {"mainnet": {"rpc": []}}}"#, "near.mainnet.rpc"),
      Mistake(
        #"{"near_connect": {"script_url": "https://cdn.example/a.js"}}"#, "near_connect.script_integrity",
        "without its hash does not run"),
      Mistake(#"{"listen": "0.0.0.0:8787"}"#, "public_url", "on an address that is not loopback"),
      Mistake(#"{"listen": "[::]:8787"}"#, "public_url"),
    ])
  func missing(_ mistake: Mistake) throws { try expect(mistake, .missingKey) }

  @Test(
    "An invalid value is an error with the reason",
    arguments: [
      Mistake(#"{"listen": "127.0.0.1"}"#, "listen", "address and port"),
      Mistake(#"{"listen": ":8787"}"#, "listen"),
      Mistake(#"{"listen": "localhost"}"#, "listen"),
      Mistake(#"{"listen": "127.0.0.1:99999"}"#, "listen"),
      Mistake(#"{"listen": "::1:8787"}"#, "listen"),
      Mistake(#"{"wallet_listen": "256.0.0.1:1"}"#, "wallet_listen"),
      Mistake(#"{"database": "mysql://x/y"}"#, "database", "sqlite:"), Mistake(#"{"data": ""}"#, "data"),
      Mistake(#"{"database": "postgres://x/y?sslmode=disable"}"#, "database", "insecure=yes"),
      Mistake(#"{"database": "postgres://x/y?pooler=session"}"#, "database", "transaction or none"),
      Mistake(#"{"database": "postgres://x/y?nothing=1"}"#, "database", "parameters"),
      Mistake(#"{"database": "sqlite:"}"#, "data"),
      Mistake(#"{"database_connections": 0}"#, "database_connections", "1 to 1000"),
      Mistake(#"{"database_connections": 1001}"#, "database_connections", "1 to 1000"),
      Mistake(
        #"{"database": "postgres://127.0.0.1/y?connections=4", "database_connections": 4}"#,
        "database_connections", "one of them"),
      Mistake(#"{"trusted_proxies": ["10.0.0.0/33"]}"#, "trusted_proxies", "10.0.0.0/33"),
      Mistake(#"{"trusted_proxies": ["proxy.example"]}"#, "trusted_proxies", "proxy.example"),
      Mistake(#"{"master_key": "short"}"#, "master_key", "43 characters"),
      Mistake(
        #"{"master_key": "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE", "master_key_file": "k"}"#,
        "master_key", "one of them"),
      Mistake(#"{"lifetimes": {"access_token": 5}}"#, "lifetimes.access_token", "30 to 3600"),
      Mistake(#"{"lifetimes": {"challenge": 601}}"#, "lifetimes.challenge"),
      Mistake(#"{"lifetimes": {"session": 0}}"#, "lifetimes.session"),
      Mistake(#"{"lifetimes": {"near_key_check": -1}}"#, "lifetimes.near_key_check"),
      Mistake(
        #"{"applications": [{"id": "a", "sign_in_first": "phone"}]}"#, "applications[0].sign_in_first",
        "\"code\" or \"password\""),
      Mistake(#"{"rate_limits": {"sign_in_per_minute": 0}}"#, "rate_limits.sign_in_per_minute"),
      Mistake(#"{"chains": [{"id": 0, "name": "x"}]}"#, "chains[0].id"),
      Mistake(#"{"near": {"Mainnet": {"rpc": ["https://rpc.example"]}}}"#, "near.Mainnet"),
      Mistake(
        #"{"near": {"mainnet": {"rpc": ["ws://rpc.example"]}}}"#, "near.mainnet.rpc", "ws://rpc.example"),
      Mistake(
        #"{"near_connect": {"script_url": "http://cdn.example/a.js", "script_integrity": "sha384-x"}}"#,
        "near_connect.script_url", "https"),
      Mistake(
        #"{"near_connect": {"script_url": "https://cdn.example/a.js", "script_integrity": "md5-x"}}"#,
        "near_connect.script_integrity"),
      Mistake(#"{"near_connect": {"script_integrity": ""}}"#, "near_connect.script_integrity"),
      Mistake(#"{"near_connect": {"manifest_url": "javascript:alert(1)"}}"#, "near_connect.manifest_url"),
      // An access token whose aud is the id of a client could pass for an ID token of that client.
      Mistake(
        #"{"applications": [{"id": "a"}, {"id": "b", "audience": "a"}]}"#, "applications[1].audience",
        "\"a\""),
      Mistake(
        #"{"applications": [{"id": "a", "audience": "b"}, {"id": "b"}]}"#, "applications[0].audience",
        "ID token"),
      Mistake(#"{"applications": [{"id": "a", "audience": "a"}]}"#, "applications[0].audience"),
      Mistake(#"{"applications": [{"id": "a", "audience": ""}]}"#, "applications[0].audience"),
      Mistake(
        #"{"public_url": "https://a.example", "applications": [{"id": "a", "audience": "https://a.example"}]}"#,
        "applications[0].audience", "public URL"),
    ])
  func invalid(_ mistake: Mistake) throws { try expect(mistake, .invalidValue) }

  @Test(
    "A file that is not a JSON object, or has a key twice, is unreadable",
    arguments: [
      "", "{", "[]", "7", #"{"listen": "127.0.0.1:1",}"#, #"{"data": "a", "data": "b"}"#, #"{"a": 01}"#,
    ])
  func unreadable(_ file: String) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationTree(fileBytes: Array(file.utf8), name: "doorward.json")
    }
    #expect(error?.code == .unreadableFile)
    #expect(error?.reason.contains("doorward.json") == true)
  }

  @Test("One error contains all mistakes, in the order of the file")
  func everyMistake() throws {
    let file: JSONObject = [
      "listen": "nowhere", "near": ["mainnet": ["rpc": ["ftp://a"]]], "lifetimes": ["session": 1, "x": 1],
      "applications": [["id": "a b"], ["name": "b", "client_secret": "s"]], "nonsense": 1,
    ]
    let error = try #require(
      #expect(throws: ConfigurationError.self) { try ServerConfiguration(ConfigurationTree(file: file)) })
    #expect(
      error.all.map(\.key) == [
        "listen", "lifetimes.session", "lifetimes.x", "near.mainnet.rpc", "applications[0].id",
        "applications[1].id", "applications[1].client_secret", "nonsense",
      ])
    #expect(error.others.count == 7)
    #expect(error.others[5].reason.contains("`doorward admin application secret`"))
  }

  @Test(
    "A syntax error has its line and column",
    arguments: [
      ("{\n  \"data\" \"x\"\n}", ":2:10: "), ("{\"data\": \"a\",\n \"data\": \"b\"}", ":2:2: "),
      ("", ":1:1: "), ("{\"name\": \"ü\", x}", ":1:15: "),
    ])
  func place(_ file: String, _ place: String) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationTree(fileBytes: Array(file.utf8), name: "doorward.json")
    }
    #expect(error?.reason.hasPrefix("doorward.json\(place)this is not valid JSON: ") == true)
  }

  @Test("The error about a wrong master key does not contain the key")
  func secretIsNotShown() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try ServerConfiguration(ConfigurationTree(file: ["master_key": "hunter2-hunter2"]))
    }
    #expect(error?.description.contains("hunter2") == false)
  }
}
