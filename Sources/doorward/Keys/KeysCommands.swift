import DoorwardServer
import DoorwardSessions
import Encodings

/// Lists the signing keys without their private parts.
enum KeysListCommand: Command {
  static let words = ["keys", "list"]
  static let summary = "list the token-signing keys, a JSON object a line"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    state is "signing" (new tokens), "published" (signs once every cache has seen it), "retired" (signs
    nothing more; its tokens stay valid until they expire), "expired" (all of them have: it is published
    no more, and nothing in its name is believed) or "revoked" (its tokens are worthless).
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let configuration = try ConfigurationOptions.configuration(arguments)
    for key in try await Administration.using(configuration, { try await $0.signingKeys() }) {
      StandardStream.output.write(key.json.serialized() + [UInt8(ascii: "\n")])
    }
    return .done
  }
}

/// Replaces the signing key. Every user stays signed in.
enum KeysRotateCommand: Command {
  static let words = ["keys", "rotate"]
  static let summary = "make new token-signing keys and retire the others; print each kid"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    A new key is published at once and signs ten minutes later, when every cache of the key set has seen
    it; until then the old one signs. What the old one signed stays valid until it expires. A running
    server learns of it within a minute. One is made for ES256, and one for RS256 where an application
    asks for that.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let ids = try await Administration.using(configuration) { try await $0.rotateSigningKeys() }
    StandardStream.error.line(
      "Published now, signing from \(Administration.signingKeySettlingTime / 60) minutes on.")
    for id in ids { StandardStream.output.line(id) }
    return .done
  }
}

/// Revokes a signing key that may have leaked, together with every token it signed.
enum KeysRevokeCommand: Command {
  static let words = ["keys", "revoke"]
  static let summary = "make a token-signing key worthless, with every token it signed"
  static let synopsis = "KID"
  static let options = ConfigurationOptions.all
  static let discussion = """
    For a key that may have leaked. A running server learns of it within a minute; backends, when their
    copy of the key set runs out (five minutes). People stay signed in: their apps refresh, which needs no
    signing key. Where no other key is left, a new one is made.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let id = arguments.operands[0]
    let configuration = try ConfigurationOptions.configuration(arguments)
    guard try await Administration.using(configuration, { try await $0.revokeSigningKey(id) }) else {
      StandardStream.error.line("doorward: there is no such key, or it was revoked before")
      return .refused
    }
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
    ]
  }
}
