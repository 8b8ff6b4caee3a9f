internal import CDoorwardSodium

/// Initializes libsodium.
enum SodiumLibrary {
  /// Selects libsodium's code for this processor, once in a process. The initialization fails only if the
  /// system's random source cannot be opened, and this module does not use it.
  static func prepare() { _ = status }

  private static let status = sodium_init()
}

/// The version of libsodium in use.
public enum SodiumVersion {
  /// The version string of the library.
  public static var current: String { String(cString: sodium_version_string()) }
}
