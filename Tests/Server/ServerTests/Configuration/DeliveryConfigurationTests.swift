import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The sections `delivery`, `mail` and `sms` of the configuration.
@Suite struct DeliveryConfigurationTests {
  private static let mail: JSONObject = ["host": "mail.example.com", "from": "no-reply@example.com"]
  private static let twilio: JSONObject = [
    "provider": "twilio", "account": "AC1", "token": "secret", "from": "+15005550006", "countries": ["US": 1],
    "daily_limit": 100,
  ]
  private static let webhook: JSONObject = [
    "provider": "webhook", "url": "https://sms.example.com/send", "secret": "AAAAAAAAAAAAAAAAAAAAAA",
    "countries": ["DE": 8, "US": 1], "daily_limit": 100,
  ]

  private func read(_ file: JSONObject) throws -> DeliveryConfiguration {
    try ServerConfiguration(ConfigurationTree(file: file)).delivery
  }

  private func mistakes(_ file: JSONObject) -> [String] {
    let error = #expect(throws: ConfigurationError.self) { try read(file) }
    return error?.all.map(\.description) ?? []
  }

  @Test func serverWithoutConfigurationHasNoChannel() throws {
    let delivery = try read([:])
    #expect(delivery.channels.isEmpty && !delivery.isConsole)
    #expect(delivery.language == "en" && delivery.templates == nil)
  }

  @Test func developmentImpliesConsoleUnlessDeliveryIsConfigured() throws {
    #expect(try read(["development": true]).isConsole)
    #expect(try read(["development": true]).channels == [.email, .sms])
    #expect(try read(["development": true, "mail": .object(Self.mail)]).channels == [.email])
    #expect(try read(["development": true, "sms": .object(Self.twilio)]).channels == [.sms])
    #expect(try read(["development": true, "delivery": ["console": false]]).channels.isEmpty)
    #expect(try read(["delivery": ["console": true], "mail": .object(Self.mail)]).isConsole)
  }

  @Test(
    arguments: [
      ["listen": "0.0.0.0:8787", "public_url": "https://a.example"], ["wallet_listen": "0.0.0.0:8788"],
      ["public_url": "https://a.example"],
    ] as [JSONObject])
  func consoleIsRefusedIfOtherMachinesCanReachTheServer(_ settings: JSONObject) throws {
    var file = settings
    #expect(throws: Never.self) { try read(file) }
    file["delivery"] = ["console": true]
    let found = mistakes(file)
    #expect(found.count == 1 && found[0].hasPrefix("delivery.console: prints codes"))
  }

  @Test func optionAndVariableSelectTheConsole() throws {
    var tree = ConfigurationTree(file: ["delivery": ["language": "de"]])
    tree.overlay(flag: "delivery.console", value: "true")
    let delivery = try ServerConfiguration(tree).delivery
    #expect(delivery.isConsole && delivery.language == "de")
    tree = ConfigurationTree()
    tree.overlay(
      keys: ServerConfiguration.keys,
      environment: ["DOORWARD_DELIVERY__CONSOLE": "true", "DOORWARD_DELIVERY__TEMPLATES": "templates"])
    #expect(try ServerConfiguration(tree).delivery.isConsole)
    #expect(try ServerConfiguration(tree).delivery.templates == "templates")
  }

  @Test(arguments: [("starttls", 587), ("tls", 465), ("none", 25)] as [(String, UInt16)])
  func portFollowsFromSecurity(_ security: String, _ port: UInt16) throws {
    var settings = Self.mail
    settings["security"] = .string(security)
    let mail = try #require(try read(["mail": .object(settings)]).mail)
    #expect(mail.server.security.rawValue == security && mail.server.port == port)
    settings["port"] = 2525
    #expect(try read(["mail": .object(settings)]).mail?.server.port == 2525)
  }

