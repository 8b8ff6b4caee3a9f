import DoorwardServer
import Foundation
import Testing

@Suite("Store contract: keys of NEAR identities")
struct NEARKeyContractTests {
  let user: User
  let identity: Identity

  init() throws {
    user = try User.sample()
    identity = try Identity.sample(
      of: user, key: IdentityKey(kind: .near, identifier: "alice.near", network: "mainnet"))
  }

  /// Opens a store that holds the user and the identity.
  private func withStore(_ kind: StoreKind, _ body: (any Store) async throws -> Void) async throws {
    try await kind.withStore { store in
      try await store.write { [user, identity] transaction in
        try transaction.insert(user)
        try transaction.insert(identity)
      }
      try await body(store)
    }
  }

  private func key(_ name: String, seen height: Int64? = nil, at milliseconds: Int64 = 0) -> ProvenNEARKey {
    ProvenNEARKey(publicKey: name, seenHeight: height, provenAt: moment(milliseconds))
  }

  @Test(arguments: StoreKind.allCases)
  func `keys come back as they went in, the last used first`(_ kind: StoreKind) async throws {
    try await withStore(kind) { [identity] store in
      let keys = [
        key(awkwardText, seen: .max, at: 3), key("ed25519:b", seen: 0, at: 2), key("ed25519:a", at: -1),
      ]
      #expect(try await store.read { try $0.nearKeys(of: identity.id) } == [])
      try await store.write { transaction in
        for each in [keys[1], keys[0], keys[2]] { try transaction.remember(each, of: identity.id) }
      }
      let read = try await store.read { try $0.nearKeys(of: identity.id) }
      #expect(read == keys)
      #expect(isSame(read.first?.publicKey, awkwardText))
      #expect(try await store.write { try $0.nearKeys(of: identity.id) } == keys)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a key proven again keeps the height it was first seen at and the latest proof`(_ kind: StoreKind)
    async throws
  {
    try await withStore(kind) { [identity] store in
      let proofs = [
        key("k", at: 5), key("k", seen: 7, at: 6), key("k", seen: 9, at: 4), key("k", at: 1),
      ]
      let expected = [key("k", at: 5), key("k", seen: 7, at: 6), key("k", seen: 7, at: 6)]
      for (proof, expected) in zip(proofs, expected + [expected[2]]) {
        try await store.write { try $0.remember(proof, of: identity.id) }
        #expect(try await store.read { try $0.nearKeys(of: identity.id) } == [expected])
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `past the limit the key proven longest ago is forgotten`(_ kind: StoreKind) async throws {
    try await withStore(kind) { [identity] store in
      let limit = ProvenNEARKey.limit
      let keys = (0..<limit).map { key("k\($0)", at: Int64($0)) }
      let (again, one, more) = (key("k0", at: 100), key("new", at: 101), key("newer", at: 102))
      try await store.write { transaction in
        for each in keys { try transaction.remember(each, of: identity.id) }
        try transaction.remember(again, of: identity.id)
      }
      #expect(try await store.read { try $0.nearKeys(of: identity.id).count } == limit)
      try await store.write { transaction in
        try transaction.remember(one, of: identity.id)
        try transaction.remember(more, of: identity.id)
      }
      #expect(
        try await store.read { try $0.nearKeys(of: identity.id) } == [more, one, again]
          + keys.dropFirst(3).reversed())
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `keys are forgotten, alone or with their identity or user, and never another's`(_ kind: StoreKind)
    async throws
  {
    try await withStore(kind) { [user, identity] store in
      let other = try User.sample()
      let others = try ["mainnet", "testnet"].map { network in
        try Identity.sample(
          of: other, key: IdentityKey(kind: .near, identifier: "bob.near", network: network))
      }
      let known = key("k")
      try await store.write { transaction in
        try transaction.insert(other)
        for each in others { try transaction.insert(each) }
        for each in others + [identity] { try transaction.remember(known, of: each.id) }
      }
      func holders() async throws -> [Identity.ID] {
        try await store.read { snapshot in
          try ([identity] + others).map(\.id).filter { try snapshot.nearKeys(of: $0) == [known] }
        }
      }
      #expect(try await holders() == [identity.id] + others.map(\.id))
      try await store.write { transaction in
        try transaction.forgetNEARKeys(of: identity.id)
        try transaction.forgetNEARKeys(of: identity.id)
      }
      #expect(try await holders() == others.map(\.id))
      try await store.write { transaction in
        try transaction.remember(known, of: identity.id)
        try transaction.deleteIdentity(others[0].id)
      }
      #expect(try await holders() == [identity.id, others[1].id])
      // The same identity once more begins with nothing.
      try await store.write { try $0.insert(others[0]) }
      #expect(try await holders() == [identity.id, others[1].id])
      try await store.write { try $0.deleteUser(other.id) }
      #expect(try await holders() == [identity.id])
      #expect(try await store.write { try $0.purge(before: moment(1_000_000_000), limit: 100) } == 0)
      #expect(try await holders() == [identity.id])
      #expect(try await store.read { try $0.user(user.id) } == user)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a key of an identity that is not there is missing, and the transaction goes on`(_ kind: StoreKind)
    async throws
  {
    try await withStore(kind) { [identity] store in
      let nobody = try Identity.ID(random: .system)
      let (stray, known) = (key("stray"), key("known"))
      try await store.write { transaction in
        #expect(throws: StoreError(.missing, "")) { try transaction.remember(stray, of: nobody) }
        try transaction.forgetNEARKeys(of: nobody)
        try transaction.remember(known, of: identity.id)
      }
      #expect(try await store.read { try $0.nearKeys(of: nobody) } == [])
      #expect(try await store.read { try $0.nearKeys(of: identity.id) } == [known])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `100 proofs by as many keys at once leave the limit of them`(_ kind: StoreKind) async throws {
    try await withStore(kind) { [identity] store in
      let results = await together(100) { index in
        let known = ProvenNEARKey(publicKey: "k\(index)", seenHeight: nil, provenAt: moment(Int64(index)))
        try await store.write { try $0.remember(known, of: identity.id) }
      }
      for result in results { try result.get() }
      let left = try await store.read { try $0.nearKeys(of: identity.id) }
      #expect(left.map(\.publicKey) == (0..<ProvenNEARKey.limit).map { "k\(99 - $0)" })
    }
  }
}
