import DoorwardSessions
import DoorwardStore

extension SecurityNotices {
  /// The second factor, as notices name it.
  func name(of factor: SecondFactorRecord) -> String {
    switch (factor.kind, factor.codeChannel) {
    case (.authenticator, _): SecondFactorChanges.authenticatorName
    case (.identity, .email): "email_codes"
    case (.identity, .sms): "sms_codes"
    // The kind of these identities has the name of the method.
    case (.identity(_, let method), nil): name(of: IdentityKey.Kind(rawValue: method.rawValue))
    }
  }
}
