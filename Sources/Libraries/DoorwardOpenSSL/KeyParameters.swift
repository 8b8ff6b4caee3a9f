internal import CDoorwardOpenSSL
internal import DoorwardCiphers

/// The numbers of a key in the form that OpenSSL imports (EVP_PKEY_fromdata).
struct KeyParameters: ~Copyable {
  private let builder: OpaquePointer
  // The builder keeps pointers to these values until it is used, so they must live as long as the builder.
  private var numbers: [OpaquePointer] = []
  private var copies: [UnsafeMutableRawBufferPointer] = []

  init() throws(OpenSSLError) {
    guard let builder = OSSL_PARAM_BLD_new() else { throw .last("reading a key") }
    self.builder = builder
  }

  deinit {
    OSSL_PARAM_BLD_free(builder)
    for number in numbers { BN_clear_free(number) }
    for copy in copies { copy.deallocate() }
  }

  mutating func add(_ name: String, text: String) throws(OpenSSLError) {
    guard OSSL_PARAM_BLD_push_utf8_string(builder, keep(name), keep(text), text.utf8.count) == 1 else {
      throw .last("reading a key")
    }
  }

  mutating func add(_ name: String, bytes: [UInt8]) throws(OpenSSLError) {
    guard OSSL_PARAM_BLD_push_octet_string(builder, keep(name), keep(bytes), bytes.count) == 1 else {
      throw .last("reading a key")
    }
  }

  /// Adds a number in big-endian order.
  mutating func add(_ name: String, number bytes: [UInt8]) throws(OpenSSLError) {
    try add(name, bytes, as: BN_new())
  }

  /// Adds a secret number. OpenSSL wipes its memory and uses constant-time arithmetic.
  mutating func add(_ name: String, secretNumber bytes: [UInt8]) throws(OpenSSLError) {
    let number = BN_secure_new()
    if let number { BN_set_flags(number, BN_FLG_CONSTTIME) }
    try add(name, bytes, as: number)
  }

  private mutating func add(
    _ name: String, _ bytes: [UInt8], as number: OpaquePointer?
  ) throws(OpenSSLError) {
    guard let number else { throw .last("reading a key") }
    numbers.append(number)
    guard BN_bin2bn(bytes, Int32(clamping: bytes.count), number) != nil,
      OSSL_PARAM_BLD_push_BN(builder, keep(name), number) == 1
    else { throw .last("reading a key") }
  }

  private mutating func keep(_ bytes: [UInt8]) -> UnsafeRawPointer? {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    copies.append(copy)
    return UnsafeRawPointer(copy.baseAddress)
  }

  private mutating func keep(_ text: String) -> UnsafePointer<CChar>? {
    keep(Array(text.utf8) + [0])?.assumingMemoryBound(to: CChar.self)
  }

  /// Makes a key that the caller owns. If `secret` is false, it is a public key.
  consuming func makeKey(_ algorithm: String, secret: Bool = true) throws(OpenSSLError) -> OpaquePointer {
    guard let parameters = OSSL_PARAM_BLD_to_param(builder) else { throw .last("reading a key") }
    defer { OSSL_PARAM_free(parameters) }
    guard let maker = EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else { throw .last("reading a key") }
    defer { EVP_PKEY_CTX_free(maker) }
    var key: OpaquePointer?
    let selection = Int32(secret ? doorward_EVP_PKEY_KEYPAIR : doorward_EVP_PKEY_PUBLIC_KEY)
    guard EVP_PKEY_fromdata_init(maker) == 1, EVP_PKEY_fromdata(maker, &key, selection, parameters) == 1,
      let key
    else { throw .last("reading a key", code: .invalidKey) }
    return key
  }
}
