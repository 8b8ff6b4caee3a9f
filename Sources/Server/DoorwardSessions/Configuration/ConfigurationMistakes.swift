/// The mistakes of one configuration.
///
/// The reader continues after a mistake, so that the operator sees all mistakes at once.
package final class ConfigurationMistakes {
  private var errors: [ConfigurationError] = []

  package init() {}

  package func add(_ error: ConfigurationError) { errors.append(error) }

  /// Ends the reading if a mistake was found.
  ///
  /// - Throws: the first mistake, which carries the others.
  package func check() throws(ConfigurationError) {
    guard var first = errors.first else { return }
    first.others = Array(errors.dropFirst())
    throw first
  }
}
