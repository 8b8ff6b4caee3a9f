/// The password hash of a user, as the store has it. The text is not parsed until it is verified.
package struct StoredHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The text in the store.
  package let text: String

  /// Takes a text from the store.
  package init(_ text: String) { self.text = text }

  /// Hides the hash.
  package var description: String { "StoredHash" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
