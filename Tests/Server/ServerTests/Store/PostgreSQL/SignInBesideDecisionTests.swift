import DatabaseServers
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPostgreSQL
import DoorwardServer
import Encodings
import Foundation
import Sampling
import Testing

/// A sign-in or a refresh of a server, at the same time as a request that decides whether it is allowed.
///
/// The test holds a lock on the row that both change, until both wait for it. PostgreSQL then lets them continue in the order in
/// which they came.
@Suite("PostgreSQL store: sign-ins beside decisions about their user")
struct SignInBesideDecisionTests {
  enum Act: CaseIterable {
    case signIn
    case refresh
  }

  enum Decision: CaseIterable {
    case ban
    case deletion
    case removalOfIdentity
    case newSecondFactor
  }

  enum Order: CaseIterable {
    case actFirst
    case decisionFirst
  }

  struct Case: CustomTestStringConvertible {
    let act: Act
    let decision: Decision
    let order: Order

    static let all: [Case] = Act.allCases.flatMap { act in
      Decision.allCases.flatMap { decision in
        Order.allCases.map { Case(act: act, decision: decision, order: $0) }
      }
    }.filter { $0.act == .signIn || $0.decision != .newSecondFactor }

    var testDescription: String { "\(act), \(decision), \(order)" }

    /// Locks the row that both change, without a change. The rows of the second wallet are the newest ones.
    var lock: StaticString {
      switch (act, decision) {
      case (.refresh, _): "SELECT id FROM sessions ORDER BY created_at DESC LIMIT 1 FOR NO KEY UPDATE"
      case (.signIn, .removalOfIdentity):
        "SELECT id FROM identities ORDER BY verified_at DESC LIMIT 1 FOR NO KEY UPDATE"
      case (.signIn, _): "SELECT id FROM users FOR NO KEY UPDATE"
      }
    }
  }

  /// A user with two wallets. The sessions of the second one end with it.
  private struct Scene: Sendable {
    let server: TestServer
    let wallet: EthereumTestWallet
    let user: String
    /// A session by the first wallet, which makes the decisions.
    let owner: TestAPI.Answer
    /// A session by the second wallet, which is refreshed.
    let session: TestAPI.Answer
    let proof: JSONValue
    let apiKey: String

    init(_ server: TestServer) async throws {
      self.server = server
      let first = EthereumTestWallet()
      wallet = EthereumTestWallet()
      owner = try await first.signIn(server)
      user = try #require(owner["user"]["id"]?.string)
      server.clock.advance(by: 1)
      #expect(try await wallet.link(server, owner.account).status == 200)
      session = try await wallet.signIn(server)
      proof = .object(try await wallet.proof(server))
      apiKey = try await server.apiKey()
    }

    func perform(_ act: Act) async throws -> TestAPI.Answer {
      switch act {
      case .signIn: try await server.listening.send(.post, "/v1/ethereum/sign-in", proof)
      case .refresh:
        try await server.listening.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(session.refreshToken)",
          fields: ["Idempotency-Key": "key-1"])
      }
    }

    /// Makes a decision and expects that it succeeds.
    func perform(_ decision: Decision) async throws {
      switch decision {
      case .ban:
        let answer = try await server.listening.send(.post, "/v1/users/\(user)/ban", [:], bearer: apiKey)
        #expect(answer.status == 204)
      case .deletion:
        let answer = try await server.listening.send(.delete, "/v1/user", bearer: owner.account)
        #expect(answer.status == 204)
      case .removalOfIdentity:
        let path = "/v1/user/identities/\(try session.identity(wallet))"
        #expect(try await server.listening.send(.delete, path, bearer: owner.account).status == 204)
      case .newSecondFactor:
        _ = try await TestAuthenticator.add(server, bearer: owner.account)
      }
    }

    /// Whether an answer has a session with which the user can be read.
    func isLive(_ answer: TestAPI.Answer) async throws -> Bool {
      guard answer.status == 200 else { return false }
      let user = try await server.listening.send(.get, "/v1/user", bearer: answer.account)
      // The wallet of a removed identity signs up another user.
      return user.status == 200 && user["id"].string == self.user
    }
  }

  @Test(.takesLong("Each case waits for locks of the database."), arguments: Case.all)
  func `no session outlives the decision that ends it`(_ test: Case) async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    try await TestServer.run(["database": .string(database.url(""))]) { server in
      let scene = try await Scene(server)
      guard case .postgresql(let settings) = server.configuration.database else { throw UnexpectedAnswer() }
      let (holder, observer) = (try PostgreSQLConnection(settings), try PostgreSQLConnection(settings))
      let act = { Task { try await scene.perform(test.act) } }
      let decide = { Task { try await scene.perform(test.decision) } }
      try holder.run("BEGIN")
      try holder.run(test.lock)
      let (acting, deciding): (Task<TestAPI.Answer, any Error>, Task<Void, any Error>)
      switch test.order {
      case .actFirst:
        acting = act()
        try await waitForLocks(of: 1, observer)
        deciding = decide()
      case .decisionFirst:
        deciding = decide()
        try await waitForLocks(of: 1, observer)
        acting = act()
      }
      try await waitForLocks(of: 2, observer)
      try holder.run("COMMIT")
      let answer = try await acting.value
      try await deciding.value
      switch test.order {
      case .actFirst:
        #expect(answer.status == 200)
        // A new second factor is asked for at the next sign-in.
        #expect(try await scene.isLive(answer) == (test.decision == .newSecondFactor))
      case .decisionFirst:
        #expect(try await scene.isLive(answer) == false)
      }
    }
    withExtendedLifetime(database) {}
  }

  /// Waits until a number of transactions of the database wait for a lock.
  private func waitForLocks(of count: Int64, _ observer: PostgreSQLConnection) async throws {
    try await wait(until: "\(count) transactions wait for the row") {
      let waiting = try? observer.run(
        """
        SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted \
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())
        """
      ).row(0).integer(0)
      return waiting == count
    }
  }
}
