extension ScreenContent {
  /// A button, or an item of a menu.
  public struct Button: Hashable, Sendable {
    /// The weight of a button.
    public enum Role: String, Hashable, Sendable {
      /// The step that the view is for. The Return key presses it. A view has at most one.
      case primary
      /// Another step.
      case secondary
      /// A step that is drawn as a link.
      case link
      /// A step that removes something.
      case destructive
      /// Leaves the view or the dialog without a change.
      case cancel
    }

    /// The accessibility identifier.
    public var id: String
    /// The label.
    public var label: String
    /// The label for assistive technology; nil if it is the label that is shown.
    public var accessibilityLabel: String?
    /// The effect in a few more words, as an accessibility hint or a tooltip.
    public var hint: String?
    /// A word beside the label, such as “Last used”.
    public var badge: String?
    /// The symbol before the label.
    public var symbol: Symbol?
    /// The weight.
    public var role: Role
    /// Whether the view allows the step. See also ``ScreenContent/isEnabled(_:with:)``.
    public var isEnabled: Bool
    /// Whether the step waits for its answer: draw a progress in the button.
    public var isBusy: Bool
    /// The fields that need a text before the button can be pressed.
    public var required: [FieldName]
    /// The effect.
    public var action: ScreenAction

    package init(
      id: String, label: String, role: Role = .secondary, action: ScreenAction, isEnabled: Bool = true,
      isBusy: Bool = false, required: [FieldName] = [], symbol: Symbol? = nil, badge: String? = nil,
      hint: String? = nil, accessibilityLabel: String? = nil
    ) {
      self.id = id
      self.label = label
      self.role = role
      self.action = action
      self.isEnabled = isEnabled
      self.isBusy = isBusy
      self.required = required
      self.symbol = symbol
      self.badge = badge
      self.hint = hint
      self.accessibilityLabel = accessibilityLabel
    }
  }

  /// A symbol. A renderer has an image for each.
  public enum Symbol: Hashable, Sendable {
    /// That of a sign-in method.
    case method(SignInMethod)
    case wallet
    case email, phoneNumber, username
    case authenticator, recoveryCode
    case user, computer, phone, app
    case add, copy, save, edit, remove, signOut, camera, photo
    case success, warning

    /// That of passwords.
    public static let password = Symbol.method(.password)
    /// That of codes, also if one is a second factor.
    public static let code = Symbol.method(.code)
    /// That of passkeys, also if one is a second factor.
    public static let passkey = Symbol.method(.passkey)
  }
}
