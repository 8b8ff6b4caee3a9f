extension ScreenContent {
  /// A field.
  public struct Field: Hashable, Sendable {
    /// The content type of a field: its keyboard, its autofill and whether its text is hidden.
    public enum Kind: Hashable, Sendable {
      /// An identifier of one of the kinds; autofill offers user names and passkeys.
      case identifier([IdentifierKind])
      case email
      case phoneNumber
      case username
      /// The present password.
      case password
      /// A new password, with the rules in the language of Apple's `UITextInputPasswordRules(descriptor:)`.
      case newPassword(rules: String?)
      /// A code that was sent or of an authenticator; autofill offers one-time codes. The length is that in digits, if it is known.
      case oneTimeCode(length: Int?)
      case recoveryCode
      /// The name of the user.
      case name
      case firstName
      case lastName
      /// Any other text, such as the name of a passkey.
      case label
      /// One of some options. The text of the field is the id of the chosen one.
      case choice([Option])
    }

    /// An option of a choice.
    public struct Option: Hashable, Sendable {
      /// The text of the field if the option is chosen.
      public var id: String
      /// The label.
      public var label: String

      package init(id: String, label: String) {
        self.id = id
        self.label = label
      }
    }

    /// The name, for ``FieldTexts``.
    public var name: FieldName
    /// The accessibility identifier.
    public var id: String
    /// The label, which is always shown.
    public var label: String
    /// A sentence below the field.
    public var hint: String?
    /// The content type.
    public var kind: Kind
    /// The text before the user types.
    public var initialText: String
    /// The most characters of the text, in Unicode code points; nil if there is no limit. Do not cut the text: a password must not change silently.
    public var maximumLength: Int?
    /// The sentence to show while the text is longer than that.
    public var tooLong: String?
    /// The advice about a new password; nil for other fields. ``advice(with:)`` is the sentence for the typed texts.
    public var advice: PasswordAdvice?
    /// A part of the account that a password manager stores with the password: the identifier of the user, as a hidden field.
    public var accountName: String?

    package init(
      name: FieldName, id: String, label: String, kind: Kind, hint: String? = nil, initialText: String = "",
      maximumLength: Int? = nil, tooLong: String? = nil, advice: PasswordAdvice? = nil,
      accountName: String? = nil
    ) {
      self.name = name
      self.id = id
      self.label = label
      self.kind = kind
      self.hint = hint
      self.initialText = initialText
      self.maximumLength = maximumLength
      self.tooLong = tooLong
      self.advice = advice
      self.accountName = accountName
    }

    /// Whether the text is hidden, with a button that shows it.
    public var isSecret: Bool {
      switch kind {
      case .password, .newPassword: true
      default: false
      }
    }

    /// Whether the text is written from left to right in every language.
    public var isLeftToRight: Bool {
      switch kind {
      case .name, .firstName, .lastName, .label, .choice: false
      default: true
      }
    }

    /// Whether a text can be sent. The server decides whether it is right.
    public func isComplete(_ text: String) -> Bool {
      switch kind {
      case .oneTimeCode(let length): TypedCode.digits(text, length: length) != nil
      case .recoveryCode: TypedCode.recoveryCode(text) != nil
      case .password, .newPassword: !text.isEmpty && !isTooLong(text)
      default: !text.trimmed.isEmpty && !isTooLong(text)
      }
    }

    /// Whether a text is longer than ``maximumLength``.
    public func isTooLong(_ text: String) -> Bool { text.unicodeScalars.count > maximumLength ?? .max }
  }
}
