#if canImport(CryptoKit)
  internal import CryptoKit
  internal import Foundation
#else
  internal import DoorwardCiphers
#endif

/// AES-256-GCM (NIST SP 800-38D) by the library of the platform: nonce, ciphertext and tag in that order.
enum RecordCipher {
  static let keyLength = 32

  /// Creates a random key.
  static func makeKey() throws(StorageError) -> [UInt8] {
    #if canImport(CryptoKit)
      return SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    #else
      do { return try SecureRandom.bytes(keyLength) } catch { throw failure(error.description) }
    #endif
  }

  /// Encrypts bytes under a fresh random nonce.
  static func seal(_ bytes: [UInt8], under key: [UInt8], for purpose: [UInt8]) throws(StorageError) -> [UInt8]
  {
    #if canImport(CryptoKit)
      do {
        let box = try AES.GCM.seal(bytes, using: SymmetricKey(data: key), authenticating: purpose)
        guard let combined = box.combined else { throw failure("the nonce has an unexpected length") }
        return Array(combined)
      } catch {
        throw failure("\(error)")
      }
    #else
      do {
        return try AES256GCMKey(key, cipher: AES256GCMCipher()).seal(bytes, purpose: purpose)
      } catch {
        throw failure(error.description)
      }
    #endif
  }

  /// The decrypted bytes; nil if the bytes, the key or the purpose differ from those of `seal`.
  static func open(
    _ box: [UInt8], under key: [UInt8], for purpose: [UInt8]
  ) throws(StorageError) -> [UInt8]? {
    #if canImport(CryptoKit)
      guard let box = try? AES.GCM.SealedBox(combined: box) else { return nil }
      return try? Array(AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: purpose))
    #else
      do {
        return try AES256GCMKey(key, cipher: AES256GCMCipher()).open(box, purpose: purpose)
      } catch {
        if error.code == .notAuthentic { return nil }
        throw failure(error.description)
      }
    #endif
  }

  private static func failure(_ what: String) -> StorageError {
    StorageError(code: .unavailable, reason: "The session cannot be encrypted: \(what).")
  }
}
