import DoorwardHTTP
package import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Registers devices, stores the decisions of users about them, and answers polls (RFC 8628).
package struct DeviceExchange: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let userCodes: DerivedKey
  private let opening: ClientSessionOpening
  private let limits: AccountLimits
  private let notices: SecurityNotices

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - random: makes the codes.
  ///   - userCodes: the key under which user codes are hashed.
  ///   - opening: opens the sessions.
  ///   - limits: the limits of waiting devices.
  ///   - notices: announces each device to its user.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, userCodes: DerivedKey,
    opening: ClientSessionOpening, limits: AccountLimits, notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.userCodes = userCodes
    self.opening = opening
    self.limits = limits
    self.notices = notices
  }

  /// The exchange makes another user code if a new one is already in use. Even at the limit of waiting devices, the
  /// odds of a second collision are below one in a million.
  private static let attempts = 4

  /// The user code that a device shows, and the device code that it polls with.
  package struct Codes: Sendable {
    package let device: String
    package let user: UserCode
  }

  /// The result of a poll.
  package enum Poll: Sendable {
    case opened(ClientSession)
    case pending
    /// The poll came too early. The device must wait `interval` seconds between polls from now on.
    case early(interval: Int64)
    case denied
    case expired
    /// The code is unknown, belongs to another client, is spent, or is for scopes that the client may no longer have.
    case unknown
  }

  /// Registers a device.
  ///
  /// - Parameters:
  ///   - scopes: the requested scopes, all of which the application may have.
  ///   - application: the client.
  ///   - client: the description of the device that the page shows to the user.
  ///   - address: the address of the request. The backend of a confidential client sends the request for the device,
  ///     so the exchange then stores neither the address nor the description.
  /// - Returns: the codes of the device, which no other device has.
  /// - Throws: ``Problem`` 429 if too many devices of the network, or of the confidential client, wait;
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
      guard hasRoom else { return false }
      try transaction.insert(device)
      try transaction.record(
        .deviceRegistered, about: EventSubjects(application: device.applicationID),
        by: EventOrigin(.unknown, device.client), at: now)
      return true
    }
    guard isAdmitted else { throw Problem.tooManyDevices(of: isBackend ? "client" : "network") }
    return codes
  }

  /// The device that shows a user code and waits for a decision.
  ///
  /// - Returns: nil if no device with this code waits for a decision.
  package func find(_ code: UserCode) async throws -> DeviceAuthorization? {
    let hash = try code.hash(under: userCodes)
    let now = clock.now
    let device = try await store.read { try $0.deviceAuthorization(userCodeHash: hash) }
    return device.flatMap { $0.isOpen(at: now) ? $0 : nil }
  }

  /// Why the session on the page does not suffice for a device of an application; nil if it does.
  ///
  /// - Throws: ``StoreError``.
  package func objection(to page: Session, for application: Application) async throws -> SignInReason? {
    let now = clock.now
    return try await store.read { try ClientRequirement(application).objection(to: page, at: now, in: $0) }
  }

  /// Stores the decision of a user about a device.
  ///
  /// - Parameters:
  ///   - decision: the decision.
  ///   - ticket: the device and the question that the page has shown.
  ///   - caller: the user on the hosted page.
  /// - Returns: false if the device no longer waits for a decision. The same decision of the same session, sent again,
  ///   returns true.
  /// - Throws: ``StoreError``; `store_missing` if the page's session has ended.
  package func decide(
    _ decision: DeviceAuthorization.Decision, about ticket: DeviceTicket, by caller: Caller
  ) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard var device = try transaction.lockedDeviceAuthorization(deviceCodeHash: ticket.deviceCodeHash)
      else { return false }
      guard device.isOpen(at: now) else {
        return device.decision == decision && device.pageSession == caller.session.id
      }
      guard let held = try transaction.lockedSession(caller.session.id), held.isLive(at: now) else {
        throw StoreError(.missing, "the session on the page has ended")
      }
      device.decision = decision
      device.pageSession = held.id
      device.shown = ticket.question == .consent ? ticket.scopes : Scopes([])
      try transaction.update(device)
      try transaction.record(
        decision == .approved ? .deviceApproved : .deviceDenied, by: caller,
        application: device.applicationID, at: now)
      return true
    }
  }

  /// Answers a poll of a device (RFC 8628 §3.4).
  ///
  /// If several polls arrive at once, one of them opens the session. The others do not end it, unlike the reuse of an
  /// authorization code: devices poll repeatedly, and no redirect has carried the device code.
  ///
  /// The session is announced to the user as that of a new device. A user who has typed the code of an attacker learns of it
  /// there.
  ///
  /// - Parameters:
  ///   - text: the device code.
  ///   - application: the authenticated client.
  ///   - client: the description of the client for session lists.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: the result.
  /// - Throws: ``StoreError``; the errors of the random source and of the cipher.
  package func poll(
    _ text: String, by application: Application, _ client: ClientDescription, language: String
  ) async throws -> Poll {
    let hash = DeviceAuthorization.hash(ofDeviceCode: text)
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let poll = try await store.write { [opening, notices] transaction -> Poll in
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
      // The approval ends with the session on the page or with the user's account.
      guard let page = try device.pageSession.flatMap({ try transaction.lockedSession($0) }),
        page.isLive(at: now), let user = try transaction.user(page.userID)
      else { return .denied }
      device.usedAt = now
      try transaction.update(device)
      let opened = try opening.open(
        from: page, for: application, granting: device.scopes, shown: device.shown, ids: ids, to: client,
        at: now, in: transaction)
      guard let opened else { return .unknown }
      let view = try UserView(
        user, transaction.identities(of: user.id), opened.grant, for: application.id, in: transaction)
      // The backend of a confidential client polls for the device, so its address says nothing about the device.
      _ = try notices.announce(
        user, identities: view.identities,
        on: application.client.isConfidential ? ClientDescription() : client,
        application, language: language, at: now, in: transaction)
      return .opened(
        ClientSession(
          user: user, session: opened.session, view: view,
          claims: try UserClaims(of: view, for: opened.session.scopes ?? Scopes([]), in: transaction),
          page: page.id, nonce: nil))
    }
    if case .opened = poll { notices.messenger.deliver() }
    return poll
  }
}

extension IPAddress {
  /// The network that a limit counts: the IPv4 address, or the /64 of an IPv6 address.
  package var limitedNetwork: IPAddress { family == .v4 ? self : prefix(64) }
}

extension Problem {
  fileprivate static func tooManyDevices(of party: String) -> Problem {
    Problem(
      status: 429, code: WireCode.rateLimited,
      detail:
        "Too many devices of this \(party) wait for a decision. Allow or refuse some, or wait until they expire.",
      fields: ["Retry-After": "60"])
  }
}
