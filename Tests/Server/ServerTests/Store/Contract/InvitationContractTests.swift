import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: invitations")
struct InvitationContractTests {
  private static func invitation(
    _ email: String, to application: String = "shop", at created: Int64 = 0, expires: Int64 = 100
  ) throws -> Invitation {
    Invitation(
      id: try Invitation.ID(at: moment(created), random: .system), applicationID: application,
      address: IdentityKey(kind: .email, identifier: email), inviter: "Ann", createdAt: moment(created),
      expiresAt: moment(expires))
  }

  @Test(arguments: StoreKind.allCases)
  func `an invitation is found by its address and application`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let invitation = try Self.invitation("a@example.com")
      try await store.write { try $0.put(invitation) }
      let phone = IdentityKey(kind: .phone, identifier: "a@example.com")
      func find(_ address: IdentityKey, _ application: String) async throws -> Invitation? {
        try await store.read { try $0.invitation(of: address, to: application) }
      }
      #expect(try await find(invitation.address, "shop") == invitation)
      #expect(try await find(invitation.address, "game") == nil)
      #expect(try await find(phone, "shop") == nil)
      #expect(invitation.isLive(at: moment(99)) && !invitation.isLive(at: moment(100)))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a new invitation replaces the earlier one of the address`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (first, second) = (
        try Self.invitation("a@example.com"), try Self.invitation("a@example.com", at: 5)
      )
      try await store.write { transaction in
        try transaction.put(first)
        try transaction.accept(first.id, at: moment(3))
        #expect(try transaction.invitation(of: first.address, to: "shop")?.isLive(at: moment(4)) == false)
        try transaction.put(second)
        #expect(try transaction.invitation(of: first.address, to: "shop") == second)
        #expect(try transaction.invitations(to: "shop", after: nil, limit: 9) == [second])
      }
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { try $0.accept(first.id, at: moment(6)) }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `invitations are listed in parts, newest first, and removed`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let invitations = try (0..<5).map { try Self.invitation("\($0)@example.com", at: Int64($0)) }
      let other = try Self.invitation("o@example.com", to: "game")
      try await store.write { transaction in
        for each in (invitations + [other]).shuffled() { try transaction.put(each) }
      }
      let first = try await store.read { try $0.invitations(to: "shop", after: nil, limit: 2) }
      let rest = try await store.read {
        try $0.invitations(to: "shop", after: first.last?.position, limit: 9)
      }
      #expect(first + rest == invitations.reversed())
      #expect(try await store.write { try $0.deleteInvitation(other.id, to: "shop") } == false)
      #expect(try await store.write { try $0.deleteInvitation(other.id, to: "game") })
      #expect(try await store.write { try $0.deleteInvitation(other.id, to: "game") } == false)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an accepted invitation leaves with the address or the user, and an open one stays`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let users = [try User.sample(), try User.sample()]
      let invitations = try ["a", "b"].map { try Self.invitation("\($0)@example.com") }
      let open = try Self.invitation("a@example.com", to: "game")
      let identities = try zip(users, invitations).map { try Identity.sample(of: $0, key: $1.address) }
      try await store.write { transaction in
        for user in users { try transaction.insert(user) }
        for identity in identities { try transaction.insert(identity) }
        for each in invitations + [open] { try transaction.put(each) }
        for each in invitations { try transaction.accept(each.id, at: moment(1)) }
        try transaction.deleteIdentity(identities[0].id)
        try transaction.deleteUser(users[1].id)
      }
      #expect(try await store.read { try $0.invitations(to: "shop", after: nil, limit: 9) } == [])
      #expect(try await store.read { try $0.invitations(to: "game", after: nil, limit: 9) } == [open])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the purge removes expired invitations`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (old, new) = (
        try Self.invitation("a@example.com", expires: 10), try Self.invitation("b@example.com", expires: 30)
      )
      try await store.write { transaction in
        try transaction.put(old)
        try transaction.put(new)
      }
      #expect(try await store.write { try $0.purge(before: moment(20), limit: 10) } == 1)
      #expect(try await store.read { try $0.invitations(to: "shop", after: nil, limit: 9) } == [new])
    }
  }
}
