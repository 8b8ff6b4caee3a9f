import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

/// Lists the settings of the server with their origin.
enum SettingsShowCommand: Command {
  static let words = ["settings", "show"]
  static let summary = "list the settings of the server, their values and what sets them"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    "source" is "configuration", "environment" or "command_line" for a value that doorward.json, a variable or
    an option sets, "store" for one that settings set or the administration has set, and "default" for others.
    Secrets are not shown.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    write(
      try await Administration.using(try ConfigurationOptions.configuration(arguments)) {
        try await $0.settings()
      })
    return .done
  }

  static func write(_ settings: [Setting]) {
    var listing = Listing(
      [
        .init("KEY", "key"), .init("VALUE", "value", isFlexible: true), .init("SOURCE", "source"),
        .init("SET BY", "set_by", isFlexible: true),
      ], of: "setting")
    listing.write(settings.map { .object($0.json) })
  }
}

/// Changes settings of the server in the store.
enum SettingsSetCommand: Command {
  static let words = ["settings", "set"]
  static let summary = "change settings of the server; a running server uses them within 2 seconds"
  static let synopsis = "[SETTING=VALUE…] [--file FILE]"
  static let options =
    [
      CommandOption(
        "file", value: "FILE",
        "settings as a JSON object like doorward.json; null returns to the default value")
    ] + ConfigurationOptions.all
  static let discussion = """
    A SETTING is a key of doorward.json, such as lifetimes.access_token. A VALUE is JSON, or text if it is not
    JSON. Put a secret, such as mail.password, in a file, because other users of the machine see the operands.

      lifetimes.access_token=300             set a value
      near.mainnet.rpc+=https://rpc.example  add an element to the list in the store
      mail=                                  return to the default values

    A key that doorward.json, a variable or an option sets is changed there. Addresses, storage and keys are set
    there too, because they need a restart.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    let changes = try arguments.operands.map { text in
      guard let change = ApplicationChange(text) else {
        throw UsageError(message: "\(text) is not SETTING=VALUE, SETTING+=VALUE or SETTING-=VALUE")
      }
      return change
    }
    let file = try arguments["file"].map(SettingsFile.read)
    guard file != nil || !changes.isEmpty else {
      throw UsageError(message: "there is nothing to change; give SETTING=VALUE or --file")
    }
    let configuration = try ConfigurationOptions.configuration(arguments)
    let settings = try await Administration.using(configuration, making: true) {
      try await $0.changeSettings(file, changes)
    }
    SettingsShowCommand.write(settings.filter { $0.source == .store })
    return .done
  }
}

/// Prints the settings and the applications of the store.
enum SettingsExportCommand: Command {
  static let words = ["settings", "export"]
  static let summary = "print the settings and the applications of the store, without secrets"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    The output is one JSON object for settings import. It has what settings set, admin application and the
    administration have stored, and neither secrets nor what doorward.json, variables and options set.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let exported = try await Administration.using(try ConfigurationOptions.configuration(arguments)) {
      try await $0.exportSettings()
    }
    Output.json(.object(exported))
    return .done
  }
}

/// Puts the settings and the applications of an export into the store.
enum SettingsImportCommand: Command {
  static let words = ["settings", "import"]
  static let summary = "put an export of settings and applications into the store"
  static let synopsis = "FILE"
  static let options = ConfigurationOptions.all
  static let discussion = """
    The settings of the export replace those of the store. Its applications are added, or replace those with the
    same id; other applications stay. Secrets that the store has stay; an application that had a secret and has
    none here refuses its clients until it gets one. A wrong value ends the import, which can be repeated.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let path = arguments.operands[0]
    let exported = try SettingsFile.read(path)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let imported: (ids: [String], withoutSecret: [String])
    do {
      imported = try await Administration.using(configuration, making: true) {
        try await $0.importSettings(exported)
      }
    } catch let error as ConfigurationError {
      throw error.inFile(path)
    }
    let ids = imported.ids
    Output.say("The settings are imported, and \(ids.count) applications: \(ids.joined(separator: ", "))")
    for id in imported.withoutSecret {
      Output.say("\(id) needs a new secret: doorward admin application secret \(id)")
    }
    return .done
  }
}

/// A file of settings.
private enum SettingsFile {
  static func read(_ path: String) throws -> JSONObject {
    guard let bytes = try TextFile.read(path) else {
      throw ConfigurationError(.unreadableFile, key: "", "there is no file \(path)")
    }
    return try ConfigurationTree(fileBytes: bytes, name: path).root
  }
}
