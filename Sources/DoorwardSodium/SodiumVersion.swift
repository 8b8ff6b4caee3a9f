internal import CDoorwardSodium

/// Which libsodium is in use.
public enum SodiumVersion {
  /// The version of the library.
  public static var current: String { String(cString: sodium_version_string()) }
}
