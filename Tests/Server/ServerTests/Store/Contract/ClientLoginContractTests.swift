import DoorwardStore
import Foundation
import Testing

/// The sign-ins to clients that get logout tokens, on both stores.
@Suite struct ClientLoginContractTests {
  /// Two pages of a user, with a sign-in to two clients each. The client's sessions of the first page are live.
  fileprivate struct Scene {
    let user: User
    let pages: [Session]
    let brief: Session
    let lasting: Session

    init(_ store: any Store) async throws {
      let user = try User.sample()
      self.user = user
      pages = try (0..<2).map { _ in try Session.sample(of: user, lastUsedAt: moment(50)) }
      brief = try Session.sample(
        of: user, applicationID: "site", scopes: Scopes("openid"))
      lasting = try Session.sample(
        of: user, applicationID: "shop", lastUsedAt: moment(1), scopes: Scopes("openid offline_access"))
      let (sessions, logins) = (pages + [brief, lasting], try logins)
      try await store.write { transaction in
        try transaction.insert(user)
        for session in sessions { try transaction.insert(session) }
        for login in logins { try transaction.replace(with: login) }
        for application in ["site", "shop"] {
          try transaction.grant(Scopes("openid"), of: user.id, to: application)
        }
      }
    }

    private var logins: [ClientLogin] {
      get throws {
        try pages.flatMap { page in
          try [brief, lasting].map { session in
            let id = page.id == pages[0].id ? session.id : try Session.ID(at: moment(0), random: .system)
            return ClientLogin(
              page: page.id, applicationID: session.applicationID, session: id, user: user.id,
              expiresAt: page.expiresAt)
          }
        }
      }
    }

    /// The sign-ins that have a due logout token: the number of the page, and the client.
    func due(_ store: any Store, at instant: Date = moment(100)) async throws -> Set<String> {
      try await store.write { transaction in
        var due: Set<String> = []
        for client in ["site", "shop"] {
          let logins = try transaction.claimDueLogouts(
            to: client, at: instant, Self.claim(until: instant), limit: 9)
          for login in logins { due.insert("\(login.page == pages[0].id ? 0 : 1) \(login.applicationID)") }
        }
        return due
      }
    }

    static func claim(until end: Date) throws -> DeliveryClaim {
      DeliveryClaim(id: try DeliveryClaim.ID(at: moment(0), random: .system), until: end)
    }
  }

  /// A change of the store that ends sessions, and the sign-ins that end with it.
  struct Ending: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ended: Set<String>
    fileprivate let change: @Sendable (Scene, any StoreWriting) throws -> Void

    fileprivate init(
      _ name: String, _ ended: Set<String>,
      _ change: @escaping @Sendable (Scene, any StoreWriting) throws -> Void
    ) {
      (testDescription, self.ended, self.change) = (name, ended, change)
    }

