internal import DoorwardCiphers

/// The numbers of an RSA public key, checked against the limits of this module.
///
/// The limits prevent an attack: verification time grows with the square of the modulus and with the size of the
/// exponent. Without limits, each token of a hostile key set could cost seconds of work.
struct RSAPublicNumbers {
  let modulus: [UInt8]
  let exponent: [UInt8]

  init(modulus: [UInt8], exponent: [UInt8]) throws(OpenSSLError) {
    let n = modulus.drop { $0 == 0 }
    let e = exponent.drop { $0 == 0 }
    let bits = n.count * 8 - (n.first?.leadingZeroBitCount ?? 0)
    guard bits >= 2048 else {
      throw OpenSSLError(code: .keyTooSmall, reason: "an RSA key has at least 2048 bits, this one \(bits)")
    }
    guard bits <= 8192 else {
      throw OpenSSLError(code: .keyTooLarge, reason: "an RSA key has at most 8192 bits, this one \(bits)")
    }
    guard e.count <= 8 else {
      throw OpenSSLError(code: .keyTooLarge, reason: "an RSA public exponent has at most 64 bits")
    }
    let value = e.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard value >= 3, value & 1 == 1, let lowest = n.last, lowest & 1 == 1 else {
      throw OpenSSLError(
        code: .invalidKey, reason: "an RSA modulus is odd, and its public exponent odd and at least 3")
    }
    self.modulus = Array(n)
    self.exponent = Array(e)
  }
}
