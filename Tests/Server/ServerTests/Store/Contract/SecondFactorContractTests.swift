import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: second factors and recovery codes")
struct SecondFactorContractTests {
  private func factor(of user: User) throws -> SecondFactorRecord {
    SecondFactorRecord(
      id: try SecondFactorRecord.ID(at: moment(0), random: .system), userID: user.id,
      kind: .authenticator(SecondFactorRecord.Authenticator(sealedSecret: [1, 2, 3], lastStep: 10)),
      createdAt: moment(0))
  }

  @Test("Of 100 requests that accept a step at the same time, one succeeds", arguments: StoreKind.allCases)
  func stepOnce(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let factor = try factor(of: user)
      try await store.write {
        try $0.insert(user)
        try $0.insert(factor)
      }
      let answers = await together(100) { _ in
        try await store.write { try $0.accept(step: 11, of: factor.id, after: 10) }
      }
      #expect(try answers.map { try $0.get() }.filter { $0 }.count == 1)
      #expect(
        try await store.read { try $0.secondFactors(of: user.id) }.map(\.authenticator?.lastStep) == [11])
    }
  }

  @Test("A recovery code is removed once, and another user does not have it", arguments: StoreKind.allCases)
  func codeOnce(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let hashes = (0..<3).map { [UInt8](repeating: $0, count: 32) }
      try await store.write {
        for user in [user, other] { try $0.insert(user) }
        try $0.setRecoveryCodes(hashes, of: user.id)
      }
      #expect(try await store.write { try $0.useRecoveryCode(hashes[0], of: other.id) } == false)
      let answers = await together(100) { _ in
        try await store.write { try $0.useRecoveryCode(hashes[0], of: user.id) }
      }
      #expect(try answers.map { try $0.get() }.filter { $0 }.count == 1)
      #expect(try await store.read { try $0.recoveryCodes(of: user.id) } == Array(hashes[1...]))
      try await store.write { try $0.setRecoveryCodes([hashes[0]], of: user.id) }
      #expect(try await store.read { try $0.recoveryCodes(of: user.id) } == [hashes[0]])
    }
  }

  @Test("Factors and recovery codes are removed with the user", arguments: StoreKind.allCases)
  func removedUser(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let factor = try factor(of: user)
      await #expect(throws: StoreError.self) { try await store.write { try $0.insert(factor) } }
      try await store.write {
        try $0.insert(user)
        try $0.insert(factor)
        try $0.setRecoveryCodes([[UInt8](repeating: 1, count: 32)], of: user.id)
      }
      #expect(try await store.read { try $0.hasSecondFactor(user.id) })
      try await store.write { try $0.deleteUser(user.id) }
      #expect(try await store.read { try $0.secondFactors(of: user.id) }.isEmpty)
      #expect(try await store.read { try $0.recoveryCodes(of: user.id) }.isEmpty)
    }
  }

  @Test(
    "An identity is a second factor once, and the factor is removed with it", arguments: StoreKind.allCases)
  func identity(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let identity = try Identity.sample(
        of: user, key: IdentityKey(kind: IdentityKey.Kind(rawValue: "passkey"), identifier: "key"))
      func factor() throws -> SecondFactorRecord {
        SecondFactorRecord(
          id: try SecondFactorRecord.ID(at: moment(0), random: .system), userID: user.id,
          kind: .identity(identity.id, by: SignInMethodName(rawValue: "passkey")), createdAt: moment(1))
      }
      let first = try factor()
      try await store.write { try $0.insert(user) }
      let missing = await #expect(throws: StoreError.self) { try await store.write { try $0.insert(first) } }
      #expect(missing?.code == .missing)
      try await store.write {
        try $0.insert(identity)
        try $0.insert(first)
      }
      #expect(try await store.read { try $0.secondFactors(of: user.id) } == [first])
      #expect(try await store.read { try $0.hasSecondFactor(user.id) })
      let second = try factor()
      let conflict = await #expect(throws: StoreError.self) {
        try await store.write { try $0.insert(second) }
      }
      #expect(conflict?.code == .conflict)
      try await store.write { try $0.deleteIdentity(identity.id) }
      #expect(try await store.read { try $0.secondFactors(of: user.id) }.isEmpty)
    }
  }
}
