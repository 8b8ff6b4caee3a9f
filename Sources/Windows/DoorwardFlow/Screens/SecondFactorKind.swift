/// A second factor that a sign-in view can ask for, in the order in which views offer them. Factors that this version does
/// not know are not shown.
public enum SecondFactorKind: String, Hashable, Sendable, CaseIterable {
  /// A passkey.
  case passkey
  /// A code of the user's authenticator.
  case authenticator
  /// A code by email or SMS.
  case sentCode
  /// A recovery code.
  case recoveryCode
}
