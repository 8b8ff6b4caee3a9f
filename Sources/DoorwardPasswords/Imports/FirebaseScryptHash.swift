import DoorwardOpenSSL
import DoorwardSodium
import Encodings

/// A hash of Firebase Authentication: scrypt derives a key, which encrypts the project's signer key
/// (https://github.com/firebase/scrypt).
///
/// The text is the one that Supabase uses:
/// `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`.
struct FirebaseScryptHash: Sendable {
  private let cost: ScryptCost
  private let saltSeparator: [UInt8]
  private let signerKey: [UInt8]
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// - Throws: ``PasswordHashError``.
  init(_ text: String, bounds: HashBounds) throws(PasswordHashError) {
    guard let phc = PHCText(text), phc.version == nil, let named = phc.namedParameters,
      Set(named.keys) == ["v", "n", "r", "p", "ss", "sk"], named["v"] == "1",
      let logarithm = named["n"].flatMap(PHCText.number), let rounds = named["r"].flatMap(PHCText.number),
      let parallelism = named["p"].flatMap(PHCText.number),
      let cost = ScryptCost(logarithm: logarithm, blockSize: rounds, parallelism: parallelism),
      let separator = named["ss"].flatMap({ HashText.base64($0) }),
      let key = named["sk"].flatMap({ HashText.base64($0) }), let salt = HashText.base64(phc.salt),
      let hash = HashText.base64(phc.hash)
    else { throw .malformed("Firebase scrypt") }
    try self.init(cost: cost, saltSeparator: separator, signerKey: key, salt: salt, hash: hash)
    try cost.check(bounds)
  }

  /// - Throws: ``PasswordHashError`` `malformed_hash` if a length is wrong.
  init(
    cost: ScryptCost, saltSeparator: [UInt8], signerKey: [UInt8], salt: [UInt8], hash: [UInt8]
  ) throws(PasswordHashError) {
    guard (32...128).contains(signerKey.count), hash.count == signerKey.count, !salt.isEmpty,
      salt.count + saltSeparator.count <= 128
    else { throw .malformed("Firebase scrypt") }
    (self.cost, self.saltSeparator, self.signerKey) = (cost, saltSeparator, signerKey)
    (self.salt, self.hash) = (salt, hash)
  }

  /// The hash as one text. It contains the signer key, which is a secret of the Firebase project.
  var text: String {
    "$fbscrypt$v=1,n=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
      + ",ss=\(Base64.encode(saltSeparator)),sk=\(Base64.encode(signerKey))"
      + "$\(Base64.encode(salt))$\(Base64.encode(hash))"
  }

  /// Whether a password has this hash.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  func isValid(_ password: WipedBytes) throws(PasswordHashError) -> Bool {
    let key = try cost.derive(from: password, salt: salt + saltSeparator, count: 32)
    do {
      return constantTimeEquals(try AES256CTR.encrypt(signerKey, key: key), hash)
    } catch {
      throw PasswordHashError(.libraryFailure, "OpenSSL cannot compute Firebase's scrypt.")
    }
  }
}
