import DoorwardSessions

/// The mistakes found while one configuration is read.
///
/// Reading goes on after a mistake, so that the operator sees all of them at once.
final class ConfigurationMistakes {
  private var errors: [ConfigurationError] = []

  func add(_ error: ConfigurationError) { errors.append(error) }

  /// Ends the reading if a mistake was found.
  ///
  /// - Throws: the first mistake, which carries the others.
  func check() throws(ConfigurationError) {
    guard var first = errors.first else { return }
    first.others = Array(errors.dropFirst())
    throw first
  }
}
