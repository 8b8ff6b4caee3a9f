import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A device's request to be signed in by somebody at another screen, as the store keeps it (RFC 8628 §1). Of
/// its two codes there are hashes alone.
package struct DeviceAuthorization: Sendable, Equatable {
  /// How long the person may take, in seconds.
  package static let lifetime: TimeInterval = 600
  /// How long a device waits from one question to the next, in seconds; what RFC 8628 §3.2 has it do unasked.
  package static let interval: Int64 = 5
  /// What each question that comes too early adds to it (RFC 8628 §3.5), and where that ends.
  package static let intervalGrowth: Int64 = 5
  package static let longestInterval: Int64 = 60
  /// How much early is not too early: what a network may do to two questions on their way.
  package static let jitter: TimeInterval = 1

  /// What the person said.
  package enum Decision: String, Sendable {
    case approved, denied
  }

  /// SHA-256 of the device code's text.
  package let deviceCodeHash: [UInt8]
  /// Of the user code, under a key: there are too few user codes for a plain hash to hide one.
  package let userCodeHash: [UInt8]
  package let applicationID: String
  package let scopes: Scopes
  /// What the person is told of the device. It says so itself, but for the network.
  package let client: ClientDescription
  /// The network that it counts for, as bytes of an address. Nil where its client's backend asked in its place:
  /// where the device is nobody knows, and it counts for the client.
  package let network: [UInt8]?
  package let createdAt: Date
  package let expiresAt: Date
  /// In seconds, as it has grown.
  package var interval: Int64
  package var polledAt: Date?
  package var decision: Decision?
  /// The hosted page's session of whoever approved; once that has ended the device gets nothing.
  package var pageSession: Session.ID?
  /// When the device got its session.
  package var usedAt: Date?

  package init(
    deviceCodeHash: [UInt8], userCodeHash: [UInt8], applicationID: String, scopes: Scopes,
    client: ClientDescription, network: [UInt8]?, createdAt: Date, expiresAt: Date, interval: Int64,
    polledAt: Date? = nil, decision: Decision? = nil, pageSession: Session.ID? = nil, usedAt: Date? = nil
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
    self.usedAt = usedAt
  }

  package static func hash(ofDeviceCode text: String) -> [UInt8] { SHA256.hash([UInt8](text.utf8)) }

  /// Whether a person can still say something to it.
  package func isOpen(at now: Date) -> Bool { decision == nil && expiresAt > now }

  /// Takes note of a question while nobody has said anything.
  ///
  /// - Returns: whether it came too early.
  package mutating func notePoll(at now: Date) -> Bool {
    let isEarly = polledAt.map { now.timeIntervalSince($0) < TimeInterval(interval) - Self.jitter } ?? false
    if isEarly { interval = min(interval + Self.intervalGrowth, Self.longestInterval) }
    polledAt = now
    return isEarly
  }
}
