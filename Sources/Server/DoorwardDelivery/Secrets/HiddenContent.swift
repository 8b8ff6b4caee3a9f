/// A value with a secret. Its descriptions, its mirror and its dump show only the name of the type.
package protocol HiddenContent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension HiddenContent {
  package var description: String { "\(Self.self)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
