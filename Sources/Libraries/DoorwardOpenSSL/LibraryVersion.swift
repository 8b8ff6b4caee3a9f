internal import CDoorwardOpenSSL

extension OpenSSLContext {
  /// The version of the OpenSSL library that the process has loaded.
  public static var libraryVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
