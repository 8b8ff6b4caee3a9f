import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: keys")
struct KeyContractTests {
  @Test(arguments: StoreKind.allCases)
  func `API keys are found by hash and listed oldest first; a revocation cannot be undone`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let young = try Self.apiKey(hash: [1], createdAt: moment(2), revokedAt: nil)
      let old = try Self.apiKey(hash: [2], createdAt: moment(1), revokedAt: moment(3))
      try await store.write { transaction in
        try transaction.insert(young)
        try transaction.insert(old)
      }
      #expect(try await store.read { try $0.apiKeys() } == [old, young])
      #expect(try await store.read { try $0.apiKey(hash: [2]) } == old)
      #expect(try await store.read { try $0.apiKey(hash: [3]) } == nil)
      #expect(try await store.read { try $0.apiKey(hash: []) } == nil)
      var revoked = young
      revoked.revokedAt = moment(4)
      let first = revoked
      try await store.write { transaction in
        try transaction.update(first)
        try transaction.update(young)
      }
      #expect(try await store.read { try $0.apiKey(hash: [1]) } == first)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `two API keys with the same hash are a conflict; an update of an unknown key is refused`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let key = try Self.apiKey(hash: [7], createdAt: moment(0), revokedAt: nil)
      let duplicate = try Self.apiKey(hash: [7], createdAt: moment(0), revokedAt: nil)
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(key) } }
      try await store.write { try $0.insert(key) }
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(duplicate) } }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `signing keys are listed oldest first; a retirement can change, a revocation cannot be undone`(
    _ kind: StoreKind
  )
    async throws
  {
    try await kind.withStore { store in
      var newer = SigningKeyRecord(
        id: "b", algorithm: "ES256", publicKey: [1, 2], sealedPrivateKey: [3], createdAt: moment(2))
      let older = SigningKeyRecord(
        id: "a", algorithm: "EdDSA", publicKey: [], sealedPrivateKey: [0], createdAt: moment(1),
        retiredAt: moment(3), revokedAt: moment(4))
      let inserted = newer
      try await store.write { transaction in
        try transaction.insert(inserted)
        try transaction.insert(older)
      }
      #expect(try await store.read { try $0.signingKeys() } == [older, newer])
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(older) } }

      newer = SigningKeyRecord(
        id: "b", algorithm: "ES256", publicKey: [1, 2], sealedPrivateKey: [9], createdAt: moment(2),
        retiredAt: moment(5), revokedAt: moment(6))
      let changed = newer
      newer.retiredAt = nil
      newer.revokedAt = nil
      let late = newer
      try await store.write { transaction in
        try transaction.update(changed)
        try transaction.update(late)
      }
      newer.revokedAt = moment(6)
      #expect(try await store.read { try $0.signingKeys().last } == newer)
      let stranger = SigningKeyRecord(
        id: "c", algorithm: "ES256", publicKey: [], sealedPrivateKey: [], createdAt: moment(0))
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(stranger) } }
    }
  }

  static func apiKey(hash: [UInt8], createdAt: Date, revokedAt: Date?) throws -> APIKeyRecord {
    APIKeyRecord(
      id: try APIKeyRecord.ID(at: moment(0), random: .system), applicationID: "default", name: awkwardText,
      hash: hash,
      scopes: [.readUsers, .introspect], createdAt: createdAt, revokedAt: revokedAt)
  }
}
