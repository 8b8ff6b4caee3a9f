internal import Doorward

extension SignInChoices {
  /// The choices of an offer that an app with some methods can draw.
  ///
  /// `available` are the methods whose proof the app can get from outside the view. `lastUsed` is the method of the last
  /// sign-in on this device. `current` is the user who is signed in; nil if there is none.
  init(
    _ offer: SignInOffer, _ available: [SignInMethod], lastUsed: SignInMethod? = nil,
    for purpose: SignInPurpose = .signIn, of current: DoorwardUser? = nil
  ) {
    // The user can have been signed out meanwhile.
    let reason: ConfirmationReason? =
      if case .confirmation(let reason) = purpose, current != nil { reason } else { nil }
    let user = reason == nil ? nil : current
    let offers = { (method: SignInMethod) in
      method.traits.name.map { offer.methods.contains($0) } ?? true
    }
    let methods = available.filter { method in offers(method) && (user.map(method.isOf) ?? true) }
    let known = user.map(KnownIdentifiers.init) ?? KnownIdentifiers()
    let isOffered = { (kind: IdentifierKind) in user == nil || known[kind] != nil }
    let hasPassword = offers(.password) && user?.info.hasPassword != false
    let names: [String: IdentifierKind] = [
      "email": .email, "phone_number": .phoneNumber, "username": .username,
    ]
    self.init(
      passwordIdentifiers: hasPassword
        ? offer.passwordIdentifiers.compactMap { names[$0] }.filter(isOffered) : [],
      codeIdentifiers: offers(.code)
        ? offer.codeChannels.compactMap { IdentifierKind(channel: CodeChannel(rawValue: $0)) }
          .filter(isOffered) : [],
      codeComesFirst: offer.signInFirst != "password", methods: methods,
      isSignUpOpen: offer.signUp != "closed", needsInvitation: offer.signUp == "invited",
      codeLength: offer.codeLength ?? TypedCode.sentLength,
      minimumPasswordLength: offer.minimumPasswordLength,
      maximumPasswordLength: offer.maximumPasswordLength, passwordRules: offer.passwordRules,
      applicationName: offer.applicationName, termsURL: offer.termsURL, privacyURL: offer.privacyURL,
      appearance: offer.appearance, language: offer.language, lastUsed: lastUsed, known: known,
      confirmation: reason)
  }
}

extension KnownIdentifiers {
  fileprivate init(_ user: DoorwardUser) {
    var texts: [IdentifierKind: String] = [:]
    texts[.email] = user.info.email
    texts[.phoneNumber] = user.info.phoneNumber
    texts[.username] = user.info.username
    self.init(texts)
  }
}

extension SignInMethod {
  /// Whether the user can sign in with it: the user has an identity of it, or it has none of its own.
  func isOf(_ user: DoorwardUser) -> Bool {
    guard let type = traits.identityType else { return true }
    return user.info.identities.contains { $0.type == type }
  }
}

extension IdentifierKind {
  /// The kind of address of a channel; nil for a channel that this version does not know.
  init?(channel: CodeChannel) {
    switch channel {
    case .email: self = .email
    case .sms: self = .phoneNumber
    default: return nil
    }
  }

  /// The channel that sends codes to addresses of the kind.
  var channel: CodeChannel? {
    switch self {
    case .email: .email
    case .phoneNumber: .sms
    case .username: nil
    }
  }
}

extension SecondFactorKind {
  /// The kind of a method; nil for a method that this version does not know.
  init?(_ method: SecondFactorMethod) {
    switch method {
    case .totp: self = .authenticator
    case .passkey: self = .passkey
    case .code: self = .sentCode
    case .recoveryCode: self = .recoveryCode
    default: return nil
    }
  }
}
