import DoorwardSodium
import DoorwardUnicode

/// A password as a user entered it, of bounded length. The memory is overwritten after use.
///
/// Making the value costs a copy of the text. Its preparation for hashing costs more, and is part of the work in a
/// ``PasswordHashPool``.
struct EnteredPassword: Sendable, CustomStringConvertible, CustomReflectable {
  /// The longest text in bytes. It is above the maximum length of ``PasswordRules``, and bounds the work of a hostile
  /// request.
  static let maximumBytes = 4096

  /// The UTF-8 bytes as entered. Other systems hashed these.
  let typed: WipedBytes

  /// Reads a password as entered.
  ///
  /// - Throws: ``PasswordRefusal`` `password_too_short` if the text is empty, or `password_too_long` if it has more than
  ///   ``maximumBytes``. The answer is the same for every user.
  init(_ text: String) throws(PasswordRefusal) {
    guard !text.isEmpty else { throw PasswordRefusal(.tooShort, "The password is empty.") }
    guard text.utf8.count <= Self.maximumBytes else {
      throw PasswordRefusal(.tooLong, "The password is too long.")
    }
    typed = WipedBytes(text.utf8)
  }

  /// The text in the form of PRECIS OpaqueString (RFC 8265 §4.2), so that each keyboard enters the same password.
  ///
  /// - Throws: `PRECISError` if OpaqueString does not allow the text.
  func enforced() throws(PRECISError) -> String {
    try PRECISProfile.opaqueString.enforce(typed.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
  }

  /// The UTF-8 bytes of the enforced text.
  ///
  /// A text that OpaqueString refuses is not changed. ``PasswordRules`` accepts no such password, but a user of another
  /// system may have one.
  func prepared() -> WipedBytes { (try? enforced()).map { WipedBytes($0.utf8) } ?? typed }

  /// Hides the password.
  var description: String { "EnteredPassword" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
