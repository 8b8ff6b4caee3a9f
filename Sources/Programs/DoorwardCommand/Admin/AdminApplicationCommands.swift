import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import JOSE

/// Lists the applications and their settings.
enum AdminApplicationListCommand: Command {
  static let words = ["admin", "application", "list"]
  static let summary = "list the applications and their settings"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    The first application is the default one. "source" is "configuration" if doorward.json lists the
    application, "store" if admin application add made it, and "built_in" for the application of a server
    that has no other default application. Omitted settings have the values that follow from public_url. The
    command reports an application in the store whose settings a server refuses.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let inspection = InstallationInspection(try ConfigurationOptions.configuration(arguments))
    var status = ExitStatus.done
    var listing = Listing(
      [
        .init("ID", "id"), .init("NAME", "name", isFlexible: true), .init("SOURCE", "source"),
        .init("SECRET", "confidential"), .init("METHODS", "methods", isFlexible: true),
        .init("REDIRECT URIS", "redirect_uris", isFlexible: true),
      ], of: "application")
    for (effective, application) in try await inspection.applicationsWithSources() {
      switch application {
      case .success(let application): listing.add(json(application, source: effective.source))
      case .failure(let error):
        for mistake in error.all { Output.fail("\(effective.id): \(mistake)") }
        status = .refused
      }
    }
    listing.finish()
    return status
  }

  static func json(_ application: Application, source: EffectiveApplication.Source) -> JSONValue {
    var json = application.settings
    json["confidential"] = .bool(application.client.isConfidential)
    json["secrets"] = .array(application.client.secrets.map { .object($0.json) })
    json["source"] = .string(source.rawValue)
    return .object(json)
  }
}

/// Adds an application to the store.
enum AdminApplicationAddCommand: Command {
  static let words = ["admin", "application", "add"]
  static let summary = "add an application; a running server uses it within 2 seconds"
  static let synopsis = "ID [SETTING=VALUE…] [--file FILE]"
  static let options = [GivenSettings.option] + ConfigurationOptions.all
  static let discussion = GivenSettings.discussion

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    let given = try GivenSettings(arguments)
    return try await given.store(arguments, making: true) {
      try await $0.addApplication(given.id, settings: given.file ?? JSONObject(), changes: given.changes)
    }
  }
}

/// Changes an application in the store.
enum AdminApplicationSetCommand: Command {
  static let words = ["admin", "application", "set"]
  static let summary = "change an application; a running server uses the change within 2 seconds"
  static let synopsis = "ID [SETTING=VALUE…] [--file FILE]"
  static let options = [GivenSettings.option] + ConfigurationOptions.all
  static let discussion = GivenSettings.discussion

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    let given = try GivenSettings(arguments)
    guard given.file != nil || !given.changes.isEmpty else {
      throw UsageError(message: "there is nothing to change; give SETTING=VALUE or --file")
    }
    return try await given.store(arguments, making: false) {
      try await $0.changeApplication(given.id, replacedBy: given.file, given.changes)
    }
  }
}

/// Removes an application from the store.
enum AdminApplicationRemoveCommand: Command {
  static let words = ["admin", "application", "remove"]
  static let summary = "remove an application; a running server refuses it within 2 seconds"
  static let synopsis = "ID"
  static let options = ConfigurationOptions.all
  static let discussion = """
    The sessions, tokens and API keys of the application no longer work. The accounts of its users stay. If an
    application with the same ID is added again, sessions and API keys that have not expired work again.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    try await Administration.using(try ConfigurationOptions.configuration(arguments)) {
      try await $0.removeApplication(id)
    }
    Output.say("The application \(id) is removed.")
    return .done
  }
}

/// The settings of an application that the operands and options of a command give.
private struct GivenSettings {
  static let option = CommandOption(
    "file", value: "FILE", "all settings, as one JSON object like a member of applications in doorward.json")

  static let discussion = """
    A SETTING is a key of an application in doorward.json, such as name, redirect_uris or ethereum.chains.
    A VALUE is JSON, or text if it is not JSON.

      name=Shop                              set a value
      redirect_uris+=https://shop.example/cb add an element to the list in force
      origins-=https://old.example           remove an element from the list in force
      terms=                                 return to the default value

    The command prints the application with all its values. An application that doorward.json lists is changed
    there, because the file overrides the store at each start.
    """

  let id: String
  /// The content of the file; nil if the command names none.
  let file: JSONObject?
  let changes: [ApplicationChange]

  init(_ arguments: CommandArguments) throws {
    guard let id = arguments.operands.first else {
      throw UsageError(message: "the ID of the application is missing")
    }
    self.id = id
    changes = try arguments.operands.dropFirst().map { text in
      guard let change = ApplicationChange(text) else {
        throw UsageError(message: "\(text) is not SETTING=VALUE, SETTING+=VALUE or SETTING-=VALUE")
      }
      return change
    }
    file = try arguments["file"].map { path in
      guard let bytes = try TextFile.read(path) else {
        throw ConfigurationError(.unreadableFile, key: "", "there is no file \(path)")
      }
      return try ConfigurationTree(fileBytes: bytes, name: path).root
    }
  }

  /// Opens the installation, stores the application and prints it.
  ///
  /// `making` says whether to make the missing parts of the installation. `body` stores the application.
  ///
  /// - Returns: the exit status.
  /// - Throws: the error of the configuration, of the opening or of `body`.
  func store(
    _ arguments: CommandArguments, making: Bool, _ body: (Administration) async throws -> Application
  ) async throws -> ExitStatus {
    let configuration = try ConfigurationOptions.configuration(arguments)
    let application: Application
    do {
      application = try await Administration.using(configuration, making: making, body)
    } catch let error as ConfigurationError {
      // The id is an operand.
      guard let path = arguments["file"], error.key != "id" else { throw error }
      throw error.inFile(path)
    }
    RecordText.write(AdminApplicationListCommand.json(application, source: .store))
    return .done
  }
}
