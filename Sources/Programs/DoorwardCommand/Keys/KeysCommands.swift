import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

/// Lists the signing keys without their private parts.
enum KeysListCommand: Command {
  static let words = ["keys", "list"]
  static let summary = "list the token-signing keys, with their states"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    state is "signing" (signs new tokens), "published" (signs as soon as every cache has it), "retired" (signs
    no new tokens; its tokens stay valid until they expire), "expired" (all of its tokens have expired; it is
    no longer published or accepted) or "revoked" (its tokens are not valid).
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let keys = try await Administration.using(configuration) { try await $0.signingKeys() }
    var listing = Listing(
      [
        .init("KID", "kid"), .init("ALGORITHM", "algorithm"), .init("STATE", "state"),
        .init("CREATED", "created_at"), .init("RETIRED", "retired_at"), .init("REVOKED", "revoked_at"),
      ], of: "signing key")
    listing.write(keys.map { .object($0.json) })
    return .done
  }
}

/// Replaces the signing key. Every user stays signed in.
enum KeysRotateCommand: Command {
  static let words = ["keys", "rotate"]
  static let summary = "make new token-signing keys, retire the others, and print each new kid"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    A new key is published at once. It signs ten minutes later, when every cache of the key set has it; until
    then the old key signs. Tokens of the old key stay valid until they expire. A running server loads the new
    key within two seconds. The command makes a key for ES256, and one for RS256 if an application uses RS256.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let ids = try await Administration.using(configuration) { try await $0.rotateSigningKeys() }
    Output.say(
      "Published now. Signs in \(Administration.signingKeySettlingTime / 60) minutes.")
    for id in ids { Output.line("\(id)") }
    return .done
  }
}

/// Revokes a signing key that may have leaked, together with every token it signed.
enum KeysRevokeCommand: Command {
  static let words = ["keys", "revoke"]
  static let summary = "revoke a token-signing key and every token that it signed"
  static let synopsis = "KID"
  static let options = ConfigurationOptions.all
  static let discussion = """
    For a key that may have leaked. A running server rejects the key within two seconds. Backends reject it when
    their copy of the key set expires (five minutes). Users stay signed in, because refresh tokens do not
    depend on signing keys. If no other key is left, the command makes a new one.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    let configuration = try ConfigurationOptions.configuration(arguments)
    guard try await Administration.using(configuration, { try await $0.revokeSigningKey(id) }) else {
      Output.fail("there is no such key, or it is already revoked")
      return .refused
    }
    Output.say("The key \(id) and its tokens are revoked. Users stay signed in.")
    return .done
  }
}

extension SigningKeyStatus {
  fileprivate var json: JSONObject {
    [
      "kid": .string(id), "algorithm": .string(algorithm), "state": .string(state.rawValue),
      "created_at": .string(Timestamp(createdAt).rfc3339),
      "retired_at": retiredAt.map { .string(Timestamp($0).rfc3339) } ?? .null,
      "revoked_at": revokedAt.map { .string(Timestamp($0).rfc3339) } ?? .null,
      "tokens_end_at": tokensEndAt.map { .string(Timestamp($0).rfc3339) } ?? .null,
    ]
  }
}
