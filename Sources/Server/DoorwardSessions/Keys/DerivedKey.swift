internal import DoorwardCiphers
package import DoorwardOpenSSL
package import DoorwardStore
import Encodings

/// A 256-bit key for one purpose. It is derived from the master key, and two purposes never share a key.
package struct DerivedKey: Sendable {
  private let bytes: [UInt8]
  private let code: HMACSHA256Key
  private let library: OpenSSLContext

  package init(bytes: [UInt8], library: OpenSSLContext) throws {
    self.bytes = bytes
    self.library = library
    code = try HMACSHA256Key(bytes, context: library)
  }

  /// HMAC-SHA256 over the parts. Each part is preceded by its length, so two different lists have different codes.
  package func authenticate(_ parts: [[UInt8]]) throws -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(parts.reduce(0) { $0 + $1.count + 8 })
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).bigEndian) { message.append(contentsOf: $0) }
      message.append(contentsOf: part)
    }
    return try code.authenticationCode(for: message)
  }

  /// A key that is derived from this key, for example for one session.
  package func subkey(_ parts: [[UInt8]]) throws -> DerivedKey {
    try DerivedKey(bytes: authenticate(parts), library: library)
  }

  /// Encrypts a secret for the store with AES-256-GCM.
  package func seal(_ plaintext: [UInt8], purpose: [UInt8]) throws -> [UInt8] {
    try AES256GCMKey(bytes, context: library).seal(plaintext, purpose: purpose)
  }

  /// Decrypts a text that ``seal(_:purpose:)`` made with the same key and purpose.
  package func open(_ sealed: [UInt8], purpose: [UInt8]) throws -> [UInt8] {
    try AES256GCMKey(bytes, context: library).open(sealed, purpose: purpose)
  }
}

extension DerivedKey {
  /// Encrypts like ``seal(_:purpose:)`` and encodes the result as text, for a value that a client keeps and returns.
  package func sealedText(_ plaintext: [UInt8], purpose: [UInt8]) throws -> String {
    Base64URL.encode(try seal(plaintext, purpose: purpose))
  }

  /// Encrypts like ``sealedText(_:purpose:)``, with a nonce from `random`, which must be a cryptographic source. A buffered
  /// source costs less than a draw from the generator for each text.
  package func sealedText(_ plaintext: [UInt8], purpose: [UInt8], random: RandomSource) throws -> String {
    let key = try AES256GCMKey(bytes, context: library)
    let nonce = try random.bytes(AES256GCMKey.nonceLength)
    return Base64URL.encode(try key.seal(plaintext, purpose: purpose, nonce: nonce))
  }

  /// Decrypts a text that ``sealedText(_:purpose:)`` made; nil for any other text.
  package func opened(_ text: String, purpose: [UInt8]) -> [UInt8]? {
    guard let sealed = try? Base64URL.decode(text) else { return nil }
    return try? open(sealed, purpose: purpose)
  }
}

extension DerivedKey: CustomStringConvertible, CustomReflectable {
  // A key must not appear in a log or in a debugger's summary.
  package var description: String { "DerivedKey" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
