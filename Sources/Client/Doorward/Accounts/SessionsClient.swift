internal import DoorwardWire
public import Foundation

/// The sessions of the signed-in user, on this device and others.
public struct SessionsClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks the server for all of them, the newest first.
  ///
  /// - Throws: ``DoorwardError``.
  public func all() async throws(DoorwardError) -> [DoorwardSession] {
    try await engine.list(WirePath.sessions).compactMap(WireSessionRow.init).map(DoorwardSession.init)
  }

  /// Ends a session. To end the session of this device, sign out.
  ///
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
  public var id: String { row.id }
  /// Whether this is the session of this device.
  public var isCurrent: Bool { row.isCurrent }
  /// The time at which the session was opened.
  public var createdAt: Date? { row.createdAt }
  /// The time at which the session was last used.
  public var lastUsedAt: Date? { row.lastUsedAt }
  /// The client that opened the session, such as `MyApp (Linux) Doorward/1.0`.
  public var device: String? { row.device }
  /// The network from which the session was last used, such as `192.0.2.0/24`.
  public var network: String? { row.network }
  /// The methods of the latest sign-in, in the words of ``SignInOffer/methods``, such as `password`, `code`, `passkey`,
  /// `siwe` and `near`, and then the second factor in those of ``SecondFactorMethod``, such as `totp`.
  public var methods: [String] { row.methods }

  let row: WireSessionRow
}
