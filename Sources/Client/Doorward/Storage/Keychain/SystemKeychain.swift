#if canImport(Security)
  internal import Foundation
  internal import Security

  /// The keychain of the device, by Apple's Keychain Services.
  ///
  /// Items can be read after the first unlock since the device started, so that background work continues while the
  /// screen is locked. Backups and iCloud do not include them.
  struct SystemKeychain: KeychainItems {
    private static let service = "org.doorward.session"

    /// The access group of the programs that share the items; nil for this program alone.
    let accessGroup: String?

    private func query(_ item: String) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: Self.service,
        kSecAttrAccount as String: item,
        kSecAttrSynchronizable as String: false,
        // On macOS this selects the data protection keychain, which never asks the user for a password.
        kSecUseDataProtectionKeychain as String: true,
      ]
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      return query
    }

    func read(_ item: String) -> (answer: KeychainAnswer, bytes: [UInt8]) {
      var query = query(item)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      // The keychain returns no data for an item of zero bytes.
      return (Self.answer(status), (found as? Data).map { Array($0) } ?? [])
    }

    func add(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer {
      var query = query(item)
      query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      query[kSecValueData as String] = Data(bytes)
      return Self.answer(SecItemAdd(query as CFDictionary, nil))
    }

    func update(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer {
      let change: [String: Any] = [kSecValueData as String: Data(bytes)]
      return Self.answer(SecItemUpdate(query(item) as CFDictionary, change as CFDictionary))
    }

    func delete(_ item: String) -> KeychainAnswer {
      Self.answer(SecItemDelete(query(item) as CFDictionary))
    }

    private static func answer(_ status: OSStatus) -> KeychainAnswer {
      switch status {
      case errSecSuccess: .done
      case errSecDuplicateItem: .duplicate
      case errSecItemNotFound: .missing
      case errSecInteractionNotAllowed: .locked
      case errSecMissingEntitlement: .notEntitled
      default: .failed(status)
      }
    }
  }
#endif
