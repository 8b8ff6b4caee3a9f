internal import DoorwardWire
internal import Encodings
public import Foundation

/// The sessions of the signed-in user, on this device and others.
public struct SessionsClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks the server for all of them, the newest first.
  ///
  /// - Throws: ``DoorwardError``.
  public func all() async throws(DoorwardError) -> [DoorwardSession] {
    try await engine.list(WirePath.sessions) { DoorwardSession($0) }
  }

  /// Ends a session. To end the session of this device, sign out.
  ///
  /// - Parameter id: The ``DoorwardSession/id``.
  /// - Throws: ``DoorwardError``.
  public func end(_ id: DoorwardSession.ID) async throws(DoorwardError) {
    let path = WirePath.session(try engine.pathComponent(id))
    let (_, session) = try await engine.accountCall("DELETE", path)
    if session.sessionID == id { await engine.sessionIsOver(session) }
  }
}

/// A session of a user: a device that is signed in.
public struct DoorwardSession: Sendable, Hashable, Identifiable {
  /// The id that ``SessionsClient/end(_:)`` takes.
  public let id: String
  /// Whether it is the session of this device.
  public let isCurrent: Bool
  /// When it was opened.
  public let createdAt: Date?
  /// When it was last used.
  public let lastUsedAt: Date?
  /// The client that opened it, such as `MyApp (Linux) Doorward/1.0`.
  public let device: String?
  /// The network it was last used from, such as `192.0.2.0/24`.
  public let network: String?
  /// The methods that the user signed in with (RFC 8176): `siwe`, `near`.
  public let methods: [String]

  init?(_ value: JSONValue) {
    guard let row = WireSessionRow(value) else { return nil }
    id = row.id
    isCurrent = row.isCurrent
    createdAt = row.createdAt
    lastUsedAt = row.lastUsedAt
    device = row.device
    network = row.network
    methods = row.methods
  }
}
