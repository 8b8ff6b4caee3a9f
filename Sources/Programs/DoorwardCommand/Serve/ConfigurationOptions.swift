import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The options shared by all commands that need the configuration, and the resulting configuration.
enum ConfigurationOptions {
  static let all = [
    CommandOption("config", value: "FILE", "the configuration file (default: doorward.json if it exists)"),
    CommandOption(
      "data", value: "DIR", "the directory of the store and the master key (default: .doorward)"),
    CommandOption(
      "database", value: "URL",
      "the store: postgresql://USER@HOST/NAME, or sqlite:DIR (default), as --data DIR"),
  ]

  /// The settings that the command received, with their sources.
  struct Sources {
    var tree = ConfigurationTree()
    /// The configuration file; nil if there is none.
    var file: String?
    /// Variables with the DOORWARD prefix that are not settings.
    var unknownVariables: [String] = []
  }

  /// File, environment and flags. Later sources override earlier ones.
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
    sources.unknownVariables = sources.tree.overlay(
      keys: ServerConfiguration.keys, environment: environment)
    for name in [
      "admin-listen", "data", "database", "listen", "log-level", "public-url", "wallet-listen", "wallet-url",
    ] {
      if let value = arguments[name] { sources.tree.overlay(flag: flagKey(name), value: value) }
    }
    if let delivery = arguments["delivery"] {
      guard delivery == "console" else {
        throw UsageError(
          message: "--delivery: the only value is console; the keys mail and sms configure others")
      }
      sources.tree.overlay(flag: "delivery.console", value: "true")
    }
    if arguments.has("development") { sources.tree.overlay(flag: "development", value: "true") }
    return sources
  }

  static func configuration(_ arguments: CommandArguments) throws -> ServerConfiguration {
    let sources = try sources(arguments)
    for name in sources.unknownVariables {
      Output.fail("the variable \(name) is not a setting and has no effect")
    }
    return try ServerConfiguration(sources.tree)
  }

  private static func flagKey(_ name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }
}

/// The environment variables of this process.
enum ProcessEnvironment {
  static var current: [String: String] {
    var variables: [String: String] = [:]
    // Reading is safe, because the program never changes a variable.
    guard var pointer = environmentPointer() else { return [:] }
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return variables
  }
}

private func environmentPointer() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  #if canImport(Darwin)
    _NSGetEnviron().pointee
  #else
    environ
  #endif
}
