internal import Doorward

extension SignInChoices {
  /// The choices of an offer that an app with some methods can draw.
  init(_ offer: SignInOffer, _ proofs: SignInProofs) {
    let offers = { (name: String) in offer.methods.contains(name) }
    var methods: [SignInMethod] = []
    if offers("passkey"), proofs.usesPasskeys == true { methods.append(.passkey) }
    if offers("siwe"), proofs.ethereum != nil { methods.append(.ethereum) }
    if offers("near"), proofs.near != nil { methods.append(.near) }
    if proofs.browser != nil { methods.append(.browser) }
    let names: [String: IdentifierKind] = [
      "email": .email, "phone_number": .phoneNumber, "username": .username,
    ]
    self.init(
      passwordIdentifiers: offers("password") ? offer.passwordIdentifiers.compactMap { names[$0] } : [],
      codeIdentifiers: offers("code")
        ? offer.codeChannels.compactMap { IdentifierKind(channel: CodeChannel(rawValue: $0)) } : [],
      methods: methods, isSignUpOpen: offer.signUp != "closed", needsInvitation: offer.signUp == "invited",
      codeLength: offer.codeLength, minimumPasswordLength: offer.minimumPasswordLength,
      passwordRules: offer.passwordRules)
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
