import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Sampling
import Testing

@Suite("Store contract: identities")
struct IdentityContractTests {
  /// Keys that all differ from one another.
  static let distinctKeys = [
    IdentityKey.wallet,
    IdentityKey(kind: .ethereum, identifier: IdentityKey.wallet.identifier, realm: "0"),
    IdentityKey(kind: .ethereum, identifier: IdentityKey.wallet.identifier, realm: "1"),
    IdentityKey(kind: .ethereum, identifier: IdentityKey.wallet.identifier, realm: "10"),
    // EIP-2294: the highest chain id.
    IdentityKey(
      kind: .ethereum, identifier: IdentityKey.wallet.identifier, realm: "9_223_372_036_854_775_771"),
    IdentityKey(kind: .near, identifier: IdentityKey.wallet.identifier),
    IdentityKey(kind: .near, identifier: "alice.near", realm: "mainnet"),
    IdentityKey(kind: .near, identifier: "alice.near", realm: "testnet"),
    IdentityKey(kind: .ethereum, identifier: IdentityKey.wallet.identifier.lowercased()),
    IdentityKey(kind: .ethereum, identifier: awkwardText),
  ]

  @Test(arguments: StoreKind.allCases)
  func `different keys are different identities, found by key and by id`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      var identities = try Self.distinctKeys.enumerated().map { index, key in
        try Identity.sample(of: user, key: key, verifiedAt: moment(Int64(index)))
      }
      identities[2].attributes = ["label": .string(awkwardText), "other": "injected"]
      identities[2].evidence = ["keys": [["key": .string(awkwardText)]]]
      identities[2].lastUsedAt = moment(9)
      let inserted = identities
      try await store.write { transaction in
        try transaction.insert(user)
        // The order differs from the order of creation.
        for identity in inserted.reversed() { try transaction.insert(identity) }
      }
      for identity in inserted {
        #expect(try await store.read { try $0.identity(identity.key) } == identity)
        #expect(try await store.read { try $0.identity(identity.id) } == identity)
      }
      #expect(try await store.read { try $0.identities(of: user.id) } == inserted)
    }
  }

  @Test(
    "A key leads to all identities of its user, and to those of no other user", arguments: StoreKind.allCases)
  func identitiesOfUserWithKey(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let keys = Self.distinctKeys
      let identities = try keys.dropLast(2).enumerated().map { index, key in
        try Identity.sample(of: user, key: key, verifiedAt: moment(Int64(index)))
      }
      let foreign = try Identity.sample(of: other, key: keys[keys.count - 2])
      try await store.write { transaction in
        for user in [user, other] { try transaction.insert(user) }
        for identity in [foreign] + identities.reversed() { try transaction.insert(identity) }
      }
      for key in keys.dropLast(2) {
        #expect(try await store.read { try $0.identities(ofUserWith: key) } == identities)
      }
      #expect(try await store.read { try $0.identities(ofUserWith: foreign.key) } == [foreign])
      #expect(try await store.read { try $0.identities(ofUserWith: keys[keys.count - 1]) } == [])
    }
  }

  @Test(.takesLong("Each case has a database of its own."), arguments: StoreKind.allCases, distinctKeys)
  func `a key belongs to one user only`(_ kind: StoreKind, _ key: IdentityKey) async throws {
    try await kind.withStore { store in
      let users = [try User.sample(), try User.sample()]
      let first = try Identity.sample(of: users[0], key: key)
      let rivals = try users.map { try Identity.sample(of: $0, key: key) }
      try await store.write { transaction in
        for user in users { try transaction.insert(user) }
        try transaction.insert(first)
      }
      for rival in rivals {
        await #expect(throws: StoreError(.conflict, "")) {
          try await store.write { try $0.insert(rival) }
        }
      }
      #expect(try await store.read { try $0.identity(key) } == first)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `of 100 users that insert one key at once, exactly one gets it`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let claims = await together(100) { _ in
        let user = try User.sample()
        let identity = try Identity.sample(of: user, key: .wallet)
        try await store.write { transaction in
          try transaction.insert(user)
          try transaction.insert(identity)
        }
        return user.id
      }
      let winners = claims.compactMap { try? $0.get() }
      #expect(winners.count == 1)
      for case .failure(let error) in claims { #expect(error as? StoreError == StoreError(.conflict, "")) }
      let holder = try await store.read { try $0.identity(.wallet)?.userID }
      #expect(holder == winners.first)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an update changes labels and last use, never the key or the user`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let users = [try User.sample(), try User.sample()]
      let identity = try Identity.sample(of: users[0], key: .wallet)
      let changed = Identity(
        id: identity.id, userID: users[1].id,
        key: IdentityKey(kind: .near, identifier: "mallory.near", realm: "mainnet"),
        attributes: ["label": "metamask"],
        evidence: ["keys": 1], verifiedAt: moment(500), lastUsedAt: moment(6))
      try await store.write { transaction in
        for user in users { try transaction.insert(user) }
        try transaction.insert(identity)
        try transaction.update(changed)
      }
      var expected = identity
      expected.attributes = changed.attributes
      expected.evidence = changed.evidence
      expected.lastUsedAt = changed.lastUsedAt
      #expect(try await store.read { try $0.identity(identity.id) } == expected)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an identity of an unknown user is refused; a deleted identity is not found`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let identity = try Identity.sample(of: user, key: .wallet)
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.insert(identity) } }
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(identity) } }
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(identity)
        try transaction.deleteIdentity(identity.id)
        try transaction.deleteIdentity(identity.id)
      }
      #expect(try await store.read { try $0.identity(.wallet) } == nil)
    }
  }
}
