import DoorwardHTTP
import DoorwardPages
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings
import Testing

/// The three sources of a setting: an option overrides the environment, which overrides the file.
@Suite struct ConfigurationOverlayTests {
  private static let file: JSONObject = [
    "listen": "127.0.0.1:1", "data": "from-file", "lifetimes": ["access_token": 100, "session": 1000],
  ]

  @Test("A variable is named after the path of its key, and overrides the file")
  func environmentOverFile() throws {
    var tree = ConfigurationTree(file: Self.file)
    let unknown = tree.overlay(
      keys: ServerConfiguration.keys,
      environment: [
        "DOORWARD_DATA": "from-environment", "DOORWARD_LIFETIMES__ACCESS_TOKEN": "60",
        "DOORWARD_RATE_LIMITS__SIGN_IN_PER_MINUTE": "7", "DOORWARD_DEVELOPMENT": "true",
        "DOORWARD_TRUSTED_PROXIES": "10.0.0.0/8, 192.168.0.0/16",
        "DOORWARD_NEAR__MAINNET__RPC": "https://one.example,https://two.example", "PATH": "/bin",
      ])
    #expect(unknown.isEmpty)
    let configuration = try ServerConfiguration(tree)
    #expect(configuration.listen.port == 1)
    #expect(configuration.dataDirectory == "from-environment")
    #expect(configuration.lifetimes.accessToken == 60)
    #expect(configuration.lifetimes.session == 1000)
    #expect(configuration.rateLimits.signInPerMinute == 7)
    #expect(configuration.rateLimits.challengePerMinute == 60)
    #expect(configuration.rateLimits.browserSignInPerMinute == 60)
    #expect(configuration.isDevelopment)
    #expect(configuration.trustedProxies.count == 2)
    let mainnet = try #require(configuration.methods[NEARSettings.self]).networks.first {
      $0.network == "mainnet"
    }
    #expect(mainnet?.endpoints == ["https://one.example", "https://two.example"])
    #expect(mainnet?.genesisHash == "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H")
  }

  @Test("The log level is read from each source; the default in development logs less")
  func logLevel() throws {
    #expect(try ServerConfiguration(ConfigurationTree()).logLevel == .info)
    #expect(try ServerConfiguration(ConfigurationTree(file: ["development": true])).logLevel == .notice)
    for level in Logger.Level.allCases {
      let name = level.rawValue
      let file = ConfigurationTree(file: ["log_level": .string(name), "development": true])
      #expect(try ServerConfiguration(file).logLevel == level)
      var tree = ConfigurationTree(file: ["log_level": "error"])
      #expect(tree.overlay(keys: ServerConfiguration.keys, environment: ["DOORWARD_LOG_LEVEL": name]).isEmpty)
      #expect(try ServerConfiguration(tree).logLevel == level)
      tree = ConfigurationTree(file: ["log_level": "error"])
      tree.overlay(flag: "log_level", value: name)
      #expect(try ServerConfiguration(tree).logLevel == level)
    }
    for wrong: JSONValue in ["INFO", "verbose", "", 3] {
      let error = #expect(throws: ConfigurationError.self) {
        try ServerConfiguration(ConfigurationTree(file: ["log_level": wrong]))
      }
      #expect(error?.key == "log_level")
    }
  }

  @Test("An option overrides both")
  func flagOverAll() throws {
    var tree = ConfigurationTree(file: Self.file)
    tree.overlay(
      keys: ServerConfiguration.keys,
      environment: ["DOORWARD_DATA": "from-environment", "DOORWARD_LISTEN": "127.0.0.1:2"])
    tree.overlay(flag: "data", value: "from-flag")
    let configuration = try ServerConfiguration(tree)
    #expect(configuration.dataDirectory == "from-flag")
    #expect(configuration.listen.port == 2)
  }

  @Test("The error about a variable names its key")
  func mistakes() {
    for (name, value, key, code) in [
      (
        "DOORWARD_LIFETIMES__ACCESS_TOKEN", "soon", "lifetimes.access_token",
        ConfigurationError.Code.wrongType
      ),
      ("DOORWARD_LIFETIMES__ACCESS_TOKEN", "", "lifetimes.access_token", .wrongType),
      ("DOORWARD_LIFETIMES__ACCES_TOKEN", "60", "lifetimes.acces_token", .unknownKey),
      ("DOORWARD_LIFETIMES__SESSION", "1", "lifetimes.session", .invalidValue),
      ("DOORWARD_DEVELOPMENT", "perhaps", "development", .wrongType),
      ("DOORWARD_LISTEN__PORT", "1", "listen", .wrongType),
      ("DOORWARD_APPLICATIONS", "web", "applications", .wrongType),
      ("DOORWARD_PUBLIC_URL", "http://a.example", "public_url", .invalidValue),
    ] {
      var tree = ConfigurationTree(file: Self.file)
      tree.overlay(keys: ServerConfiguration.keys, environment: [name: value])
      let error = #expect(throws: ConfigurationError.self) { try ServerConfiguration(tree) }
      #expect(error?.key == key, "\(name)")
      #expect(error?.code == code, "\(name)")
    }
  }

  @Test("An unknown variable is reported and has no effect")
  func unknownVariables() throws {
    var tree = ConfigurationTree(file: Self.file)
    let unknown = tree.overlay(
      keys: ServerConfiguration.keys,
      environment: [
        "DOORWARD_CONFIG": "doorward.json", "DOORWARD_LISTNE": "0.0.0.0:1", "DOORWARD_": "x",
        "DOORWARD___": "x",
        "doorward_listen": "0.0.0.0:1", "XDOORWARD_LISTEN": "0.0.0.0:1",
      ])
    #expect(Set(unknown) == ["DOORWARD_CONFIG", "DOORWARD_LISTNE", "DOORWARD_", "DOORWARD___"])
    #expect(try ServerConfiguration(tree).listen.port == 1)
  }

  @Test("A switch accepts several spellings of true, and null counts as missing")
  func values() throws {
    for (text, value) in [
      ("true", true), ("1", true), ("yes", true), ("false", false), ("0", false), ("no", false),
    ] {
      var tree = ConfigurationTree()
      tree.overlay(keys: ServerConfiguration.keys, environment: ["DOORWARD_DEVELOPMENT": text])
      #expect(try ServerConfiguration(tree).isDevelopment == value)
    }
    let configuration = try ServerConfiguration(
      ConfigurationTree(file: ["listen": nil, "applications": nil, "lifetimes": nil, "near": nil]))
    #expect(configuration.listen.port == 8787)
    #expect(configuration.listedApplications == nil)
    #expect(
      try #require(configuration.methods[NEARSettings.self]).networks.map(\.network) == [
        "mainnet", "testnet",
      ])
  }

  @Test("The defaults are the documented security limits")
  func defaults() throws {
    let configuration = try ServerConfiguration(ConfigurationTree())
    #expect("\(configuration.listen)" == "127.0.0.1:8787")
    #expect("\(configuration.derivedOrigin)" == "http://localhost:8787")
    #expect(configuration.masterKey == .file(".doorward/master.key"))
    #expect(!configuration.isDevelopment)
    #expect(configuration.trustedProxies.isEmpty)
    let lifetimes = configuration.lifetimes
    #expect(lifetimes.accessToken == 15 * 60)
    #expect(lifetimes.session == 30 * 24 * 3600)
    #expect(lifetimes.challenge == 5 * 60)
    #expect(lifetimes.recentSignIn == 10 * 60)
    #expect(configuration.rateLimits.signInPerMinute == 10)
    #expect(configuration.rateLimits.challengePerMinute == 60)
    #expect(
      try #require(configuration.methods[NEARSettings.self]).networks.allSatisfy {
        $0.genesisHash != nil && $0.endpoints.count > 1
      })
    #expect(configuration.nearConnect.scriptIntegrity.hasPrefix("sha384-"))
  }
}
