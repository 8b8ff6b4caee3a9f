import Doorward
import DoorwardSecurityKeys
import Encodings

/// The sign-in with a security key, and the commands about passkeys.
extension UserProgram {
  func loginWithSecurityKey() async throws -> AuthState { try await finish(doorward.passkey.login()) }

  func listPasskeys() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    for passkey in try await doorward.passkey.all() {
      let times = [("added", passkey.createdAt), ("used", passkey.lastUsedAt)].compactMap { word, time in
        time.map { "\(word) \(Timestamp($0).rfc3339)" }
      }
      let place = passkey.isBackedUp ? "backed up" : "on one device"
      try Console.print(
        "\(([passkey.id, passkey.name, place] + times).joined(separator: "  "))")
    }
    return 0
  }

  func addPasskey() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    try await afterRecentSignIn { try await doorward.passkey.link() }
    Console.say("The passkey is on your security key. doorward-user login --security-key signs in with it.")
    return 0
  }

  func renamePasskey() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    guard let id = try await chosenPasskey() else { return 1 }
    let name = try invocation[.name] ?? Prompt.line("Name")
    let passkey = try await doorward.passkey.rename(id, to: name)
    Console.say("The passkey is named \(passkey.name).")
    return 0
  }

  func removePasskey() async throws -> Int32 {
    guard try await present() != nil else { return signedOut() }
    guard let id = try await chosenPasskey() else { return 1 }
    try await afterRecentSignIn { try await doorward.passkey.unlink(id) }
    Console.say("The passkey is removed. It no longer signs in, also if a security key still has it.")
    return 0
  }

  /// The passkey of the command line, or the only one.
  private func chosenPasskey() async throws -> DoorwardPasskey.ID? {
    if let id = invocation[.id] { return id }
    let passkeys = try await doorward.passkey.all()
    guard passkeys.count == 1 else {
      Console.say(
        passkeys.isEmpty
          ? "You have no passkey."
          : "You have several passkeys. Name one with --id; doorward-user passkey list shows them.")
      return nil
    }
    return passkeys[0].id
  }
}

extension SecurityKeyPrompts {
  /// Questions at the terminal.
  static let terminal = SecurityKeyPrompts(
    touch: { key in Console.say("Touch your security key\(Self.named(key)).") },
    pin: { key, triesLeft in
      try await MainActor.run {
        if let triesLeft { Console.say("The PIN is wrong. Tries left: \(triesLeft).") }
        return try Prompt.secret("PIN of your security key\(Self.named(key))")
      }
    },
    account: { names in
      try await MainActor.run {
        for (number, name) in names.enumerated() { Console.say("\(number + 1)  \(name)") }
        return (Int(try Prompt.line("Account")) ?? 0) - 1
      }
    })

  private static func named(_ key: String) -> String { key.isEmpty ? "" : " (\(key))" }
}
