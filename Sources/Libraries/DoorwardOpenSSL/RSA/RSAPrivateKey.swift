internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// An RSA private key of 2048 to 8192 bits, ready to make PKCS #1 v1.5 signatures over SHA-256.
public final class RSAPrivateKey: Sendable {
  /// The numbers of a private key in big-endian order (RFC 8017 §3.2).
  public struct Numbers: Sendable {
    /// The two primes and the numbers derived from them. They make signing four times faster.
    public struct Factors: Sendable {
      /// The first prime.
      public var p: [UInt8]
      /// The second prime.
      public var q: [UInt8]
      /// The private exponent modulo p − 1.
      public var dp: [UInt8]
      /// The private exponent modulo q − 1.
      public var dq: [UInt8]
      /// The inverse of q modulo p.
      public var qi: [UInt8]

      /// Makes factors.
      public init(p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]) {
        self.p = p
        self.q = q
        self.dp = dp
        self.dq = dq
        self.qi = qi
      }
    }

    /// The modulus.
    public var modulus: [UInt8]
    /// The public exponent.
    public var exponent: [UInt8]
    /// The private exponent.
    public var privateExponent: [UInt8]
    /// The factors.
    public var factors: Factors

    /// Makes the numbers of a key.
    public init(modulus: [UInt8], exponent: [UInt8], privateExponent: [UInt8], factors: Factors) {
      self.modulus = modulus
      self.exponent = exponent
      self.privateExponent = privateExponent
      self.factors = factors
    }
  }

  private let prepared: PreparedKey
  private let context: OpenSSLContext
  private let length: Int

  /// Makes a key from its numbers, which must belong together.
  ///
  /// - Throws: ``OpenSSLError`` `key_too_small`, `key_too_large` or `invalid_key`.
  public init(_ numbers: Numbers, context: OpenSSLContext) throws(OpenSSLError) {
    let open = try RSAPublicNumbers(modulus: numbers.modulus, exponent: numbers.exponent)
    let factors = numbers.factors
    for part in [numbers.privateExponent, factors.p, factors.q, factors.dp, factors.dq, factors.qi] {
      guard !part.isEmpty, part.count <= open.modulus.count else {
        throw OpenSSLError(
          code: .invalidKey, reason: "a part of the RSA key is empty or longer than its modulus")
      }
    }
    var parameters = try KeyParameters()
    try parameters.add(OSSL_PKEY_PARAM_RSA_N, number: open.modulus)
    try parameters.add(OSSL_PKEY_PARAM_RSA_E, number: open.exponent)
    try parameters.add(OSSL_PKEY_PARAM_RSA_D, secretNumber: numbers.privateExponent)
    typealias Parameter = Numbers.Factors.Parameter
    try parameters.add(Parameter.p, secretNumber: factors.p)
    try parameters.add(Parameter.q, secretNumber: factors.q)
    try parameters.add(Parameter.dp, secretNumber: factors.dp)
    try parameters.add(Parameter.dq, secretNumber: factors.dq)
    try parameters.add(Parameter.qi, secretNumber: factors.qi)
    prepared = try PreparedKey(owning: parameters.makeKey("RSA")) { operation throws(OpenSSLError) in
      // If the factors do not fit the modulus, the first signature would reveal them.
      guard EVP_PKEY_check(operation) == 1 else { throw .last("checking an RSA key", code: .invalidKey) }
      guard EVP_PKEY_sign_init(operation) == 1,
        EVP_PKEY_CTX_set_rsa_padding(operation, RSA_PKCS1_PADDING) == 1,
        EVP_PKEY_CTX_set_signature_md(operation, context.sha256) == 1
      else { throw .last("preparing an RSA key") }
    }
    self.context = context
    length = open.modulus.count
  }

  /// The signature over a message (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017 §8.2.1).
  ///
  /// - Throws: ``OpenSSLError`` `library_failure`.
  public func sign(_ message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let digest = try context.sha256(message)
    guard let signing = prepared.duplicate() else { throw .last("signing") }
    defer { EVP_PKEY_CTX_free(signing) }
    var signature = [UInt8](repeating: 0, count: length)
    var written = signature.count
    guard EVP_PKEY_sign(signing, &signature, &written, digest, digest.count) == 1, written == length else {
      throw .last("signing")
    }
    return signature
  }
}

extension RSAPrivateKey.Numbers: CustomStringConvertible, CustomReflectable {
  /// Hides the numbers.
  public var description: String { "numbers of an RSA key" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RSAPrivateKey.Numbers.Factors {
  /// The parameter names of EVP_PKEY-RSA(7). Swift cannot import the macros of these five.
  enum Parameter {
    static let p = "rsa-factor1"
    static let q = "rsa-factor2"
    static let dp = "rsa-exponent1"
    static let dq = "rsa-exponent2"
    static let qi = "rsa-coefficient1"
  }
}

extension RSAPrivateKey.Numbers.Factors: CustomStringConvertible, CustomReflectable {
  /// Hides the factors.
  public var description: String { "factors of an RSA key" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