    static let all: Set = ["0 site", "0 shop", "1 site", "1 shop"]
    static let cases = [
      Ending("page signs out", ["0 site", "0 shop"]) {
        try $1.end($0.pages[0].id, because: .signedOut, at: moment(100))
      },
      Ending("operator ends a page", ["1 site", "1 shop"]) {
        try $1.end($0.pages[1].id, because: .endedByBackend, at: moment(100))
      },
      Ending("operator ends the session of a client", ["0 site"]) {
        try $1.end($0.brief.id, because: .endedByBackend, at: moment(100))
      },
      Ending("client signs out", []) { try $1.end($0.lasting.id, because: .signedOut, at: moment(100)) },
      Ending("expired session ends", []) {
        try $1.end($0.lasting.id, because: .replaced, at: moment(60_000))
      },
      Ending("all sessions of the user but one end", all) {
        try $1.endSessions(of: $0.user.id, except: $0.pages[0].id, because: .passwordChanged, at: moment(100))
      },
      Ending("all sessions of the user but that of a client end", all.subtracting(["0 shop"])) {
        try $1.endSessions(of: $0.user.id, except: $0.lasting.id, because: .endedByUser, at: moment(100))
      },
      Ending("sessions of all users end", all) { _, transaction in
        while try transaction.endSessions(limit: 1, because: .endedByOperator, at: moment(100)) > 0 {}
      },
      Ending("brief session ends because of the limit", []) {
        try $1.endSessions(of: $0.user.id, areBrief: true, leaving: 0, at: moment(100))
      },
      Ending("lasting session ends because of the limit", ["0 shop"]) {
        try $1.endSessions(of: $0.user.id, areBrief: false, leaving: 2, at: moment(100))
      },
      Ending("limit is lowered", all) {
        try $1.endSessions(of: $0.user.id, areBrief: false, leaving: 0, at: moment(100))
      },
      Ending("user withdraws what a client may do", ["0 site", "1 site"]) {
        _ = try $1.withdrawGrant(of: $0.user.id, to: "site", at: moment(100))
      },
      Ending("user is deleted", all) { try $1.deleteUser($0.user.id) },
      Ending("application is removed", []) { try $1.endApplication("site", at: moment(100)) },
    ]
  }

  @Test(arguments: StoreKind.allCases, Ending.cases)
  func logoutIsDueForExactlyTheSignInsThatEnd(_ kind: StoreKind, _ ending: Ending) async throws {
    try await kind.withStore { store in
      let scene = try await Scene(store)
      let other = try await Scene(store)
      try await store.write { try ending.change(scene, $0) }
      #expect(try await scene.due(store) == ending.ended)
      guard ending.testDescription != "sessions of all users end" else { return }
      #expect(try await store.read { try $0.session(other.pages[0].id)?.ending == nil })
    }
  }

  @Test(arguments: StoreKind.allCases) func rolledBackEndTellsNobody(_ kind: StoreKind) async throws {
    struct Stop: Error {}
    try await kind.withStore { store in
      let scene = try await Scene(store)
      await #expect(throws: Stop.self) {
        try await store.write { transaction in
          try transaction.end(scene.pages[0].id, because: .signedOut, at: moment(100))
          throw Stop()
        }
      }
      #expect(try await scene.due(store).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func claimedLogoutIsFreeAfterItsLease(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let scene = try await Scene(store)
      _ = try await store.write { try $0.end(scene.brief.id, because: .banned, at: moment(10)) }
      #expect(try await store.read { try !$0.hasDueLogout(to: "site", at: moment(9)) })
      #expect(try await store.read { try $0.hasDueLogout(to: "site", at: moment(10)) })
      #expect(try await store.read { try !$0.hasDueLogout(to: "shop", at: moment(10)) })
      func claim(at milliseconds: Int64) async throws -> (DeliveryClaim, [ClientLogin]) {
        let claim = try Scene.claim(until: moment(milliseconds + 40))
        return (
          claim,
          try await store.write {
            try $0.claimDueLogouts(to: "site", at: moment(milliseconds), claim, limit: 9)
          }
        )
      }
      let (first, logins) = try await claim(at: 10)
      let login = try #require(logins.first)
      #expect(logins.count == 1 && login.page == scene.pages[0].id && login.user == scene.user.id)
      #expect(login.attempts == 1 && login.expiresAt == moment(60_000))
      #expect(try await claim(at: 49).1.isEmpty)
      // The first process was killed.
      let (second, again) = try await claim(at: 50)
      #expect(again.map(\.attempts) == [2])
      #expect(try await store.write { try !$0.finish(login, claim: first.id, next: nil) })
      #expect(try await store.write { try $0.finish(again[0], claim: second.id, next: moment(70)) })
      #expect(try await claim(at: 69).1.isEmpty)
      let (third, last) = try await claim(at: 70)
      #expect(last.map(\.attempts) == [3])
      #expect(try await store.write { try $0.finish(last[0], claim: third.id, next: nil) })
      #expect(try await claim(at: 200).1.isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func newSignInFromTheSamePageReplacesALogoutThatWaits(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let scene = try await Scene(store)
      _ = try await store.write { try $0.end(scene.brief.id, because: .endedByBackend, at: moment(10)) }
      let session = try Session.ID(at: moment(20), random: .system)
      try await store.write {
        try $0.replace(
          with: ClientLogin(
            page: scene.pages[0].id, applicationID: "site", session: session, user: scene.user.id,
            expiresAt: moment(60_000)))
      }
      #expect(try await scene.due(store).isEmpty)
      _ = try await store.write { try $0.end(scene.pages[0].id, because: .signedOut, at: moment(30)) }
      #expect(try await scene.due(store) == ["0 site", "0 shop"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func noTokenIsSentAfterTheSessionWouldHaveExpired(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let scene = try await Scene(store)
      _ = try await store.write { try $0.end(scene.pages[0].id, because: .signedOut, at: moment(10)) }
      #expect(try await store.read { try !$0.hasDueLogout(to: "site", at: moment(60_000)) })
      #expect(try await scene.due(store, at: moment(60_000)).isEmpty)
      #expect(
        try await store.write { try $0.purgeClientLogins(expiredBefore: moment(60_000), limit: 9) } == 0)
      #expect(
        try await store.write { try $0.purgeClientLogins(expiredBefore: moment(60_001), limit: 3) } == 3)
      #expect(
        try await store.write { try $0.purgeClientLogins(expiredBefore: moment(60_001), limit: 9) } == 1)
    }
  }
}
