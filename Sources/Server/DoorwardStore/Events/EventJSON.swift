package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordedEvent {
  /// The event for the operator. Only a sealed event has a number and a seal.
  package var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id.text), "time": .time(at), "type": .string(type),
      "actor": ["type": .string(actor.name), "id": .text(actor.id)],
    ]
    object["user_id"] = subjects.user.map { .string($0.text) }
    object["application"] = subjects.application.map { .string($0) }
    object["session_id"] = subjects.session.map { .string($0.text) }
    object["device"] = client.device.map { .string($0) }
    object["network"] = client.network.map { .string($0) }
    object["data"] = content ?? .null
    if let seal {
      object["number"] = .integer(seal.number)
      object["seal"] = .string(Hex.encode(seal.code))
    }
    return .object(object)
  }
}
