/// An error with a stable, machine-readable name and a sentence for a person.
///
/// Every library of this package throws its own error type. All of them conform to this protocol, so that a server
/// or a command can render each of them without knowing its library.
public protocol CodedError: Error, Sendable {
  /// The stable name of the error, in `snake_case`. New names may be added.
  var codeName: String { get }
  /// A sentence that says what happened and what to do. It never contains a secret.
  var reason: String { get }
}
