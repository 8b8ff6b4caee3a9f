import DoorwardSessions
import DoorwardStore

extension SecurityNotices {
  /// The second factor, as notices name it.
  func name(of factor: SecondFactorRecord) -> String {
    switch (factor.kind, factor.codeChannel) {
    case (.authenticator, _): SecondFactorChanges.authenticatorName
    case (.identity, .email): "Codes by email"
    case (.identity, .sms): "Codes by SMS"
    // The kind of these identities has the name of the method.
    case (.identity(_, let method), nil): name(of: IdentityKey.Kind(rawValue: method.rawValue))
    }
  }
}
