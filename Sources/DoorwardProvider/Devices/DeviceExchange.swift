package import DoorwardHTTP
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes in devices, lets people find and decide about them, and answers devices that ask (RFC 8628).
package struct DeviceExchange: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let userCodes: DerivedKey
  private let opening: ClientSessionOpening
  private let limits: AccountLimits

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - random: makes the codes.
  ///   - userCodes: the key under which user codes are hashed.
  ///   - opening: opens the sessions.
  ///   - limits: how many devices may wait.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, userCodes: DerivedKey,
    opening: ClientSessionOpening, limits: AccountLimits
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.userCodes = userCodes
    self.opening = opening
    self.limits = limits
  }

  /// Of two user codes that are alike by chance one is made again; with as many open as there can be the odds
  /// of a second time are below one in a million.
  private static let attempts = 4

  /// What a device shows, and what it asks with.
  package struct Codes: Sendable {
    package let device: String
    package let user: UserCode
  }

  /// What came of a device's question.
  package enum Poll: Sendable {
    case opened(ClientSession)
    case pending
    /// It came too early; the device is to wait this long from now on, in seconds.
    case early(interval: Int64)
    case denied
    case expired
    /// No code of this client's, one that has had its session, or one for what the client may have no more.
    case unknown
  }

  /// Takes in a device.
  ///
  /// - Parameters:
  ///   - scopes: what it asks for, within what its application may.
  ///   - application: the client.
  ///   - client: what the person will be told of it.
  ///   - address: where it asks from. Of a confidential client it is its backend that asks, and neither says
  ///     anything of the device.
  /// - Returns: its codes, which nobody else has.
  /// - Throws: ``Problem`` 429 where too many of its network, or of its confidential client, wait;
  ///   ``StoreError``.
  package func begin(
    _ scopes: Scopes, for application: Application, _ client: ClientDescription, from address: IPAddress
  ) async throws -> Codes {
    var attempt = 1
    while true {
      do {
        return try await add(scopes, for: application, client, from: address)
      } catch let error as StoreError where error.code == .conflict && attempt < Self.attempts {
        attempt += 1
      }
    }
  }

  private func add(
    _ scopes: Scopes, for application: Application, _ client: ClientDescription, from address: IPAddress
  ) async throws -> Codes {
    let codes = Codes(device: Base64URL.encode(try random.bytes(32)), user: try UserCode(random: random))
    let now = clock.now
    let isBackend = application.client.isConfidential
    let device = DeviceAuthorization(
      deviceCodeHash: DeviceAuthorization.hash(ofDeviceCode: codes.device),
      userCodeHash: try codes.user.hash(under: userCodes), applicationID: application.id, scopes: scopes,
      client: isBackend ? ClientDescription() : client,
      network: isBackend ? nil : address.limitedNetwork.bytes, createdAt: now,
      expiresAt: now.addingTimeInterval(DeviceAuthorization.lifetime),
      interval: DeviceAuthorization.interval)
    let isAdmitted = try await store.write { [limits] transaction in
      let hasRoom =
        if let network = device.network {
          try transaction.waitingDevices(of: network, at: now) < limits.waitingDevicesPerNetwork
        } else {
          try transaction.waitingDevices(ofClient: device.applicationID, at: now)
            < limits.waitingDevicesPerClient
        }
      if hasRoom { try transaction.insert(device) }
      return hasRoom
    }
    guard isAdmitted else { throw Problem.tooManyDevices(of: isBackend ? "client" : "network") }
    return codes
  }

  /// The device that shows a code, while nobody has said anything to it.
  ///
  /// - Returns: nil for every code that is not such a one, whatever it is.
  package func find(_ code: UserCode) async throws -> DeviceAuthorization? {
    let hash = try code.hash(under: userCodes)
    let now = clock.now
    let device = try await store.read { try $0.deviceAuthorization(userCodeHash: hash) }
    return device.flatMap { $0.isOpen(at: now) ? $0 : nil }
  }

  /// Keeps what a person said.
  ///
  /// - Parameters:
  ///   - decision: yes or no.
  ///   - hash: the device's.
  ///   - page: their session on the hosted page.
  /// - Returns: false where the device can be told nothing any more. To say the same twice is to say it once.
  /// - Throws: ``StoreError``; `store_missing` where the page's session has gone meanwhile.
  package func decide(
    _ decision: DeviceAuthorization.Decision, about hash: [UInt8], by page: Session
  ) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard var device = try transaction.lockedDeviceAuthorization(deviceCodeHash: hash) else { return false }
      guard device.isOpen(at: now) else {
        return device.decision == decision && device.pageSession == page.id
      }
      guard let held = try transaction.lockedSession(page.id), held.isLive(at: now) else {
        throw StoreError(.missing, "the session on the page has ended")
      }
      device.decision = decision
      device.pageSession = held.id
      try transaction.update(device)
      return true
    }
  }

  /// Answers a device that asks (RFC 8628 §3.4).
  ///
  /// Of any number of questions at once one opens the session. The others do not end it, as they would for an
  /// authorization code: to ask again is what devices do, and no redirect has carried the code anywhere.
  package func poll(
    _ text: String, by application: Application, _ client: ClientDescription
  ) async throws -> Poll {
    let hash = DeviceAuthorization.hash(ofDeviceCode: text)
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    return try await store.write { [opening] transaction in
      guard var device = try transaction.lockedDeviceAuthorization(deviceCodeHash: hash),
        device.applicationID == application.id, device.usedAt == nil
      else { return .unknown }
      if device.decision == .denied { return .denied }
      guard device.expiresAt > now else { return .expired }
      guard device.decision == .approved else {
        let isEarly = device.notePoll(at: now)
        try transaction.update(device)
        return isEarly ? .early(interval: device.interval) : .pending
      }
      // Whoever signs out, is signed out or is deleted before the device asks takes the yes back.
      guard let page = try device.pageSession.flatMap({ try transaction.lockedSession($0) }),
        page.isLive(at: now), let user = try transaction.user(page.userID)
      else { return .denied }
      device.usedAt = now
      try transaction.update(device)
      let session = try opening.open(
        from: page, for: application, device.scopes, ids, client, at: now, transaction)
      guard let session else { return .unknown }
      return .opened(
        ClientSession(
          user: user, session: session, view: try UserView(user, for: application.id, in: transaction),
          page: page.id, nonce: nil))
    }
  }
}

extension IPAddress {
  /// The network that a limit counts: the IPv4 address, or the /64 of an IPv6 address.
  package var limitedNetwork: IPAddress { family == .v4 ? self : prefix(64) }
}

extension Problem {
  fileprivate static func tooManyDevices(of whom: String) -> Problem {
    Problem(
      status: 429, code: WireCode.rateLimited,
      detail: "Too many devices of this \(whom) wait to be let in. Let some in, or wait until they give up.",
      fields: ["Retry-After": "60"])
  }
}
