import BinaryEncodings
import CDoorwardOpenSSL
import DoorwardCiphers
import DoorwardOpenSSL
import Encodings

/// The key's side of the first PIN protocol (CTAP 2.1 §6.5.6).
// Unchecked: the virtual key calls it under its lock. The pointer is freed once.
final class PINProtocol: @unchecked Sendable {
  private let key: OpaquePointer
  private let token: [UInt8]

  struct Failure: Error {}

  init(context: OpenSSLContext) throws {
    guard let setup = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw Failure() }
    defer { EVP_PKEY_CTX_free(setup) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(setup) == 1, EVP_PKEY_CTX_set_group_name(setup, "P-256") == 1,
      EVP_PKEY_generate(setup, &made) == 1, let made
    else { throw Failure() }
    key = made
    token = try SecureRandom.bytes(32)
  }

  deinit { EVP_PKEY_free(key) }

  /// The COSE_Key of the key agreement.
  var publicKey: CBORMap {
    var start: UnsafeMutablePointer<UInt8>?
    let count = EVP_PKEY_get1_encoded_public_key(key, &start)
    defer { CRYPTO_free(start, nil, 0) }
    let point = Array(UnsafeBufferPointer(start: start, count: count))
    return [1: 2, 3: -25, -1: 1, -2: .bytes(Array(point[1...32])), -3: .bytes(Array(point[33...64]))]
  }

  /// The token for a client that knows the PIN, encrypted; nil if the PIN is wrong.
  func token(
    for pin: String, _ encryptedHash: [UInt8], _ peer: CBORMap, _ context: OpenSSLContext
  ) throws -> [UInt8]? {
    let secret = try sharedSecret(peer)
    let hash = try Self.cipher(encryptedHash, secret, isEncryption: false)
    guard hash == Array(SHA256.hash(Array(pin.utf8)).prefix(16)) else { return nil }
    return try Self.cipher(token, secret, isEncryption: true)
  }

  /// Whether a client with the token sends a request of this hash.
  func authenticates(_ proof: [UInt8], _ hash: [UInt8], _ context: OpenSSLContext) throws -> Bool {
    let code = try HMACSHA256Key(token, context: context).authenticationCode(for: hash)
    return Array(code.prefix(16)) == proof
  }

  private func sharedSecret(_ peer: CBORMap) throws -> [UInt8] {
    guard case .bytes(let x)? = peer.number(-2), case .bytes(let y)? = peer.number(-3),
      let other = EVP_PKEY_new()
    else {
      throw Failure()
    }
    defer { EVP_PKEY_free(other) }
    let point = [4] + x + y
    guard EVP_PKEY_copy_parameters(other, key) == 1,
      EVP_PKEY_set1_encoded_public_key(other, point, point.count) == 1,
      let derivation = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
    else { throw Failure() }
    defer { EVP_PKEY_CTX_free(derivation) }
    var shared = [UInt8](repeating: 0, count: 32)
    var count = shared.count
    guard EVP_PKEY_derive_init(derivation) == 1, EVP_PKEY_derive_set_peer(derivation, other) == 1,
      EVP_PKEY_derive(derivation, &shared, &count) == 1, count == 32
    else { throw Failure() }
    return SHA256.hash(shared)
  }

  /// AES-256-CBC without padding, from a vector of zeros.
  private static func cipher(_ bytes: [UInt8], _ secret: [UInt8], isEncryption: Bool) throws -> [UInt8] {
    guard let cipher = EVP_CIPHER_CTX_new() else { throw Failure() }
    defer { EVP_CIPHER_CTX_free(cipher) }
    let vector = [UInt8](repeating: 0, count: 16)
    var output = [UInt8](repeating: 0, count: bytes.count + 16)
    var count: Int32 = 0
    guard EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), nil, secret, vector, isEncryption ? 1 : 0) == 1,
      EVP_CIPHER_CTX_set_padding(cipher, 0) == 1,
      EVP_CipherUpdate(cipher, &output, &count, bytes, Int32(bytes.count)) == 1
    else { throw Failure() }
    return Array(output.prefix(Int(count)))
  }
}
