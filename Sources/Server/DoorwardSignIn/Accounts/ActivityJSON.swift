package import DoorwardStore
package import DoorwardWire
import Encodings

extension RecordedEvent {
  /// The event for the user whom it is about. Of another party that has acted, the user learns only the kind.
  ///
  /// - Parameter session: the session that asks; nil if there is none.
  /// - Returns: the event as the user sees it.
  package func activity(for session: Session.ID?) -> WireActivity {
    let isOwn = actor.name == "user" && actor.id == subjects.user?.text || actor.name == "unknown"
    return WireActivity(
      id: id.text, time: at, type: type, actor: actor.name, application: subjects.application,
      sessionID: subjects.session?.text, isCurrent: session != nil && subjects.session == session,
      device: isOwn ? client.device : nil, network: isOwn ? client.network : nil,
      data: content?.object ?? JSONObject())
  }
}
