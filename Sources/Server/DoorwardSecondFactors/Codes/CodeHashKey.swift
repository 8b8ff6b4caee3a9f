internal import DoorwardCiphers
package import DoorwardOpenSSL

/// The key under which the store keeps codes. Without the key, a stolen database cannot be searched for codes.
package struct CodeHashKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The kinds of codes. A hash of one kind is never the hash of another.
  enum Kind: String {
    case recoveryCode = "recovery code"
  }

  private let key: HMACSHA256Key

  /// Makes a key.
  ///
  /// `bytes` is 32 bytes that only this purpose uses.
  ///
  /// - Throws: ``SecondFactorError`` `invalid_code_key` for another length, or `library_failure`.
  package init(_ bytes: [UInt8], context: OpenSSLContext) throws(SecondFactorError) {
    guard bytes.count == 32 else {
      throw SecondFactorError(.invalidKey, "The key for hashes of codes has 32 bytes.")
    }
    do {
      key = try HMACSHA256Key(bytes, context: context)
    } catch {
      throw SecondFactorError(.libraryFailure, error.reason)
    }
  }

  /// The hash of texts, 32 bytes. Each text is preceded by its length, so that two different lists have different hashes.
  func hash(_ kind: Kind, _ texts: [[UInt8]]) throws(SecondFactorError) -> [UInt8] {
    var message: [UInt8] = []
    for text in [[UInt8](kind.rawValue.utf8)] + texts {
      withUnsafeBytes(of: UInt64(text.count).bigEndian) { message.append(contentsOf: $0) }
      message += text
    }
    do {
      return try key.authenticationCode(for: message)
    } catch {
      throw SecondFactorError(.libraryFailure, error.reason)
    }
  }

  /// Hides the key.
  package var description: String { "CodeHashKey" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
