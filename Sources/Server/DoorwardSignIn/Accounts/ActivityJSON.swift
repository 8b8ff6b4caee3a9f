import DoorwardStore
package import Encodings

extension RecordedEvent {
  /// The event for the user whom it is about. Of another party that has acted, the user learns only the kind.
  package var activity: JSONValue {
    let isOwn = actor.name == "user" && actor.id == subjects.user?.text || actor.name == "unknown"
    var object: JSONObject = [
      "id": .string(id.text), "time": .time(at), "type": .string(type), "actor": .string(actor.name),
      "application": .text(subjects.application), "session_id": .text(subjects.session?.text),
      "device": .text(isOwn ? client.device : nil), "network": .text(isOwn ? client.network : nil),
    ]
    object["data"] = content ?? .object(JSONObject())
    return .object(object)
  }
}
