package import DoorwardCiphers
internal import DoorwardOpenSSL

/// Encrypts the contents of waiting messages.
///
/// The caller provides the key, for example with `DerivedKey.seal(_:purpose:)` and `DerivedKey.open(_:purpose:)`.
package struct MessageSeal: Sendable {
  /// Encrypts bytes for a purpose.
  let seal: @Sendable (_ content: [UInt8], _ purpose: [UInt8]) throws -> [UInt8]
  /// Decrypts bytes that were encrypted for the same purpose.
  let open: @Sendable (_ sealed: [UInt8], _ purpose: [UInt8]) throws -> [UInt8]

  /// Makes a seal of two functions of authenticated encryption.
  package init(
    seal: @escaping @Sendable (_ content: [UInt8], _ purpose: [UInt8]) throws -> [UInt8],
    open: @escaping @Sendable (_ sealed: [UInt8], _ purpose: [UInt8]) throws -> [UInt8]
  ) {
    self.seal = seal
    self.open = open
  }

  /// Makes a seal of a key.
  package init(_ key: AES256GCMKey) {
    self.init(
      seal: { try key.seal($0, purpose: $1) },
      open: { try key.open($0, purpose: $1) })
  }
}
