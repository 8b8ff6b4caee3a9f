import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings

/// Creates an API key and shows it once.
enum AdminKeyCreateCommand: Command {
  static let words = ["admin", "key", "create"]
  static let summary = "make an API key for a backend, or for the administration, and print it once"
  static let synopsis = "--name NAME [--application ID] [--scope SCOPES] [--expires-in DAYS]"
  static let options =
    [
      CommandOption("name", value: "NAME", "a name that distinguishes the key from others"),
      CommandOption(
        "application", value: "ID", "the application whose tokens and users it can read (default: the first)"),
      CommandOption(
        "scope", value: "SCOPES",
        "introspect (the default), users:read, users:write; or scopes of the administration"
      ),
      CommandOption(
        "expires-in", value: "DAYS",
        "the lifetime of a key for the administration, 1 to 366 days (default: 90)"),
    ] + ConfigurationOptions.all
  static let discussion = """
    Write several scopes with commas between them. The scopes of the administration are:
    \(AdministrationScope.allCases.map(\.rawValue).joined(separator: "\n"))
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    guard let name = arguments["name"], (1...128).contains(name.utf8.count) else {
      throw UsageError(message: "--name is required, 128 bytes at most")
    }
    let configuration = try ConfigurationOptions.configuration(arguments)
    if let text = arguments["scope"], text.hasPrefix("admin.") {
      return try await createForAdministration(name, try scopes(text), arguments, configuration)
    }
    guard arguments["expires-in"] == nil else {
      throw UsageError(message: "--expires-in is for keys of the administration")
    }
    let scopes: Set<APIKeyScope> = try arguments["scope"].map(scopes) ?? [.introspect]
    let (record, key) = try await Administration.using(configuration, making: true) {
      try await $0.createAPIKey(name: name, application: arguments["application"], scopes: scopes)
    }
    Output.say(
      "Key \(record.id) for application \(record.applicationID), scopes \(record.scopeNames.joined(separator: ", ")). It is not shown again:"
    )
    Output.line("\(key.text)")
    return .done
  }

  private static func createForAdministration(
    _ name: String, _ scopes: Set<AdministrationScope>, _ arguments: CommandArguments,
    _ configuration: ServerConfiguration
  ) async throws -> ExitStatus {
    guard arguments["application"] == nil else {
      throw UsageError(message: "--application: a key of the administration belongs to no application")
    }
    let days = try UserOptions.number("expires-in", arguments, in: 1...366, default: 90)
    let (key, text) = try await Administration.using(configuration, making: true) {
      try await $0.createAdministrationKey(
        name: name, scopes: scopes, lifetime: Int64(days) * 24 * 3600)
    }
    Output.say(
      "Key \(key.id) for the administration, scopes \(key.scopeNames.joined(separator: ", ")), \(days) days. It is not shown again:"
    )
    Output.line("\(text.text)")
    return .done
  }

  private static func scopes<Scope: RawRepresentable<String> & CaseIterable & Hashable>(
    _ text: String
  ) throws -> Set<Scope> {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    return Set(
      try names.map { name in
        guard let scope = Scope(rawValue: String(name)) else {
          let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError(message: "--scope: there is no scope \"\(name)\"; the scopes are \(known)")
        }
        return scope
      })
  }
}

/// Lists API keys without their secrets.
enum AdminKeyListCommand: Command {
  static let words = ["admin", "key", "list"]
  static let summary = "list the API keys"
  static let synopsis = ""
  static let options = ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let rows = try await Administration.using(configuration) { administration -> [JSONValue] in
      let backends = try await administration.apiKeys().map(json)
      return try await backends + administration.administrationKeys().map { .object($0.json) }
    }
    var listing = Listing(
      [
        .init("ID", "id"), .init("APPLICATION", "application", isFlexible: true),
        .init("NAME", "name", isFlexible: true), .init("SCOPES", "scopes"), .init("CREATED", "created_at"),
        .init("EXPIRES", "expires_at"), .init("REVOKED", "revoked_at"),
      ], of: "API key")
    listing.write(rows)
    return .done
  }

  private static func json(_ record: APIKeyRecord) -> JSONValue {
    [
      "id": .string(record.id.text), "application": .string(record.applicationID),
      "name": .string(record.name), "scopes": .strings(record.scopeNames),
      "created_at": .string(Timestamp(record.createdAt).rfc3339),
      "revoked_at": record.revokedAt.map { .string(Timestamp($0).rfc3339) } ?? .null,
    ]
  }
}

/// Revokes an API key.
enum AdminKeyRevokeCommand: Command {
  static let words = ["admin", "key", "revoke"]
  static let summary = "revoke an API key at once"
  static let synopsis = "ID"
  static let options = ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let revoked = try await Administration.using(configuration) {
      let id = arguments.operands[0]
      if try await $0.hasAdministrationKey(id) { return try await $0.revokeAdministrationKey(id) }
      return try await $0.revokeAPIKey(id)
    }
    guard revoked else {
      Output.fail("there is no such key, or it is already revoked")
      return .refused
    }
    Output.say("The API key \(arguments.operands[0]) is revoked. A running server refuses it at once.")
    return .done
  }
}
