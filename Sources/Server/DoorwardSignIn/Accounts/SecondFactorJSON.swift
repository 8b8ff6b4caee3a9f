import DoorwardSessions
import DoorwardStore
import Encodings

extension SecondFactorRecord {
  /// The factor in the form of the HTTP contract. It does not contain the secret.
  var json: JSONObject {
    [
      "id": .string(id.text), "type": .string(type.rawValue), "created_at": .time(createdAt),
      "identity_id": .text(identity?.text), "channel": .text(codeChannel?.rawValue),
    ]
  }

  private var type: SignInMethodName {
    switch kind {
    case .authenticator: .totp
    case .identity(_, let method): codeChannel == nil ? method : .code
    }
  }
}
