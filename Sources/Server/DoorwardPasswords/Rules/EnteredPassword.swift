import DoorwardServerRules
import DoorwardSodium
import DoorwardUnicode

/// A password as a user entered it, of bounded length. The memory is overwritten after use.
///
/// Making the value costs a copy of the text. Its preparation for hashing costs more, and is part of the work in a
/// ``PasswordHashPool``.
struct EnteredPassword: Sendable, CustomStringConvertible, CustomReflectable {
  /// The UTF-8 bytes as entered. Other systems hashed these.
  let typed: WipedBytes

  /// Reads a password as entered.
  ///
  /// - Throws: ``PasswordRefusal`` `password_too_short` if the text is empty, or `password_too_long` if it has more than
  ///   ``PasswordRules/maximumBytes``. The answer is the same for every user.
  init(_ text: String) throws(PasswordRefusal) {
    guard !text.isEmpty else { throw PasswordRefusal.empty }
    guard text.utf8.count <= PasswordRules.maximumBytes else { throw PasswordRefusal.overlong }
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

extension PasswordRules {
  /// Takes a new password as entered. It refuses an empty text and one with too many bytes before any other work.
  func enter(_ text: String) throws(PasswordRefusal) -> EnteredPassword {
    do {
      return try EnteredPassword(text)
    } catch {
      throw error.code == .tooLong ? tooLong : tooShort
    }
  }

  /// Checks a new password and prepares it for hashing.
  ///
  /// - Returns: the UTF-8 bytes of the prepared password.
  func prepare(
    _ password: EnteredPassword, context: PasswordContext
  ) throws(PasswordRefusal) -> WipedBytes {
    let prepared = try? password.enforced()
    try check(prepared, context: context) { Normalization.nfc(Array($0.unicodeScalars)) }
    return WipedBytes((prepared ?? "").utf8)
  }
}
