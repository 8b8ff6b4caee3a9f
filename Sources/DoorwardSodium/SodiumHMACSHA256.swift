internal import CDoorwardSodium

/// HMAC with SHA-256 (RFC 2104) over secrets that must not be copied into arrays.
package enum SodiumHMACSHA256 {
  /// The length in bytes of the key.
  package static let keyLength = 32

  /// The authentication code, 32 bytes; nil unless the key has 32 bytes.
  package static func code(of message: WipedBytes, key: WipedBytes) -> WipedBytes? {
    guard key.count == keyLength else { return nil }
    SodiumLibrary.prepare()
    return WipedBytes(count: 32) { code in
      message.withUnsafeBytes { message in
        key.withUnsafeBytes { key in
          guard let code = code.bindMemory(to: UInt8.self).baseAddress,
            let key = key.bindMemory(to: UInt8.self).baseAddress
          else { return }
          _ = crypto_auth_hmacsha256(
            code, message.bindMemory(to: UInt8.self).baseAddress, UInt64(message.count), key)
        }
      }
    }
  }
}
