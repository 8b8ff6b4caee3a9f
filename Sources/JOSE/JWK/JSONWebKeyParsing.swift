public import Encodings

extension JSONWebKey {
  /// Reads a key from a JSON object. Members it does not know, certificates included, are ignored.
  ///
  /// - Throws: ``JOSEError`` `malformed_key`, `unsupported_key`, `key_too_small`, `key_too_large`.
  public init(_ object: JSONObject) throws(JOSEError) {
    let reader = JSONWebKeyReader(JSONObjectReader(object))
    let type = try reader.text("kty")
    switch type {
    case "EC": material = try reader.p256()
    case "OKP": material = try reader.ed25519()
    case "RSA": material = try reader.rsa()
    case "oct": material = .symmetric(try reader.bytes("k", 1...8192))
    default: throw JOSEError(code: .unsupportedKey, reason: "keys of this kty are not supported")
    }
    keyID = try reader.optionalText("kid")
    use = try reader.optionalText("use")
    operations = try reader.operations()
    algorithm = try reader.optionalText("alg")
  }

  /// Reads a key from a JSON text.
  ///
  /// - Throws: ``JOSEError`` `malformed_key`, `unsupported_key`, `key_too_small`, `key_too_large`.
  public init(parsing bytes: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes, limits: JSONLimits(maxBytes: 65_536))
    } catch {
      throw JOSEError(code: .malformedKey, reason: "the key is not acceptable JSON: \(error.reason)")
    }
    guard case .object(let object) = value else {
      throw JOSEError(code: .malformedKey, reason: "a key is an object, not \(value.kindName)")
    }
    try self.init(object)
  }
}

/// Reads the members of a key by the rules of RFC 7518 §6.
private struct JSONWebKeyReader {
  let members: JSONObjectReader

  init(_ members: JSONObjectReader) { self.members = members }

  func p256() throws(JOSEError) -> JSONWebKey.Material {
    guard try text("crv") == "P-256" else {
      throw JOSEError(code: .unsupportedKey, reason: "EC keys on other curves than P-256 are not supported")
    }
    // RFC 7518 §6.2.1.2: the full size of a coordinate, leading zeros included.
    return .p256(
      x: try bytes("x", 32...32), y: try bytes("y", 32...32), d: try optionalBytes("d", 32...32))
  }

  func ed25519() throws(JOSEError) -> JSONWebKey.Material {
    guard try text("crv") == "Ed25519" else {
      throw JOSEError(
        code: .unsupportedKey, reason: "OKP keys on other curves than Ed25519 are not supported")
    }
    return .ed25519(x: try bytes("x", 32...32), d: try optionalBytes("d", 32...32))
  }

  func rsa() throws(JOSEError) -> JSONWebKey.Material {
    let n = try number("n")
    let e = try number("e")
    let bits = n.count * 8 - n[0].leadingZeroBitCount
    guard bits >= 2048 else {
      throw JOSEError(code: .keyTooSmall, reason: "an RSA key has at least 2048 bits, this one \(bits)")
    }
    guard bits <= 8192, e.count <= 8 else {
      throw JOSEError(
        code: .keyTooLarge, reason: "an RSA key has at most 8192 bits, its public exponent at most 64")
    }
    guard n[n.count - 1] & 1 == 1, e[e.count - 1] & 1 == 1, e.count > 1 || e[0] >= 3 else {
      throw JOSEError(
        code: .malformedKey, reason: "an RSA modulus is odd, and its public exponent odd and at least 3")
    }
    guard members.has("d") else { return .rsa(n: n, e: e, secret: nil) }
    guard !members.has("oth") else {
      throw JOSEError(code: .unsupportedKey, reason: "RSA keys of more than two primes are not supported")
    }
    // RFC 7518 §6.3.2: the factors may be left out; a key without them verifies and does not sign.
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
    // Four characters stand for three bytes; look at the length before decoding.
    guard written.utf8.count <= length.upperBound * 2 else { throw wrongLength(name) }
    let bytes: [UInt8]
    do { bytes = try Base64URL.decode(written) } catch {
      throw JOSEError(code: .malformedKey, reason: "\(name) is not base64url: \(error.reason)")
    }
    guard length.contains(bytes.count) else { throw wrongLength(name) }
    return bytes
  }

  /// A Base64urlUInt: at least one byte, and no zero in front (RFC 7518 §2).
  private func number(_ name: String) throws(JOSEError) -> [UInt8] {
    let bytes = try bytes(name, 1...2048)
    guard bytes[0] != 0 else {
      throw JOSEError(code: .malformedKey, reason: "\(name) is zero, or written with a zero byte in front")
    }
    return bytes
  }

  private func wrongLength(_ name: String) -> JOSEError {
    JOSEError(code: .malformedKey, reason: "\(name) has a length that keys of this kind do not have")
  }

  private func malformed(_ error: JSONError) -> JOSEError {
    JOSEError(code: .malformedKey, reason: error.reason)
  }
}
