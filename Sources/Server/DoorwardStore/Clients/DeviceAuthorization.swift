import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A device's request for a sign-in that a user approves on another device, as the store keeps it (RFC 8628 §1). The
/// store has only hashes of the two codes.
package struct DeviceAuthorization: Sendable, Equatable {
  /// The time that the user has to decide, in seconds.
  package static let lifetime: TimeInterval = 600
  /// The time between two polls of a device, in seconds. It is the default of RFC 8628 §3.2.
  package static let interval: Int64 = 5
  /// The increase of the interval after a poll that is too early (RFC 8628 §3.5), and the longest interval.
  package static let intervalGrowth: Int64 = 5
  package static let longestInterval: Int64 = 60
  /// The tolerance for an early poll, because the network may delay the poll before it.
  package static let jitter: TimeInterval = 1

  /// The decision of the user.
  package enum Decision: String, Sendable {
    case approved, denied
  }

  /// SHA-256 of the device code's text.
  package let deviceCodeHash: [UInt8]
  /// A keyed hash of the user code. A plain hash would not hide the code, because there are too few codes.
  package let userCodeHash: [UInt8]
  package let applicationID: String
  package let scopes: Scopes
  /// The description that the user sees. The device provides all of it except the network.
  package let client: ClientDescription
  /// The network that the device is counted for, as the bytes of an address. Nil if the client's backend made the
  /// request. Then the network is unknown, and the device is counted for the client.
  package let network: [UInt8]?
  package let createdAt: Date
  package let expiresAt: Date
  /// The current interval in seconds.
  package var interval: Int64
  package var polledAt: Date?
  package var decision: Decision?
  /// The hosted page's session of the user who approved. If it has ended, the device gets no session.
  package var pageSession: Session.ID?
  /// The scopes that the page has listed to the user who approved.
  package var shown: Scopes
  /// The time when the device got its session.
  package var usedAt: Date?

  package init(
    deviceCodeHash: [UInt8], userCodeHash: [UInt8], applicationID: String, scopes: Scopes,
    client: ClientDescription, network: [UInt8]?, createdAt: Date, expiresAt: Date, interval: Int64,
    polledAt: Date? = nil, decision: Decision? = nil, pageSession: Session.ID? = nil,
    shown: Scopes = Scopes([]), usedAt: Date? = nil
  ) {
    self.deviceCodeHash = deviceCodeHash
    self.userCodeHash = userCodeHash
    self.applicationID = applicationID
    self.scopes = scopes
    self.client = client
    self.network = network
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.interval = interval
    self.polledAt = polledAt
    self.decision = decision
    self.pageSession = pageSession
    self.shown = shown
    self.usedAt = usedAt
  }

  package static func hash(ofDeviceCode text: String) -> [UInt8] { SHA256.hash([UInt8](text.utf8)) }

  /// Whether a user can still approve or deny the request.
  package func isOpen(at now: Date) -> Bool { decision == nil && expiresAt > now }

  /// Records a poll before the user's decision.
  ///
  /// - Returns: whether the poll was too early.
  package mutating func notePoll(at now: Date) -> Bool {
    let isEarly = polledAt.map { now.timeIntervalSince($0) < TimeInterval(interval) - Self.jitter } ?? false
    if isEarly { interval = min(interval + Self.intervalGrowth, Self.longestInterval) }
    polledAt = now
    return isEarly
  }
}
