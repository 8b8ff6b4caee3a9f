import DoorwardCiphers
import DoorwardOpenSSL
import Encodings

/// A client's binding secret, and its hash that the server gets first.
struct TestBinding: Sendable {
  let secret: String
  let value: String

  init() throws {
    secret = Base64URL.encode(try SecureRandom.bytes(32))
    value = Base64URL.encode(SHA256.hash([UInt8](secret.utf8)))
  }
}
