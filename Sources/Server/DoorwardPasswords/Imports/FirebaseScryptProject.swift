import Encodings

/// The password hash parameters of a Firebase project, as the Firebase console shows them. All users of the project share
/// them, and the signer key is a secret. Each imported hash has them, so that it can be verified alone.
package struct FirebaseScryptProject: Sendable, CustomStringConvertible, CustomReflectable {
  let cost: ScryptCost
  let saltSeparator: [UInt8]
  let signerKey: [UInt8]

  /// Reads the parameters.
  ///
  /// - Parameters:
  ///   - signerKey: `base64_signer_key`.
  ///   - saltSeparator: `base64_salt_separator`.
  ///   - rounds: `rounds`, usually 8.
  ///   - memoryCost: `mem_cost`, usually 14.
  /// - Throws: ``PasswordHashError`` `malformed_hash`.
  package init(
    signerKey: String, saltSeparator: String, rounds: Int, memoryCost: Int
  ) throws(PasswordHashError) {
    guard let key = HashText.anyBase64(signerKey), let separator = HashText.anyBase64(saltSeparator),
      let cost = ScryptCost(logarithm: memoryCost, blockSize: rounds, parallelism: 1)
    else { throw Self.malformed }
    try self.init(cost: cost, saltSeparator: separator, signerKey: key)
  }

  /// Reads the parameters of a hash of Supabase: `v=1,n=14,r=8,p=1,ss=<salt separator>,sk=<signer key>`.
  init(_ named: [String: String]) throws(PasswordHashError) {
    guard Set(named.keys) == ["v", "n", "r", "p", "ss", "sk"], named["v"] == "1",
      let logarithm = named["n"].flatMap(PHCText.number), let rounds = named["r"].flatMap(PHCText.number),
      let parallelism = named["p"].flatMap(PHCText.number),
      let cost = ScryptCost(logarithm: logarithm, blockSize: rounds, parallelism: parallelism),
      let separator = named["ss"].flatMap({ HashText.base64($0) }),
      let key = named["sk"].flatMap({ HashText.base64($0) })
    else { throw Self.malformed }
    try self.init(cost: cost, saltSeparator: separator, signerKey: key)
  }

  private init(cost: ScryptCost, saltSeparator: [UInt8], signerKey: [UInt8]) throws(PasswordHashError) {
    guard (32...128).contains(signerKey.count), saltSeparator.count <= 64 else { throw Self.malformed }
    (self.cost, self.saltSeparator, self.signerKey) = (cost, saltSeparator, signerKey)
  }

  /// The text of the parameters in a hash of Supabase.
  var parameters: String {
    "v=1,n=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
      + ",ss=\(Base64.encode(saltSeparator)),sk=\(Base64.encode(signerKey))"
  }

  private static var malformed: PasswordHashError { .malformed("Firebase scrypt") }

  /// Hides the signer key.
  package var description: String { "FirebaseScryptProject" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
