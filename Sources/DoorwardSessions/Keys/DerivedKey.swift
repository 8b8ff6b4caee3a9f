package import DoorwardOpenSSL
import DoorwardStore
import Encodings

/// A 256-bit key for one purpose, derived from the master key so that no two purposes share one.
package struct DerivedKey: Sendable {
  private let bytes: [UInt8]
  private let code: HMACSHA256Key
  private let library: OpenSSLContext

  package init(bytes: [UInt8], library: OpenSSLContext) throws {
    self.bytes = bytes
    self.library = library
    code = try HMACSHA256Key(bytes, context: library)
  }

  /// HMAC-SHA256 over the parts, each with its length before it: no two lists of parts look alike.
  package func authenticate(_ parts: [[UInt8]]) throws -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(parts.reduce(0) { $0 + $1.count + 8 })
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).bigEndian) { message.append(contentsOf: $0) }
      message.append(contentsOf: part)
    }
    return try code.authenticationCode(for: message)
  }

  /// A further key, for one member of a family such as one session.
  package func subkey(_ parts: [[UInt8]]) throws -> DerivedKey {
    try DerivedKey(bytes: authenticate(parts), library: library)
  }

  /// AES-256-GCM, for what must be kept secret in the store.
  package func seal(_ plaintext: [UInt8], purpose: [UInt8]) throws -> [UInt8] {
    try AES256GCMKey(bytes, context: library).seal(plaintext, purpose: purpose)
  }

  /// Opens what ``seal(_:purpose:)`` made under the same key and purpose.
  package func open(_ sealed: [UInt8], purpose: [UInt8]) throws -> [UInt8] {
    try AES256GCMKey(bytes, context: library).open(sealed, purpose: purpose)
  }
}

extension DerivedKey {
  /// What ``seal(_:purpose:)`` makes as text, for what others keep and hand back.
  package func sealedText(_ plaintext: [UInt8], purpose: [UInt8]) throws -> String {
    Base64URL.encode(try seal(plaintext, purpose: purpose))
  }

  /// Opens what ``sealedText(_:purpose:)`` made; nil for anything else.
  package func opened(_ text: String, purpose: [UInt8]) -> [UInt8]? {
    guard let sealed = try? Base64URL.decode(text) else { return nil }
    return try? open(sealed, purpose: purpose)
  }
}

extension DerivedKey: CustomStringConvertible, CustomReflectable {
  // A key never describes itself: not in a log, not in a debugger's summary.
  package var description: String { "DerivedKey" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
