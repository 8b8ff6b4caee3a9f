public import Doorward

/// The choices of a user at the start of a sign-in: the part of the application's offer that the app can draw.
public struct SignInChoices: Hashable, Sendable {
  /// The kinds of identifiers that sign in with a password.
  public let passwordIdentifiers: [IdentifierKind]
  /// The kinds of addresses that get codes.
  public let codeIdentifiers: [IdentifierKind]
  /// Whether a code comes before the password, for an address that both can sign in. The last method on this device has precedence.
  public let codeComesFirst: Bool
  /// The methods besides the identifier, each with a proof from outside the view.
  public let methods: [SignInMethod]
  /// Whether the application accepts new users, all or invited ones.
  public let isSignUpOpen: Bool
  /// Whether a new user needs an invitation.
  public let needsInvitation: Bool
  /// The digits of a code that the server sends; nil if the number is not known.
  public let codeLength: Int?
  /// The fewest characters of a password; nil if the application offers no passwords.
  public let minimumPasswordLength: Int?
  /// The most characters of a password, in Unicode code points; nil if the application offers no passwords.
  public let maximumPasswordLength: Int?
  /// The rules of passwords in the language of Apple's `UITextInputPasswordRules(descriptor:)`.
  public let passwordRules: String?
  /// The name of the application; nil if the server does not say it.
  public let applicationName: String?
  /// The address of the terms of the application; nil if there is none.
  public let termsURL: String?
  /// The address of the privacy notice of the application; nil if there is none.
  public let privacyURL: String?
  /// The look of the application.
  public let appearance: SignInOffer.Appearance
  /// The colors of the views; nil if the operator has chosen none, or if the color is malformed.
  let colors: ScreenColors?
  /// The tag of the language that the application has fixed; nil if that of the user decides.
  public let language: String?
  /// The method of the last sign-in on this device; nil if there was none. The views show it first.
  public let lastUsed: SignInMethod?
  /// The identifiers of the user in a sign-in that confirms a user who is signed in; empty in every other sign-in.
  public let known: KnownIdentifiers
  /// The reason why the sign-in confirms a user who is signed in; nil in every other sign-in.
  public let confirmation: ConfirmationReason?

  package init(
    passwordIdentifiers: [IdentifierKind] = [], codeIdentifiers: [IdentifierKind] = [],
    codeComesFirst: Bool = true, methods: [SignInMethod] = [], isSignUpOpen: Bool = true,
    needsInvitation: Bool = false,
    codeLength: Int? = nil, minimumPasswordLength: Int? = nil, maximumPasswordLength: Int? = nil,
    passwordRules: String? = nil, applicationName: String? = nil, termsURL: String? = nil,
    privacyURL: String? = nil, appearance: SignInOffer.Appearance = SignInOffer.Appearance(),
    language: String? = nil, lastUsed: SignInMethod? = nil,
    known: KnownIdentifiers = KnownIdentifiers(), confirmation: ConfirmationReason? = nil
  ) {
    self.passwordIdentifiers = passwordIdentifiers
    self.codeIdentifiers = codeIdentifiers
    self.codeComesFirst = codeComesFirst
    self.methods = methods.filter { !$0.hasIdentifier }
    self.isSignUpOpen = isSignUpOpen
    self.needsInvitation = needsInvitation
    self.codeLength = codeLength
    self.minimumPasswordLength = minimumPasswordLength
    self.maximumPasswordLength = maximumPasswordLength
    self.passwordRules = passwordRules
    self.applicationName = applicationName
    self.termsURL = termsURL
    self.privacyURL = privacyURL
    self.appearance = appearance
    colors = appearance.color.flatMap(ScreenColors.init)
    self.language = language
    self.lastUsed = lastUsed
    self.known = known
    self.confirmation = confirmation
  }

  /// The kinds of identifiers that the first field takes; empty if there is no such field.
  public var identifiers: [IdentifierKind] {
    IdentifierKind.allCases.filter { passwordIdentifiers.contains($0) || codeIdentifiers.contains($0) }
  }

  /// Whether there is a view for new users. A code signs a new user up without one.
  public var hasSignUp: Bool {
    isSignUpOpen && !isConfirmation && (hasPasswords || methods.contains(.passkey))
  }
  /// Whether some new users need that view. A code to any other address makes the account.
  public var needsSignUp: Bool {
    hasSignUp && (codeIdentifiers.isEmpty || addressKinds.contains { !codeIdentifiers.contains($0) })
  }
  /// Whether the sign-in confirms a user who is signed in.
  public var isConfirmation: Bool { confirmation != nil }

  /// The kinds of addresses that a new user can have.
  var addressKinds: [IdentifierKind] { passwordIdentifiers.filter { $0 != .username } }
  var hasPasswords: Bool { !passwordIdentifiers.isEmpty }
  /// Whether a code for a new password can be sent.
  var hasReset: Bool { !addressKinds.isEmpty && !isConfirmation }
  var isEmpty: Bool { identifiers.isEmpty && methods.isEmpty }

  /// Whether a new password can be sent.
  func accepts(_ password: String) -> Bool {
    !password.isEmpty && password.unicodeScalars.count <= maximumPasswordLength ?? .max
  }

  /// The kind of the address, if codes are sent to addresses like it.
  func codeKind(of typed: String) -> IdentifierKind? {
    let kind = IdentifierKind.guess(typed, among: identifiers)
    return kind.flatMap { codeIdentifiers.contains($0) ? $0 : nil }
  }

  /// The kind of the address, if it gets a code without a question for its password before. A user who confirms has chosen the
  /// password by its own button.
  func firstCodeKind(of typed: String) -> IdentifierKind? {
    guard let kind = codeKind(of: typed), !isConfirmation || !hasPasswords else { return nil }
    guard passwordIdentifiers.contains(kind) else { return kind }
    let isCodeFirst = lastUsed == .code || lastUsed != .password && codeComesFirst
    return isCodeFirst ? kind : nil
  }

  /// The wallets among the methods.
  var wallets: [SignInMethod] { methods.filter { $0.traits.kind == .wallet } }
  /// Whether the wallets have a view of their own. One wallet needs none, and a user who confirms has few.
  var hasWalletList: Bool { wallets.count > 1 && !isConfirmation }
}

/// The purpose of a sign-in.
public enum SignInPurpose: Hashable, Sendable {
  /// A user signs in.
  case signIn
  /// The signed-in user confirms a change of the account. The views show the methods that the account has, and the sign-in counts
  /// for the present session.
  case confirmation(ConfirmationReason)
}

/// The reason why a change of the account needs a new sign-in.
public enum ConfirmationReason: Hashable, Sendable {
  /// The last sign-in was a while ago.
  case oldSignIn
  /// The session has no second factor, although the user has one.
  case missingSecondFactor

  /// The reason in the refusal of the server.
  ///
  /// ```swift
  /// SignInDriver(doorward, for: .confirmation(ConfirmationReason(error.stepUp)))
  /// ```
  ///
  /// - Parameter stepUp: `stepUp` of the error; nil counts as an old sign-in.
  public init(_ stepUp: StepUp?) {
    self = if case .secondFactor = stepUp { .missingSecondFactor } else { .oldSignIn }
  }
}
