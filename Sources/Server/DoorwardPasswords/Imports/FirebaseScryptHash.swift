import DoorwardOpenSSL
import DoorwardSodium
import Encodings

/// A hash of Firebase Authentication: scrypt derives a key, which encrypts the project's signer key
/// (https://github.com/firebase/scrypt). Its text has the format of Supabase, with the parameters of the project:
/// `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`.
struct FirebaseScryptHash: Sendable {
  let project: FirebaseScryptProject
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Reads a hash.
  ///
  /// - Throws: ``PasswordHashError``.
  init(_ text: String) throws(PasswordHashError) {
    guard let phc = PHCText(text), phc.scheme == "fbscrypt", phc.version == nil,
      let named = phc.namedParameters, let salt = HashText.base64(phc.salt),
      let hash = HashText.base64(phc.hash)
    else { throw .malformed("Firebase scrypt") }
    try self.init(FirebaseScryptProject(named), salt: salt, hash: hash)
  }

  /// - Throws: ``PasswordHashError`` `malformed_hash` if a length is wrong.
  init(_ project: FirebaseScryptProject, salt: [UInt8], hash: [UInt8]) throws(PasswordHashError) {
    guard hash.count == project.signerKey.count, (1...64).contains(salt.count) else {
      throw .malformed("Firebase scrypt")
    }
    (self.project, self.salt, self.hash) = (project, salt, hash)
  }

  var cost: HashCost { project.cost.cost }

  /// The hash with the parameters of the project, among them the signer key. The store has it encrypted.
  var text: String {
    "$fbscrypt$\(project.parameters)$\(HashText.unpaddedBase64(salt))$\(HashText.unpaddedBase64(hash))"
  }

  /// Whether a password has this hash.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  func isValid(_ password: WipedBytes) throws(PasswordHashError) -> Bool {
    let key = try project.cost.derive(from: password, salt: salt + project.saltSeparator, count: 32)
    do {
      return constantTimeEquals(try AES256CTR.encrypt(project.signerKey, key: key), hash)
    } catch {
      throw PasswordHashError(.libraryFailure, "OpenSSL cannot compute Firebase's scrypt.")
    }
  }
}
