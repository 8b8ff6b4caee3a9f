import Encodings

/// The version of a file, which its address contains: the beginning of the hash of its content.
package enum ContentVersion {
  private static let length = 9

  package static func of(_ bytes: [UInt8]) -> String {
    Base64URL.encode(Array(SHA256.hash(bytes).prefix(length)))
  }
}
