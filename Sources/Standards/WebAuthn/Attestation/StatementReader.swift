internal import BinaryEncodings
internal import Encodings

/// Reads the members of an attestation statement, and refuses members that its format does not have.
struct StatementReader {
  private let map: CBORMap
  private let format: AttestationFormat

  init(
    _ value: CBORValue, _ format: AttestationFormat, required: Set<String>, optional: Set<String> = []
  ) throws(WebAuthnError) {
    guard case .map(let map) = value else { throw Self.malformed(format, "it must be a map") }
    for entry in map.entries {
      guard let name = entry.key.text, required.contains(name) || optional.contains(name) else {
        throw Self.malformed(format, "it has a member that the format does not have")
      }
    }
    for name in required where map[name] == nil {
      throw Self.malformed(format, "\(name) is missing")
    }
    self.map = map
    self.format = format
  }

  func has(_ name: String) -> Bool { map[name] != nil }

  func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] {
    guard let value = map[name]?.bytes else {
      throw Self.malformed(format, "\(name) must be a byte string")
    }
    return value
  }

  func text(_ name: String) throws(WebAuthnError) -> String {
    guard let value = map[name]?.text else { throw Self.malformed(format, "\(name) must be text") }
    return value
  }

  func algorithm() throws(WebAuthnError) -> COSEAlgorithm {
    guard let value = map["alg"]?.int64 else { throw Self.malformed(format, "alg must be a number") }
    return COSEAlgorithm(rawValue: value)
  }

  /// `x5c`: the certificate of the signer first, then its issuers.
  func certificates() throws(WebAuthnError) -> [Certificate] {
    guard let elements = map["x5c"]?.array, (1...8).contains(elements.count) else {
      throw Self.malformed(format, "x5c must be an array of one to eight certificates")
    }
    var certificates: [Certificate] = []
    for element in elements {
      guard let der = element.bytes else { throw Self.malformed(format, "x5c must contain byte strings") }
      certificates.append(try Certificate(der: der))
    }
    return certificates
  }

  static func malformed(_ format: AttestationFormat, _ problem: String) -> WebAuthnError {
    WebAuthnError(
      code: .malformedStatement, reason: "the \(format) attestation statement is malformed: \(problem)")
  }
}
