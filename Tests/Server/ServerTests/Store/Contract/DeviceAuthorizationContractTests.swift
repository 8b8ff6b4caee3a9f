import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: device authorizations")
struct DeviceAuthorizationContractTests {
  private func device(
    network: [UInt8]? = [127, 0, 0, 1], application: String = awkwardText, expiresAt: Date = moment(60_000)
  ) throws -> DeviceAuthorization {
    DeviceAuthorization(
      deviceCodeHash: try RandomSource.system.bytes(32), userCodeHash: try RandomSource.system.bytes(32),
      applicationID: application, scopes: Scopes([.openID, .account]),
      client: ClientDescription(device: awkwardText, network: "::1"), network: network, createdAt: moment(1),
      expiresAt: expiresAt, interval: 5)
  }

  private func held(_ store: any Store, _ device: DeviceAuthorization) async throws -> DeviceAuthorization? {
    try await store.write { try $0.lockedDeviceAuthorization(deviceCodeHash: device.deviceCodeHash) }
  }

  /// A user's session on the page.
  private func page(_ store: any Store) async throws -> Session {
    let user = try User.sample()
    let session = try Session.sample(of: user)
    try await store.write { transaction in
      try transaction.insert(user)
      try transaction.insert(session)
    }
    return session
  }

  @Test(arguments: StoreKind.allCases)
  func `a device is read exactly as it was stored, by either of its hashes`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let device = try device()
      try await store.write { try $0.insert(device) }
      let kept = try await held(store, device)
      #expect(kept == device && isSame(kept?.client.device, awkwardText))
      #expect(
        try await store.read { try $0.deviceAuthorization(userCodeHash: device.userCodeHash) } == device)
      #expect(try await store.read { try $0.deviceAuthorization(userCodeHash: device.deviceCodeHash) } == nil)
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(device) } }
      let double = DeviceAuthorization(
        deviceCodeHash: try RandomSource.system.bytes(32), userCodeHash: device.userCodeHash,
        applicationID: "a", scopes: Scopes([]), client: ClientDescription(), network: nil,
        createdAt: moment(0),
        expiresAt: moment(1), interval: 5)
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(double) } }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the end of all other sessions denies the devices that the session that continues has approved`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let (session, stranger) = (try await page(store), try await page(store))
      var devices = [try device(), try device(), try device()]
      let open = try device()
      for index in devices.indices {
        devices[index].decision = .approved
        devices[index].pageSession = index == 2 ? stranger.id : session.id
      }
      devices[1].usedAt = moment(1)
      let decided = devices
      try await store.write { transaction in
        for each in decided + [open] { try transaction.insert(each) }
        try transaction.endSessions(
          of: session.userID, except: session.id, because: .passwordChanged, at: moment(2))
      }
      devices[0].decision = .denied
      for expected in devices + [open] { #expect(try await held(store, expected) == expected) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a decision and a use cannot be undone; each poll is stored`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (one, other) = (try await page(store), try await page(store))
      let fresh = try device()
      var denied = fresh
      denied.decision = .denied
      denied.pageSession = one.id
      denied.shown = Scopes("openid")
      denied.usedAt = moment(7)
      var late = denied
      late.decision = .approved
      late.pageSession = other.id
      late.shown = Scopes("openid account")
      late.usedAt = moment(9)
      late.interval = 10
      late.polledAt = moment(8)
      let (first, second) = (denied, late)
      try await store.write { transaction in
        try transaction.insert(fresh)
        try transaction.update(first)
        try transaction.update(second)
      }
      var expected = denied
      expected.interval = 10
      expected.polledAt = moment(8)
      #expect(try await held(store, fresh) == expected)
      let stranger = try device()
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(stranger) } }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a decision outlives the session on the page, and then names no session`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let page = try await page(store)
      let fresh = try device()
      var approved = fresh
      approved.decision = .approved
      approved.pageSession = page.id
      let kept = approved
      try await store.write { transaction in
        try transaction.insert(fresh)
        try transaction.update(kept)
        try transaction.deleteUser(page.userID)
      }
      approved.pageSession = nil
      #expect(try await held(store, fresh) == approved)
      let other = try device()
      var orphan = other
      orphan.decision = .approved
      orphan.pageSession = page.id
      let gone = orphan
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { transaction in
          try transaction.insert(other)
          try transaction.update(gone)
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the waiting devices of a network are counted`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      var (denied, approved, used) = (try device(), try device(), try device())
      denied.decision = .denied
      approved.decision = .approved
      used.decision = .approved
      used.usedAt = moment(2)
      let all = [
        denied, approved, used, try device(), try device(network: [1]), try device(expiresAt: moment(10)),
      ]
      try await store.write { transaction in for device in all { try transaction.insert(device) } }
      #expect(try await store.write { try $0.waitingDevices(of: [127, 0, 0, 1], at: moment(9)) } == 3)
      #expect(try await store.write { try $0.waitingDevices(of: [127, 0, 0, 1], at: moment(10)) } == 2)
      #expect(try await store.write { try $0.waitingDevices(of: [2], at: moment(0)) } == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the devices of a client's backend are counted by client, not by network`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let ours = try (0..<3).map { try device(network: nil, application: "a", expiresAt: moment(10 + $0)) }
      var used = try device(network: nil, application: "a")
      used.usedAt = moment(2)
      let all =
        ours + [
          used, try device(network: nil, application: "b"), try device(network: [1], application: "a"),
        ]
      try await store.write { transaction in for device in all { try transaction.insert(device) } }
      #expect(try await held(store, ours[0]) == ours[0])
      #expect(try await store.write { try $0.waitingDevices(ofClient: "a", at: moment(9)) } == 3)
      #expect(try await store.write { try $0.waitingDevices(ofClient: "a", at: moment(10)) } == 2)
      #expect(try await store.write { try $0.waitingDevices(ofClient: "c", at: moment(0)) } == 0)
      #expect(try await store.write { try $0.waitingDevices(of: [1], at: moment(0)) } == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the purge deletes expired devices, up to its limit`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let devices = try (0..<4).map { try device(expiresAt: moment($0 < 3 ? 9 : 10)) }
      try await store.write { transaction in for device in devices { try transaction.insert(device) } }
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 2) } == 2)
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 2) } == 1)
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 2) } == 0)
      #expect(try await held(store, devices[3]) == devices[3])
    }
  }
}
