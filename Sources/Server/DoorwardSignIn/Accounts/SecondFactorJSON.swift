import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

extension SecondFactorRecord {
  /// The factor in the form of the HTTP contract. It does not contain the secret.
  package var json: JSONObject {
    WireSecondFactor(
      id: id.text, type: type.rawValue, createdAt: createdAt, identityID: identity?.text,
      channel: codeChannel?.rawValue
    ).json
  }

  private var type: SignInMethodName {
    switch kind {
    case .authenticator: .totp
    case .identity(_, let method): codeChannel == nil ? method : .code
    }
  }
}
