public import Encodings

extension JSONWebKey {
  /// Parses a key from a JSON object. Unknown members, including certificates, are ignored.
  ///
  /// - Throws: ``JOSEError``: `malformed_key`, `unsupported_key`, `key_too_small`, `key_too_large`.
  public init(_ object: JSONObject) throws(JOSEError) {
    let reader = JSONWebKeyReader(JSONObjectReader(object))
    let type = try reader.text("kty")
    switch type {
    case "EC": material = try reader.curve()
    case "OKP": material = try reader.ed25519()
    case "RSA": material = try reader.rsa()
    case "oct": material = .symmetric(try reader.bytes("k", 1...8192))
    default: throw JOSEError(code: .unsupportedKey, reason: "keys with this kty are not supported")
    }
    keyID = try reader.optionalText("kid")
    use = try reader.optionalText("use")
    operations = try reader.operations()
    algorithm = try reader.optionalText("alg")
  }

  /// Parses a key from JSON text.
  ///
  /// - Throws: ``JOSEError``: `malformed_key`, `unsupported_key`, `key_too_small`, `key_too_large`.
  public init(parsing bytes: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes, limits: JSONLimits(maxBytes: 65_536))
    } catch {
      throw JOSEError(code: .malformedKey, reason: "the key is not valid JSON: \(error.reason)")
    }
    guard case .object(let object) = value else {
      throw JOSEError(code: .malformedKey, reason: "the key must be an object, not \(value.kindName)")
    }
    try self.init(object)
  }
}

/// Parses the members of a key (RFC 7518 §6).
private struct JSONWebKeyReader {
  let members: JSONObjectReader

  init(_ members: JSONObjectReader) { self.members = members }

  func curve() throws(JOSEError) -> JSONWebKey.Material {
    // RFC 7518 §6.2.1.2: a coordinate has its full size, including leading zeros.
    switch try text("crv") {
    case "P-256":
      return .p256(
        x: try bytes("x", 32...32), y: try bytes("y", 32...32), d: try optionalBytes("d", 32...32))
    case "P-384":
      _ = try optionalBytes("d", 48...48)
      return .p384(x: try bytes("x", 48...48), y: try bytes("y", 48...48))
    default:
      throw JOSEError(code: .unsupportedKey, reason: "EC keys are only supported on P-256 and P-384")
    }
  }

  func ed25519() throws(JOSEError) -> JSONWebKey.Material {
    guard try text("crv") == "Ed25519" else {
      throw JOSEError(
        code: .unsupportedKey, reason: "OKP keys are only supported on Ed25519")
    }
    return .ed25519(x: try bytes("x", 32...32), d: try optionalBytes("d", 32...32))
  }

  func rsa() throws(JOSEError) -> JSONWebKey.Material {
    let n = try number("n")
    let e = try number("e")
    let bits = n.count * 8 - n[0].leadingZeroBitCount
    guard bits >= 2048 else {
      throw JOSEError(
        code: .keyTooSmall, reason: "an RSA key must have at least 2048 bits; this key has \(bits)")
    }
    guard bits <= 8192, e.count <= 8 else {
      throw JOSEError(
        code: .keyTooLarge,
        reason: "an RSA key must have at most 8192 bits, and its public exponent at most 64")
    }
    guard n[n.count - 1] & 1 == 1, e[e.count - 1] & 1 == 1, e.count > 1 || e[0] >= 3 else {
      throw JOSEError(
        code: .malformedKey,
        reason: "an RSA modulus must be odd, and its public exponent must be odd and at least 3")
    }
    guard members.has("d") else { return .rsa(n: n, e: e, secret: nil) }
    guard !members.has("oth") else {
      throw JOSEError(code: .unsupportedKey, reason: "RSA keys with more than two primes are not supported")
    }
    // RFC 7518 §6.3.2: the factors are optional. A key without them can verify but not sign.
    guard members.has("p") else { return .rsa(n: n, e: e, secret: nil) }
    let secret = JSONWebKey.RSASecret(
      d: try number("d"), p: try number("p"), q: try number("q"), dp: try number("dp"),
      dq: try number("dq"), qi: try number("qi"))
    return .rsa(n: n, e: e, secret: secret)
  }

  func operations() throws(JOSEError) -> [String]? {
    let operations: [String]?
    do { operations = try members.optionalStrings("key_ops") } catch { throw malformed(error) }
    if let operations, Set(operations).count != operations.count {
      throw JOSEError(code: .malformedKey, reason: "key_ops lists an operation twice (RFC 7517 §4.3)")
    }
    return operations
  }

  func text(_ name: String) throws(JOSEError) -> String {
    do { return try members.requiredString(name) } catch { throw malformed(error) }
  }

  func optionalText(_ name: String) throws(JOSEError) -> String? {
    do { return try members.optionalString(name) } catch { throw malformed(error) }
  }

  func optionalBytes(_ name: String, _ length: ClosedRange<Int>) throws(JOSEError) -> [UInt8]? {
    members.has(name) ? try bytes(name, length) : nil
  }

  func bytes(_ name: String, _ length: ClosedRange<Int>) throws(JOSEError) -> [UInt8] {
    let written = try text(name)
    // Four characters encode three bytes. The length is checked before decoding.
    guard written.utf8.count <= length.upperBound * 2 else { throw wrongLength(name) }
    let bytes: [UInt8]
    do { bytes = try Base64URL.decode(written) } catch {
      throw JOSEError(code: .malformedKey, reason: "\(name) is not base64url: \(error.reason)")
    }
    guard length.contains(bytes.count) else { throw wrongLength(name) }
    return bytes
  }

  /// Parses a Base64urlUInt: at least one byte, without a leading zero byte (RFC 7518 §2).
  private func number(_ name: String) throws(JOSEError) -> [UInt8] {
    let bytes = try bytes(name, 1...2048)
    guard bytes[0] != 0 else {
      throw JOSEError(code: .malformedKey, reason: "\(name) is zero or begins with a zero byte")
    }
    return bytes
  }

  private func wrongLength(_ name: String) -> JOSEError {
    JOSEError(code: .malformedKey, reason: "\(name) has the wrong length for this kind of key")
  }

  private func malformed(_ error: JSONError) -> JOSEError {
    JOSEError(code: .malformedKey, reason: error.reason)
  }
}
