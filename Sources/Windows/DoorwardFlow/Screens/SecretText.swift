/// A password or a code. Descriptions and dumps do not show it.
package struct SecretText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

extension SecretText: CustomStringConvertible, CustomReflectable {
  package var description: String { "SecretText" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
