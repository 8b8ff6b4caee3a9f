import DoorwardOpenSSL
import DoorwardSodium
import Encodings

/// A hash of Firebase Authentication: scrypt derives a key, which encrypts the project's signer key
/// (https://github.com/firebase/scrypt). It has one of these formats:
///
/// - `$firebase-scrypt$project=<id>$<salt>$<hash>`: the format of the store
/// - `$fbscrypt$v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>$<salt>$<hash>`: Supabase
struct FirebaseScryptHash: Sendable {
  let project: FirebaseScryptProject
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Reads a hash.
  ///
  /// - Parameters:
  ///   - text: the hash in one of the formats.
  ///   - projects: the projects that the text can name.
  /// - Throws: ``PasswordHashError``.
  init(_ text: String, projects: [FirebaseScryptProject]) throws(PasswordHashError) {
    guard let phc = PHCText(text), phc.version == nil, let named = phc.namedParameters,
      let salt = HashText.base64(phc.salt), let hash = HashText.base64(phc.hash)
    else { throw .malformed("Firebase scrypt") }
    let project: FirebaseScryptProject
    if phc.scheme == "fbscrypt" {
      project = try FirebaseScryptProject(named)
    } else {
      guard phc.scheme == "firebase-scrypt", named.count == 1, let id = named["project"] else {
        throw .malformed("Firebase scrypt")
      }
      project = try Self.project(id, of: projects)
    }
    try self.init(project, salt: salt, hash: hash)
  }

  /// - Throws: ``PasswordHashError`` `malformed_hash` if a length is wrong.
  init(_ project: FirebaseScryptProject, salt: [UInt8], hash: [UInt8]) throws(PasswordHashError) {
    guard hash.count == project.signerKey.count, (1...64).contains(salt.count) else {
      throw .malformed("Firebase scrypt")
    }
    (self.project, self.salt, self.hash) = (project, salt, hash)
  }

  /// The hash for the store, without the parameters of the project.
  var text: String {
    "$firebase-scrypt$project=\(project.id)$\(HashText.unpaddedBase64(salt))$\(HashText.unpaddedBase64(hash))"
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

  private static func project(
    _ id: String, of projects: [FirebaseScryptProject]
  ) throws(PasswordHashError) -> FirebaseScryptProject {
    guard let project = projects.first(where: { $0.id == id }) else {
      throw PasswordHashError(
        .unknownProject, "The password hash belongs to a Firebase project that is not configured: \(id).")
    }
    return project
  }
}
