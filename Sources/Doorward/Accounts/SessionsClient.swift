internal import Encodings
public import Foundation

/// The sessions of who is signed in, on this device and others.
public struct SessionsClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks the server for all of them, the newest first.
  ///
  /// - Throws: ``DoorwardError``.
  public func all() async throws -> [DoorwardSession] {
    try await engine.list("/v1/sessions") { DoorwardSession($0) }
  }

  /// Ends one. To end this one, sign out.
  ///
  /// - Parameter id: Which, as ``DoorwardSession/id`` says.
  /// - Throws: ``DoorwardError``.
  public func end(_ id: DoorwardSession.ID) async throws {
    let path = try "/v1/sessions/\(engine.pathComponent(id))"
    let (_, generation) = try await engine.accountCall("DELETE", path)
    if await engine.kept?.session?.sessionID == id { await engine.end(generation) }
  }
}

/// A session of a user: one device that is signed in.
public struct DoorwardSession: Sendable, Hashable, Identifiable {
  /// What ``SessionsClient/end(_:)`` takes.
  public let id: String
  /// Whether it is the one that asks.
  public let isCurrent: Bool
  /// When it was opened.
  public let createdAt: Date?
  /// When it was last heard of.
  public let lastUsedAt: Date?
  /// What it was opened with, such as `Doorward/1.0 (Linux)`.
  public let device: String?
  /// Where from: a network, such as `192.0.2.0/24`.
  public let network: String?
  /// How the person proved who they are, as RFC 8176 names it: `siwe`, `near`.
  public let methods: [String]

  init?(_ value: JSONValue) {
    guard let object = value.object, let id = object["id"]?.string else { return nil }
    self.id = id
    isCurrent = object["current"]?.bool ?? false
    createdAt = object["created_at"]?.date
    lastUsedAt = object["last_used_at"]?.date
    device = object["device"]?.string
    network = object["network"]?.string
    methods = (object["amr"]?.array ?? []).compactMap(\.string)
  }
}
