public import DoorwardCiphers

extension AES256GCMKey {
  /// Makes a key from 32 bytes, with the algorithm that the program has looked up.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_length`.
  public init(_ key: [UInt8], context: OpenSSLContext) throws(OpenSSLError) {
    try self.init(key, cipher: context.aes256GCM)
  }
}
