import DoorwardAdministration
import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

/// An act reads the rights of its caller in its own transaction: what the caller loses after the check of the request counts.
@Suite struct LostRightsTests {
  /// What happens between the check of a request and its act.
  enum Loss: CaseIterable {
    case nothing, role, removal, ban, deletion, revocation, session, pageSession
  }

  private func lose(_ loss: Loss, _ user: User.ID, _ key: AdministrationKey?, of server: TestServer)
    async throws
  {
    try await server.withStore { store in
      let now = server.clock.wallClock.now
      try await store.write { transaction in
        switch loss {
        case .nothing: break
        case .role:
          try transaction.setAdministrator(
            Administrator(user: user, role: .support, addedBy: "test", addedAt: now))
        case .removal: _ = try transaction.removeAdministrator(user)
        case .ban:
          let ban = try UserBan(reason: nil, end: nil, at: now)
          try transaction.ban(user, ban, by: .system, at: now)
        case .deletion:
          try transaction.schedule(
            PendingDeletion(requestedAt: now, dueAt: now.addingTimeInterval(86_400)), of: user)
        case .revocation:
          if let key { _ = try transaction.revokeAdministrationKey(key.id, at: now) }
        case .session, .pageSession:
          let isPage = loss == .pageSession
          for session in try transaction.liveSessions(
            of: user, at: now, lastingOnly: false, after: nil, limit: .max)
          where isPage ? session.carrier == .cookie : session.applicationID == Application.dashboardID {
            _ = try transaction.end(session.id, because: .signedOut, at: now)
          }
        }
      }
    }
  }

  /// The code with which the act of a caller is refused; nil if it is done.
  private func refusal(
    of caller: AdministrationCaller, after loss: Loss, _ user: User.ID, _ key: AdministrationKey?,
    on server: TestServer
  ) async throws -> String? {
    try await lose(loss, user, key, of: server)
    let clock = server.clock.wallClock
    return try await server.withStore { store in
      let acts = BackendKeyActs(store: store, clock: clock, random: .system)
        .using(CallerStore(store, clock: clock, of: caller, for: .writeKeys))
      do {
        _ = try await acts.create("made", for: "default", [.introspect], by: caller.origin)
        #expect(try await acts.all().count == 1)
        return nil
      } catch let problem as Problem {
        // Neither the key nor its event.
        #expect(try await acts.all().isEmpty)
        let events = try await store.read { try $0.events(after: nil, limit: 1000) }
        #expect(!events.contains { $0.type == "api_key.created" })
        return problem.code
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func keyWhoseCreatorLosesRightsDoesNotAct(_ loss: Loss) async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let owner = try await TestAdministrator(server, role: .owner)
      let user = try #require(User.ID(owner.id))
      let clock = server.clock.wallClock
      let (key, caller) = try await server.withStore { store in
        let (key, _) = try await AdministrationKeyActs(store: store, clock: clock, random: .system)
          .create("robot", [.writeKeys], lifetime: 3600, creator: user, by: .system)
        let caller = try await store.read {
          try AdministrationCaller.holder(
            ofKey: key.hash, client: ClientDescription(), in: $0, at: clock.now)
        }
        return (key, try #require(caller))
      }
      let code = try await refusal(of: caller, after: loss, user, key, on: server)
      switch loss {
      case .nothing, .session, .pageSession: #expect(code == nil)
      case .role: #expect(code == "insufficient_scope")
      case .removal, .ban, .deletion, .revocation: #expect(code == "invalid_client")
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func administratorWhoLosesRightsDoesNotAct(_ loss: Loss) async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let owner = try await TestAdministrator(server, role: .owner)
      try await owner.signIn()
      let user = try #require(User.ID(owner.id))
      let clock = server.clock.wallClock
      let caller = try await server.withStore { store in
        try await store.read { snapshot in
          let live = try snapshot.liveSessions(
            of: user, at: clock.now, lastingOnly: false, after: nil, limit: .max)
          let session = try #require(live.first { $0.applicationID == Application.dashboardID })
          let page = try #require(live.first { $0.carrier == .cookie })
          return try AdministrationCaller.administrator(
            of: session.id, page: page.id, client: ClientDescription(), in: snapshot, at: clock.now)
        }
      }
      let code = try await refusal(of: try #require(caller), after: loss, user, nil, on: server)
      switch loss {
      case .nothing, .revocation: #expect(code == nil)
      case .role: #expect(code == "insufficient_scope")
      case .removal, .ban, .deletion, .session, .pageSession: #expect(code == "signed_out")
      }
    }
  }
}
