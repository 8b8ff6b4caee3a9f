/// The four things a storage asks of a keychain; everything else about it is decided above this.
protocol KeychainItems: Sendable {
  /// What an item holds.
  func read(_ item: String) -> (answer: KeychainAnswer, bytes: [UInt8])
  /// Makes an item.
  func add(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer
  /// Gives an item that is there other bytes, all of them or none.
  func update(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer
  /// Takes an item away.
  func delete(_ item: String) -> KeychainAnswer
}

/// What a keychain answers.
enum KeychainAnswer: Sendable, Equatable {
  case done
  /// There is such an item already.
  case duplicate
  /// There is no such item.
  case missing
  /// Not until the device was unlocked for the first time since it started.
  case locked
  /// The program is not signed for a keychain, or not for this access group.
  case notEntitled
  /// Another of the system's statuses.
  case failed(Int32)
}

extension StorageError {
  /// What an answer that helps nobody means.
  static func keychain(_ answer: KeychainAnswer) -> StorageError {
    switch answer {
    case .locked:
      StorageError(
        code: .locked, reason: "The keychain cannot be read before the device was unlocked once. Try then.")
    case .notEntitled:
      StorageError(
        code: .unavailable,
        reason:
          "This program may not use the keychain. Sign it with an application identifier, and with the access group if one is named."
      )
    case .failed(let status):
      StorageError(code: .unavailable, reason: "The keychain does not work; the system says \(status).")
    case .done, .duplicate, .missing:
      StorageError(code: .busy, reason: "The session comes and goes in the keychain. Try again.")
    }
  }
}
