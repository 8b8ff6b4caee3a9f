import DoorwardServerRules

extension PasswordStrength {
  /// Estimates the strength of a password. The call takes milliseconds; see ``PasswordHashPool``.
  ///
  /// - Parameters:
  ///   - password: the password as entered. Only the first 256 code points count.
  ///   - context: the user's identifiers and names, which an attacker may know.
  init(of password: EnteredPassword, context: PasswordContext = PasswordContext()) {
    let prepared = password.prepared()
    // Spaces do not make a well-known phrase harder to guess.
    guard !CommonPasswords.contains(prepared) else {
      self.init(score: 0, weaknesses: [.commonWord])
      return
    }
    let estimate = ZxcvbnLibrary.estimate(prepared, words: StrengthWords.words(about: context))
    self.init(score: Self.score(bits: estimate.bits), weaknesses: estimate.weaknesses)
  }

  private static func score(bits: Double) -> Int {
    // The binary logarithms of 10³, 10⁶, 10⁸ and 10¹⁰.
    [9.97, 19.93, 26.58, 33.22].count { bits >= $0 }
  }
}
