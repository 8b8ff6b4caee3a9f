import DoorwardStore
import Encodings

extension SecondFactorRecord {
  /// The factor in the form of the HTTP contract. It does not contain the secret.
  var json: JSONObject {
    ["id": .string(id.text), "type": .string(kind.rawValue), "created_at": .time(createdAt)]
  }
}
