import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings

/// Creates a secret for a confidential client and shows it once.
enum AdminApplicationSecretCommand: Command {
  static let words = ["admin", "application", "secret"]
  static let summary = "make a client secret and print it once, with the hash for doorward.json"
  static let synopsis = ""
  static let options: [CommandOption] = []
  static let discussion = """
    The secret goes to the client, for its client_secret. The hash goes into doorward.json, as the
    client_secret_hash of the application; the server never has the secret. Nothing is stored by this command.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let secret = try ClientSecret(random: .system)
    let line: JSONValue = [
      "client_secret": .string(secret.text), "client_secret_hash": .string(secret.hash.text),
    ]
    StandardStream.output.write(line.serialized() + [UInt8(ascii: "\n")])
    return .done
  }
}
