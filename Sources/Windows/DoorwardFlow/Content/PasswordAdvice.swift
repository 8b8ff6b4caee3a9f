internal import Doorward
internal import Foundation

extension ScreenContent {
  /// Advice about a new password while the user types it, as on the hosted page. It is for the user: only the server, which also
  /// has a list of known passwords, refuses a password.
  public struct PasswordAdvice: Hashable, Sendable {
    /// The fewest characters of a password, in Unicode code points.
    private let minimumLength: Int
    /// Texts about the user that an attacker tries first.
    private let identifiers: [String]
    private let texts: ContentTexts

    init(minimumLength: Int, about identifiers: [String], texts: ContentTexts) {
      // No server asks for more.
      self.minimumLength = min(max(0, minimumLength), 256)
      self.identifiers = identifiers
      self.texts = texts
    }

    /// The sentence for a text that is neither empty nor too long.
    ///
    /// `typed` are the identifiers that the user has typed beside it.
    ///
    /// - Returns: The sentence.
    func sentence(for text: String, besides typed: [String]) -> String {
      let missing = missingCharacters(in: text)
      if missing > 0 { return texts("identifier.moreCharacters", count: missing) }
      let password = text.lowercased()
      if password.repeatsItself { return texts("identifier.repeats") }
      let hasIdentifier = (identifiers + typed).contains { password.containsIdentifier($0) }
      return texts(hasIdentifier ? "identifier.hasIdentifier" : "identifier.longEnough")
    }

    private func missingCharacters(in text: String) -> Int {
      max(0, minimumLength - text.precomposedStringWithCanonicalMapping.unicodeScalars.count)
    }

    /// A password whose strength the server estimates.
    struct Question: Hashable {
      let password: SecretText
      /// Texts about the user that an attacker tries first.
      let identifiers: [String]
    }

    /// The question about a text that is neither empty nor too long; nil if the text is too short.
    func question(about text: String, besides typed: [String]) -> Question? {
      missingCharacters(in: text) > 0
        ? nil
        : Question(password: SecretText(text), identifiers: (identifiers + typed).filter { !$0.isEmpty })
    }

    /// The sentence for an estimate of the server. A newer server may have reasons without a sentence.
    func sentence(for strength: PasswordStrength) -> String {
      if strength.score >= PasswordMeter.lowestAccepted { return texts("identifier.hardToGuess") }
      let sentences = ErrorSentences(texts: texts)
      if let refusal = strength.refusal, refusal != .passwordTooGuessable {
        return sentences.sentence(refusal.rawValue, section: "identifier")
      }
      return sentences.ofAdvice(strength.advice.map(\.rawValue)) ?? texts("identifier.easyToGuess")
    }
  }
}

extension ScreenContent.Field {
  /// The field for a new password, with the rules of the application and advice.
  ///
  /// `id` is the accessibility identifier. `choices` are the rules of the application. `identifiers` are the known
  /// identifiers of the user. `accountName` is the identifier that a password manager stores with the password.
  ///
  /// - Returns: The field.
  static func newPassword(
    _ id: String, label: String, _ choices: SignInChoices, about identifiers: [String], accountName: String?,
    texts: ContentTexts
  ) -> Self {
    Self(
      name: .newPassword, id: id, label: label, kind: .newPassword(rules: choices.passwordRules),
      hint: choices.minimumPasswordLength.map { texts("identifier.rule", count: $0) },
      maximumLength: choices.maximumPasswordLength,
      tooLong: choices.maximumPasswordLength.map { texts("identifier.tooManyCharacters", count: $0) },
      advice: choices.minimumPasswordLength.map {
        ScreenContent.PasswordAdvice(minimumLength: $0, about: identifiers, texts: texts)
      }, accountName: accountName)
  }

  /// The advice about the typed text, to show below the field while the user types; nil if there is none.
  public func advice(with texts: FieldTexts) -> String? {
    let text = texts[name]
    guard !text.isEmpty, !isTooLong(text) else { return nil }
    return advice?.sentence(for: text, besides: typedIdentifiers(texts))
  }

  /// The question about the typed text for the server; nil if the text has a fault that the user sees.
  func question(with texts: FieldTexts) -> ScreenContent.PasswordAdvice.Question? {
    let text = texts[name]
    guard !text.isEmpty, !isTooLong(text) else { return nil }
    return advice?.question(about: text, besides: typedIdentifiers(texts))
  }

  private func typedIdentifiers(_ texts: FieldTexts) -> [String] {
    [texts[.address].trimmed, texts[.username].trimmed]
  }
}

extension String {
  /// Whether the text is a part of at most a third of its length, again and again.
  fileprivate var repeatsItself: Bool {
    // The first part is enough for an advice, and a text can be long.
    let scalars = Array(unicodeScalars.prefix(256))
    return (1...max(1, scalars.count / 3)).contains { size in
      size * 3 <= scalars.count && scalars.indices.allSatisfy { scalars[$0] == scalars[$0 % size] }
    }
  }

  /// Whether the text contains an identifier, or the part of an email address before the at sign.
  fileprivate func containsIdentifier(_ identifier: String) -> Bool {
    let name = identifier.prefix { $0 != "@" }
    return [identifier, String(name)].contains { $0.count >= 4 && contains($0.lowercased()) }
  }
}
