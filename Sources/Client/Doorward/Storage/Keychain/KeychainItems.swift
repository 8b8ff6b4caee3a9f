/// The four keychain operations of a storage. Implementations make no other decisions.
protocol KeychainItems: Sendable {
  /// Reads the bytes of an item.
  func read(_ item: String) -> (answer: KeychainAnswer, bytes: [UInt8])
  /// Adds an item.
  func add(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer
  /// Replaces the bytes of an existing item atomically.
  func update(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer
  /// Deletes an item.
  func delete(_ item: String) -> KeychainAnswer
}

/// The result of a keychain operation.
enum KeychainAnswer: Sendable, Equatable {
  case done
  /// The item exists already.
  case duplicate
  /// The item does not exist.
  case missing
  /// The device has not been unlocked since it started.
  case locked
  /// The program is not signed for a keychain, or not for this access group.
  case notEntitled
  /// Another status of the system.
  case failed(Int32)
}

extension StorageError {
  /// The error for an answer that ends the operation.
  static func keychain(_ answer: KeychainAnswer) -> StorageError {
    switch answer {
    case .locked:
      StorageError(
        code: .locked,
        reason: "The keychain is locked until the device has been unlocked once. Unlock it and try again.")
    case .notEntitled:
      StorageError(
        code: .unavailable,
        reason:
          "This program may not use the keychain. Sign it with an application identifier, and with the access group if the configuration names one."
      )
    case .failed(let status):
      StorageError(code: .unavailable, reason: "The keychain failed with status \(status).")
    case .done, .duplicate, .missing:
      StorageError(code: .busy, reason: "Another process changes the session in the keychain. Try again.")
    }
  }
}
