/// An error with a stable, machine-readable name and a sentence for a person.
///
/// Every library of this package throws its own error type; what they share is this face, so that a
/// server or a command line can render any of them without knowing which library spoke.
public protocol CodedError: Error, Sendable {
  /// The stable name of what went wrong, in `snake_case`. The set is open: expect new ones.
  var codeName: String { get }
  /// A sentence a person can act on. Never holds a secret.
  var reason: String { get }
}
