/// A sign-in that ``SecondFactorClient/finish(_:code:)``, ``SecondFactorClient/enrollPasskey(_:)`` or
/// ``UserClient/keepAccount(_:)`` has finished.
public struct FinishedSignIn: Sendable {
  /// The signed-in state.
  public let state: AuthState
  /// The recovery codes, if the user has added a second factor during the sign-in; otherwise empty. The server shows them
  /// only this once.
  public let recoveryCodes: [String]
}

extension FinishedSignIn: CustomStringConvertible, CustomReflectable {
  public var description: String { "FinishedSignIn" }
  // A dump must not show the recovery codes.
  public var customMirror: Mirror { Mirror(self, children: ["state": state]) }
}
