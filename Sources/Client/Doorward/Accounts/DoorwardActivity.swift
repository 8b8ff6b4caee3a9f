internal import DoorwardWire
public import Foundation

/// Something that the user has done, or that happened to the account.
///
/// ```swift
/// for event in try await doorward.user.activity() where event.type == "session.started" && !event.isCurrent {
///   print("New sign-in from \(event.device ?? "an unknown device")")
/// }
/// ```
public struct DoorwardActivity: Sendable, Hashable, Identifiable {
  /// The id of the event.
  public var id: String { row.id }
  /// The time of the event.
  public var time: Date? { row.time }
  /// The type of the event, such as `session.started`, `identity.added` or `password.changed`. Servers can add types.
  public var type: String { row.type }
  /// The kind of party that has acted: `user`, `unknown` for a client that had not proven a user, `system`, or a party of the
  /// operator, such as `administrator`.
  public var actor: String { row.actor }
  /// The session that the event is about, or in which the user has acted.
  public var sessionID: DoorwardSession.ID? { row.sessionID }
  /// Whether that is the session of this device.
  public var isCurrent: Bool { row.isCurrent }
  /// The client of the user, such as `MyApp (Linux) Doorward/1.0`; nil if another party has acted.
  public var device: String? { row.device }
  /// The network of the user, such as `192.0.2.0/24`; nil if another party has acted.
  public var network: String? { row.network }
  /// Further members, which depend on the type.
  public var data: DoorwardJSON { DoorwardJSON(row.data) }

  let row: WireActivity
}
