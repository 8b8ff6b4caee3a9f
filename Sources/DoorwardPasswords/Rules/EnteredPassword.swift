package import DoorwardSodium
import DoorwardUnicode

/// A password as a user entered it, and prepared for hashing. The memory of both is overwritten after use.
package struct EnteredPassword: Sendable, CustomStringConvertible, CustomReflectable {
  /// The longest text in bytes. It is above the maximum length of ``PasswordRules``, and bounds the work of a hostile
  /// request.
  package static let maximumBytes = 4096

  /// The UTF-8 bytes as entered. Other systems hashed these.
  package let typed: WipedBytes
  /// The UTF-8 bytes of the text in the form of PRECIS OpaqueString (RFC 8265 §4.2), so that each keyboard enters the
  /// same password.
  ///
  /// A text that OpaqueString refuses stays as typed. ``PasswordRules`` accepts no such password, but a user of another
  /// system may have one.
  package let prepared: WipedBytes

  /// Reads a password that is compared with a hash. A new password also goes through ``PasswordRules``.
  ///
  /// - Returns: nil if the text is empty or longer than ``maximumBytes``. No user has such a password.
  package init?(_ text: String) {
    guard (1...Self.maximumBytes).contains(text.utf8.count) else { return nil }
    typed = WipedBytes(text.utf8)
    prepared = (try? PRECISProfile.opaqueString.enforce(text)).map { WipedBytes($0.utf8) } ?? typed
  }

  init(typed: String, prepared: String) {
    self.typed = WipedBytes(typed.utf8)
    self.prepared = WipedBytes(prepared.utf8)
  }

  /// Hides the password.
  package var description: String { "EnteredPassword" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
