internal import CDoorwardSodium

/// The library as a whole.
enum SodiumLibrary {
  /// Lets the library choose its code for this processor, once in a process however many threads ask.
  ///
  /// What can fail in it is opening the system's randomness, which nothing here uses.
  static func prepare() { _ = status }

  private static let status = sodium_init()
}
