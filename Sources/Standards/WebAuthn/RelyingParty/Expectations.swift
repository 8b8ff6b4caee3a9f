/// The requirements of a registration (WebAuthn L3 §7.1).
public struct RegistrationExpectations: Sendable {
  /// The challenge of the options.
  public var challenge: [UInt8]
  /// The verification of the user that the options asked for. Only `required` is enforced.
  public var userVerification: UserVerificationRequirement
  /// The algorithms that were offered.
  public var algorithms: [COSEAlgorithm]
  /// Whether the registration ran without asking the user (conditional mediation), so that the user need not have been
  /// present.
  public var isConditional: Bool
  /// The extensions that were asked for.
  public var extensions: RegistrationExtensions

  /// Creates expectations.
  public init(
    challenge: [UInt8], userVerification: UserVerificationRequirement = .preferred,
    algorithms: [COSEAlgorithm] = COSEAlgorithm.supported, isConditional: Bool = false,
    extensions: RegistrationExtensions = RegistrationExtensions()
  ) {
    self.challenge = challenge
    self.userVerification = userVerification
    self.algorithms = algorithms
    self.isConditional = isConditional
    self.extensions = extensions
  }

  /// The expectations that follow from the options of the registration.
  public init(_ options: RegistrationOptions, isConditional: Bool = false) {
    self.init(
      challenge: options.challenge, userVerification: options.userVerification,
      algorithms: options.algorithms, isConditional: isConditional, extensions: options.extensions)
  }
}

/// The requirements of an authentication (WebAuthn L3 §7.2).
public struct AuthenticationExpectations: Sendable {
  /// The challenge of the options.
  public var challenge: [UInt8]
  /// The verification of the user that the options asked for. Only `required` is enforced.
  public var userVerification: UserVerificationRequirement
  /// The ids of the allowed credentials; empty for any credential of the user.
  public var allowCredentials: [[UInt8]]
  /// Whether the user was known before the authentication, for example by a user name. If not, the response must have
  /// the user handle.
  public var isUserIdentified: Bool

  /// Creates expectations.
  public init(
    challenge: [UInt8], userVerification: UserVerificationRequirement = .preferred,
    allowCredentials: [[UInt8]] = [], isUserIdentified: Bool = false
  ) {
    self.challenge = challenge
    self.userVerification = userVerification
    self.allowCredentials = allowCredentials
    self.isUserIdentified = isUserIdentified
  }

  /// The expectations that follow from the options of the authentication.
  public init(_ options: AuthenticationOptions, isUserIdentified: Bool = false) {
    self.init(
      challenge: options.challenge, userVerification: options.userVerification,
      allowCredentials: options.allowCredentials.map(\.id), isUserIdentified: isUserIdentified)
  }
}
