internal import CDoorwardOpenSSL
public import DoorwardCiphers

extension RSAPrivateKey.Numbers {
  /// The length of a new key's modulus.
  private static let bits: Int32 = 3072

  /// Makes the numbers of a new key with two primes and the public exponent 65537. This takes from a tenth of a
  /// second to several seconds.
  ///
  /// - Returns: the public and the private numbers.
  /// - Throws: ``OpenSSLError`` `library_failure`.
  public static func generate() throws(OpenSSLError) -> RSAPrivateKey.Numbers {
    guard let generator = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
      throw .last("making an RSA key")
    }
    defer { EVP_PKEY_CTX_free(generator) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(generator) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(generator, bits) == 1,
      EVP_PKEY_generate(generator, &made) == 1, let made
    else { throw .last("making an RSA key") }
    defer { EVP_PKEY_free(made) }
    guard let n = number(of: made, OSSL_PKEY_PARAM_RSA_N), let e = number(of: made, OSSL_PKEY_PARAM_RSA_E),
      let d = number(of: made, OSSL_PKEY_PARAM_RSA_D),
      let p = number(of: made, Factors.Parameter.p), let q = number(of: made, Factors.Parameter.q),
      let dp = number(of: made, Factors.Parameter.dp), let dq = number(of: made, Factors.Parameter.dq),
      let qi = number(of: made, Factors.Parameter.qi)
    else { throw .last("reading an RSA key") }
    return RSAPrivateKey.Numbers(
      modulus: n, exponent: e, privateExponent: d, factors: Factors(p: p, q: q, dp: dp, dq: dq, qi: qi))
  }

  private static func number(of key: OpaquePointer, _ name: String) -> [UInt8]? {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
    defer { BN_clear_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
    return BN_bn2bin(number, &bytes) == Int32(bytes.count) ? bytes : nil
  }
}
