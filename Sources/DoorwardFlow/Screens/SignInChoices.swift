/// The choices of a user at the start of a sign-in: the part of the application's offer that the app can draw.
public struct SignInChoices: Hashable, Sendable {
  /// The kinds of identifiers that sign in with a password.
  public let passwordIdentifiers: [IdentifierKind]
  /// The kinds of addresses that get codes.
  public let codeIdentifiers: [IdentifierKind]
  /// The methods besides the identifier.
  public let methods: [SignInMethod]
  /// Whether the application accepts new users, all or invited ones.
  public let isSignUpOpen: Bool
  /// Whether a new user needs an invitation.
  public let needsInvitation: Bool
  /// The digits of a code; nil if the application offers no codes.
  public let codeLength: Int?
  /// The fewest characters of a password; nil if the application offers no passwords.
  public let minimumPasswordLength: Int?
  /// The rules of passwords in the language of Apple's `UITextInputPasswordRules(descriptor:)`.
  public let passwordRules: String?

  package init(
    passwordIdentifiers: [IdentifierKind] = [], codeIdentifiers: [IdentifierKind] = [],
    methods: [SignInMethod] = [], isSignUpOpen: Bool = true, needsInvitation: Bool = false,
    codeLength: Int? = nil, minimumPasswordLength: Int? = nil, passwordRules: String? = nil
  ) {
    self.passwordIdentifiers = passwordIdentifiers
    self.codeIdentifiers = codeIdentifiers
    self.methods = methods
    self.isSignUpOpen = isSignUpOpen
    self.needsInvitation = needsInvitation
    self.codeLength = codeLength
    self.minimumPasswordLength = minimumPasswordLength
    self.passwordRules = passwordRules
  }

  /// The kinds of identifiers that the first field takes; empty if there is no such field.
  public var identifiers: [IdentifierKind] {
    IdentifierKind.allCases.filter { passwordIdentifiers.contains($0) || codeIdentifiers.contains($0) }
  }

  /// Whether there is a view for new users. A code signs a new user up without one.
  public var hasSignUp: Bool { isSignUpOpen && (hasPasswords || methods.contains(.passkey)) }

  var hasPasswords: Bool { !passwordIdentifiers.isEmpty }
  /// Whether a code for a new password can be sent.
  var hasReset: Bool { passwordIdentifiers.contains { $0 != .username } }
  var isEmpty: Bool { identifiers.isEmpty && methods.isEmpty }

  /// The kind of the address, if codes are sent to addresses like it.
  func codeKind(of typed: String) -> IdentifierKind? {
    let kind = IdentifierKind.guess(typed, among: identifiers)
    return kind.flatMap { codeIdentifiers.contains($0) ? $0 : nil }
  }
}