  @Test func mailMistakesNameTheirKeys() {
    #expect(
      mistakes(["mail": ["user": "x"]]) == [
        "mail.host: is required for mail", "mail.from: is required: the address that mail comes from",
        "mail.password: is required with user",
      ])
    let settings: JSONObject = [
      "host": "smtp://mail.example.com", "port": 0, "security": "ssl", "from": "unknown", "reply_to": "a@",
      "password": "x", "password_file": "y", "form": "z",
    ]
    #expect(
      mistakes(["mail": .object(settings)]).map { $0.prefix { $0 != ":" } } == [
        "mail.host", "mail.security", "mail.port", "mail.password", "mail.from", "mail.reply_to", "mail.form",
        "mail.user",
      ])
    #expect(
      mistakes(["mail": ["host": nil, "from": "a@example.com"]]) == ["mail.host: is required for mail"])
  }

  @Test func smsMistakesNameTheirKeys() {
    #expect(
      mistakes(["sms": [:]]).map { $0.prefix { $0 != ":" } } == [
        "sms.provider", "sms.countries", "sms.daily_limit",
      ])
    #expect(mistakes(["sms": ["provider": "pigeon"]])[0] == "sms.provider: must be \"twilio\" or \"webhook\"")
    for (key, value) in [
      ("account", "A/C"), ("base_url", "http://sms.example"), ("token_file", "also"),
      ("messaging_service", "MG1"), ("url", "https://a.example"), ("countries", ["EN": 1]),
      ("countries", [:]),
      ("daily_limit", -1),
    ] as [(String, JSONValue)] {
      var settings = Self.twilio
      settings[key] = value
      let found = mistakes(["sms": .object(settings)])
      let named = ["token_file": "token", "messaging_service": "from"][key] ?? key
      #expect(found.count == 1 && found.first?.hasPrefix("sms.\(named)") == true, "\(key): \(found)")
    }
    for (key, value) in [
      ("url", "http://a.example"), ("secret", "short"), ("account", "AC1"), ("secret_file", "also"),
    ] {
      var settings = Self.webhook
      settings[key] = .string(value)
      let found = mistakes(["sms": .object(settings)])
      let named = ["secret_file": "secret"][key] ?? key
      #expect(found.count == 1 && found.first?.hasPrefix("sms.\(named)") == true, "\(key): \(found)")
    }
  }

  @Test func countryOfVariableHasNoCase() throws {
    var settings = Self.webhook
    settings["countries"] = nil
    var tree = ConfigurationTree(file: ["sms": .object(settings)])
    tree.overlay(keys: ServerConfiguration.keys, environment: ["DOORWARD_SMS__COUNTRIES__DE": "8"])
    let sms = try #require(try ServerConfiguration(tree).delivery.sms)
    #expect(sms.countries == ["DE": 8] && sms.provider == .webhook)
    #expect(throws: Never.self) { try sms.check() }
  }

  @Test func secretOfFileIsReadIfOnlyItsOwnerMayReadIt() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/password"
    try Data("hunter2\n".utf8).write(to: URL(filePath: path))
    var settings = Self.mail
    settings["user"] = "door"
    settings["password_file"] = .string(path)
    let mail = try #require(try read(["mail": .object(settings)]).mail)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    var error = #expect(throws: ConfigurationError.self) { try mail.sender { $0 } }
    #expect(error?.key == "mail.password_file" && error?.reason.contains("chmod 600") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let sender = try mail.sender { $0 }
    #expect(!"\(sender) \(String(reflecting: mail))".contains("hunter2"))
    try Data("\n".utf8).write(to: URL(filePath: path))
    error = #expect(throws: ConfigurationError.self) { try mail.sender { $0 } }
    #expect(error?.reason.contains("is empty") == true)
    try FileManager.default.removeItem(atPath: path)
    error = #expect(throws: ConfigurationError.self) { try mail.sender { $0 } }
    #expect(error?.reason.contains("there is no file") == true)
  }

  @Test func secretsAreNotInDescriptions() throws {
    var settings = Self.mail
    settings["user"] = "door"
    settings["password"] = "hunter2"
    let file: JSONObject = ["mail": .object(settings), "sms": .object(Self.webhook)]
    let delivery = try read(file)
    var dumped = ""
    dump(delivery, to: &dumped)
    for text in [dumped, "\(delivery)", String(reflecting: delivery)] {
      #expect(!text.contains("hunter2") && !text.contains("AAAAAAAA"), "\(text)")
    }
  }
}
