import DoorwardServer
import DoorwardSessions
import Encodings

/// The options that every command about one installation takes, and the configuration they come to.
enum ConfigurationOptions {
  static let all = [
    CommandOption("config", value: "FILE", "the configuration file (default: doorward.json where it exists)"),
    CommandOption(
      "data", value: "DIR", "where the embedded store and the master key are (default: .doorward)"),
    CommandOption("database", value: "URL", "the store; this version knows sqlite:DIR, the same as --data"),
  ]

  /// What the command was told about the installation, and where.
  struct Sources {
    var tree = ConfigurationTree()
    /// The file that was read; nil where there is none.
    var file: String?
    /// Variables with our prefix that name no setting.
    var unknownVariables: [String] = []
  }

  /// File, environment and flags, laid over each other in that order.
  static func sources(_ arguments: CommandArguments) throws -> Sources {
    var environment = ProcessEnvironment.current
    let named = arguments["config"] ?? environment["DOORWARD_CONFIG"]
    environment["DOORWARD_CONFIG"] = nil
    var sources = Sources()
    let path = named ?? "doorward.json"
    if let bytes = try TextFile.read(path) {
      sources.tree = try ConfigurationTree(fileBytes: bytes, name: path)
      sources.file = path
    } else if let named {
      throw ConfigurationError(.unreadableFile, key: "", "there is no file \(named)")
    }
    sources.unknownVariables = sources.tree.overlay(environment: environment)
    for name in ["data", "database", "listen", "log-level", "public-url", "wallet-listen", "wallet-url"] {
      if let value = arguments[name] { sources.tree.overlay(flag: flagKey(name), value: value) }
    }
    if arguments.has("development") { sources.tree.overlay(flag: "development", value: "true") }
    return sources
  }

  static func configuration(_ arguments: CommandArguments) throws -> ServerConfiguration {
    let sources = try sources(arguments)
    for name in sources.unknownVariables {
      StandardStream.error.line("doorward: the variable \(name) is no setting and changes nothing")
    }
    return try ServerConfiguration(sources.tree)
  }

  private static func flagKey(_ name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }
}
