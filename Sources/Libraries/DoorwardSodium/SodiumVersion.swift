internal import CDoorwardSodium

/// The version of libsodium in use.
public enum SodiumVersion {
  /// The version string of the library.
  public static var current: String { String(cString: sodium_version_string()) }
}
