import DoorwardOpenSSL
import DoorwardSodium
import Encodings

/// A scrypt hash in one of these formats:
///
/// - `$scrypt$ln=16,r=8,p=1$salt$hash`: PHC string format; `ln` is the logarithm of the cost
/// - `scrypt$16384$salt$8$5$hash`: Django; the salt is text
/// - `scrypt:32768:8:1$salt$hash`: Werkzeug; the salt is text and the hash hexadecimal
struct ScryptHash: Sendable {
  private let parameters: ScryptCost
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// - Throws: ``PasswordHashError``.
  init(_ text: String) throws(PasswordHashError) {
    let parsed = text.hasPrefix("$") ? Self.phc(text) : Self.django(text) ?? Self.werkzeug(text)
    guard let parsed, parsed.salt.count <= 128, (16...64).contains(parsed.hash.count) else {
      throw .malformed("scrypt")
    }
    self = parsed
  }

  init(_ parameters: ScryptCost, salt: [UInt8], hash: [UInt8]) {
    (self.parameters, self.salt, self.hash) = (parameters, salt, hash)
  }

  var cost: HashCost { parameters.cost }

  /// The hash in the PHC string format.
  var text: String {
    "$scrypt$ln=\(parameters.logarithm),r=\(parameters.blockSize),p=\(parameters.parallelism)"
      + "$\(HashText.unpaddedBase64(salt))$\(HashText.unpaddedBase64(hash))"
  }

  /// Whether a password has this hash.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  func isValid(_ password: WipedBytes) throws(PasswordHashError) -> Bool {
    constantTimeEquals(try parameters.derive(from: password, salt: salt, count: hash.count), hash)
  }

  private static func phc(_ text: String) -> ScryptHash? {
    guard let phc = PHCText(text), phc.version == nil, let named = phc.namedParameters,
      Set(named.keys) == ["ln", "r", "p"], let logarithm = named["ln"].flatMap(PHCText.number),
      let blockSize = named["r"].flatMap(PHCText.number),
      let parallelism = named["p"].flatMap(PHCText.number),
      let parameters = ScryptCost(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism),
      let salt = HashText.base64(phc.salt), let hash = HashText.base64(phc.hash)
    else { return nil }
    return ScryptHash(parameters, salt: salt, hash: hash)
  }

  private static func django(_ text: String) -> ScryptHash? {
    let segments = text.split(separator: "$", omittingEmptySubsequences: false)
    guard segments.count == 6, segments[0] == "scrypt",
      let parameters = ScryptCost(segments[1], blockSize: segments[3], parallelism: segments[4]),
      let hash = HashText.base64(segments[5])
    else { return nil }
    return ScryptHash(parameters, salt: Array(segments[2].utf8), hash: hash)
  }

  private static func werkzeug(_ text: String) -> ScryptHash? {
    let segments = text.split(separator: "$", omittingEmptySubsequences: false)
    guard segments.count == 3, let hash = HashText.hexadecimal(segments[2]) else { return nil }
    let method = segments[0].split(separator: ":", omittingEmptySubsequences: false)
    guard method.count == 4, method[0] == "scrypt",
      let parameters = ScryptCost(method[1], blockSize: method[2], parallelism: method[3])
    else { return nil }
    return ScryptHash(parameters, salt: Array(segments[1].utf8), hash: hash)
  }
}
