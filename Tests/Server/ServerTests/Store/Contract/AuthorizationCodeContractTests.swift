import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: authorization codes")
struct AuthorizationCodeContractTests {
  private func code(
    _ session: Session, challenge: [UInt8]? = [0, 255], expiresAt: Date = moment(60_000)
  ) throws -> AuthorizationCode {
    AuthorizationCode(
      hash: try RandomSource.system.bytes(32), applicationID: awkwardText, redirectURI: awkwardText,
      challenge: challenge, nonce: awkwardText, scopes: Scopes([.openID, .account]), shown: Scopes([.openID]),
      pageSession: session.id, expiresAt: expiresAt)
  }

  private func withSession(
    _ kind: StoreKind, _ body: (any Store, User, Session) async throws -> Void
  ) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
      }
      try await body(store, user, session)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a code is read exactly as it was stored`(_ kind: StoreKind) async throws {
    try await withSession(kind) { store, _, session in
      let unbound = try code(session, challenge: nil)
      try await store.write { try $0.insert(unbound) }
      #expect(try await store.write { try $0.lockedAuthorizationCode(hash: unbound.hash) } == unbound)
      let code = try code(session)
      try await store.write { try $0.insert(code) }
      let held = try await store.write { try $0.lockedAuthorizationCode(hash: code.hash) }
      #expect(held == code)
      #expect(isSame(held?.redirectURI, awkwardText) && isSame(held?.nonce, awkwardText))
      #expect(
        try await store.write { try $0.lockedAuthorizationCode(hash: [UInt8](repeating: 0, count: 32)) }
          == nil)
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(code) } }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the end of all other sessions spends the codes of the session that continues`(
    _ kind: StoreKind
  ) async throws {
    try await withSession(kind) { store, user, session in
      let (fresh, used, foreign) = (try code(session), try code(session), try Session.sample(of: user))
      let other = try code(foreign)
      var spent = used
      spent.usedAt = moment(1)
      spent.openedSession = session.id
      let first = spent
      try await store.write { transaction in
        try transaction.insert(foreign)
        for each in [fresh, used, other] { try transaction.insert(each) }
        try transaction.update(first)
        try transaction.endSessions(of: user.id, except: session.id, because: .passwordChanged, at: moment(2))
      }
      var void = fresh
      void.usedAt = moment(2)
      for expected in [void, spent, other] {
        #expect(
          try await store.write { try $0.lockedAuthorizationCode(hash: expected.hash) } == expected)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the use of a code cannot be undone`(_ kind: StoreKind) async throws {
    try await withSession(kind) { store, _, session in
      let fresh = try code(session)
      var used = fresh
      used.usedAt = moment(1)
      used.openedSession = session.id
      let spent = used
      try await store.write { transaction in
        try transaction.insert(fresh)
        try transaction.update(spent)
        try transaction.update(fresh)
      }
      #expect(try await store.write { try $0.lockedAuthorizationCode(hash: fresh.hash) } == spent)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a code belongs to a session on the page, and is deleted with it`(_ kind: StoreKind) async throws {
    try await withSession(kind) { store, user, session in
      let stranger = try code(try Session.sample(of: user))
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.insert(stranger) } }
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(stranger) } }
      let code = try code(session)
      try await store.write { try $0.insert(code) }
      try await store.write { try $0.deleteUser(user.id) }
      #expect(try await store.write { try $0.lockedAuthorizationCode(hash: code.hash) } == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the purge deletes expired codes, up to its limit`(_ kind: StoreKind) async throws {
    try await withSession(kind) { store, _, session in
      let codes = try (0..<4).map { try code(session, expiresAt: moment($0 < 3 ? 9 : 10)) }
      try await store.write { transaction in for code in codes { try transaction.insert(code) } }
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 2) } == 2)
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 2) } == 1)
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 2) } == 0)
      #expect(try await store.write { try $0.lockedAuthorizationCode(hash: codes[3].hash) } == codes[3])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a session keeps the scopes that it was opened with`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let plain = try Session.sample(of: user)
      let scoped = Session(
        id: try Session.ID(at: moment(0), random: .system), userID: user.id, applicationID: "site",
        carrier: .tokens,
        createdAt: moment(0), lastUsedAt: moment(0), expiresAt: moment(60_000),
        proofs: [try .sample()], keySalt: [], client: ClientDescription(),
        scopes: Scopes([.openID, .offlineAccess]))
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(plain)
        try transaction.insert(scoped)
        try transaction.update(scoped)
      }
      #expect(try await store.read { try $0.session(scoped.id) } == scoped)
      #expect(try await store.read { try $0.session(plain.id)?.scopes } == nil)
    }
  }
}
