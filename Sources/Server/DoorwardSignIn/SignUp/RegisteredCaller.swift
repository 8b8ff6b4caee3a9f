package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire

extension Caller {
  /// Refuses an anonymous user, for calls that need an account. Another party may have the tokens of an anonymous user, and
  /// must not get a way into the account that the user registers later.
  ///
  /// - Throws: `Problem` 403 `sign_up_required`.
  package func requireRegistered() throws(Problem) {
    guard user.kind == .registered else { throw .signUpRequired }
  }
}
