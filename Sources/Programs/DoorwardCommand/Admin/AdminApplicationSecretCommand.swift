import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings

/// Makes a secret for a confidential client, shows it once, and stores its hash.
enum AdminApplicationSecretCommand: Command {
  static let words = ["admin", "application", "secret"]
  static let summary = "make a client secret, print it once and store its hash"
  static let synopsis = "[ID] [--overlap HOURS]"
  static let options =
    [
      CommandOption(
        "overlap", value: "HOURS",
        "the time for which the secrets before stay valid, 0 to 720 hours (default: 0)")
    ] + ConfigurationOptions.all
  static let discussion = """
    The secret goes to the client, for its client_secret. The server stores the hash only. With ID, the hash is
    stored for this application, and the secrets that it had end after --overlap. A running server uses the new
    secret within 2 seconds.

    Without ID, nothing is stored. For an application that doorward.json lists, put the hash there, as its
    client_secret_hash.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    if arguments.operands.count != 1 { try arguments.requireOperands(0) }
    let id = arguments.operands.first
    let secret: ClientSecret
    if let id {
      let hours = try UserOptions.number("overlap", arguments, in: 0...720, default: 0)
      let configuration = try ConfigurationOptions.configuration(arguments)
      secret = try await Administration.using(configuration) {
        try await $0.replaceClientSecret(of: id, overlap: Int64(hours) * 3600)
      }
      Output.say(
        "The hash of this secret is stored for the application \(id). The secret is not shown again:")
    } else {
      guard arguments["overlap"] == nil else { throw UsageError(message: "--overlap needs an ID") }
      secret = try ClientSecret(random: .system)
      Output.say("Nothing is stored. The secret is not shown again:")
    }
    RecordText.write([
      "client_secret": .string(secret.text), "client_secret_hash": .string(secret.hash.text),
    ])
    return .done
  }
}
