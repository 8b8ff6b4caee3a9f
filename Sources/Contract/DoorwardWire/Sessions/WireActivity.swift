package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One row of the activity of an account.
package struct WireActivity: Sendable, Hashable {
  package var id: String
  package var time: Date?
  /// The type of the event, such as `session.started`.
  package var type: String
  /// The kind of party that has acted.
  package var actor: String
  package var application: String?
  package var sessionID: String?
  /// Whether it is about the session that asks.
  package var isCurrent: Bool
  /// The `User-Agent` of the user's client.
  package var device: String?
  package var network: String?
  /// Further members, which depend on the type.
  package var data: JSONObject

  package init(
    id: String, time: Date?, type: String, actor: String, application: String?, sessionID: String?,
    isCurrent: Bool, device: String?, network: String?, data: JSONObject
  ) {
    self.id = id
    self.time = time
    self.type = type
    self.actor = actor
    self.application = application
    self.sessionID = sessionID
    self.isCurrent = isCurrent
    self.device = device
    self.network = network
    self.data = data
  }

  /// Reads a row; nil without an id or a type.
  package init?(_ value: JSONValue) {
    guard let id = value[Members.id]?.string, let type = value[Members.type]?.string else { return nil }
    self.init(
      id: id, time: value[Members.time]?.time, type: type, actor: value[Members.actor]?.string ?? "",
      application: value[Members.application]?.string, sessionID: value[Members.sessionID]?.string,
      isCurrent: value[Members.current]?.bool ?? false, device: value[Members.device]?.string,
      network: value[Members.network]?.string, data: value[Members.data]?.object ?? JSONObject())
  }

  package var json: JSONObject {
    [
      Members.id: .string(id), Members.time: .time(time), Members.type: .string(type),
      Members.actor: .string(actor), Members.application: .text(application),
      Members.sessionID: .text(sessionID), Members.current: .bool(isCurrent), Members.device: .text(device),
      Members.network: .text(network), Members.data: .object(data),
    ]
  }

  /// Schemas: `Activity`, `PageActivity`.
  package enum Members {
    package static var id: String { "id" }
    package static var time: String { "time" }
    package static var type: String { "type" }
    package static var actor: String { "actor" }
    package static var application: String { "application" }
    package static var applicationName: String { "application_name" }
    package static var sessionID: String { "session_id" }
    package static var current: String { "current" }
    package static var device: String { "device" }
    package static var network: String { "network" }
    package static var data: String { "data" }
  }
}
