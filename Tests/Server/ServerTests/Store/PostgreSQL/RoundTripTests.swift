import DatabaseServers
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// A proxy before the database counts how often the server waits for it.
@Suite("PostgreSQL store: round trips")
struct RoundTripTests {
  /// The round trips of one act: the median, because other tasks of the server read the store once a second.
  private func roundTrips(
    of count: Int, _ proxy: HostileProxy, _ act: (Int) async throws -> Void
  ) async throws -> Int {
    try await act(0)
    var counts: [Int] = []
    for index in 1...count {
      let before = proxy.roundTrips
      try await act(index)
      counts.append(proxy.roundTrips - before)
    }
    return counts.sorted()[count / 2]
  }

  private func withServer(
    _ settings: JSONObject = [:], mailbox: TestMailbox? = nil,
    _ body: (TestServer, HostileProxy) async throws -> Void
  ) async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let proxy = try HostileProxy(to: database.server.port)
    let url = database.server.url(database.name, port: proxy.port, "connections=1")
    var settings = settings
    settings["database"] = .string(url)
    try await TestServer.run(settings, mailbox: mailbox) { server in try await body(server, proxy) }
    withExtendedLifetime(database) {}
  }

  @Test func `sign-ins, sign-ups and refreshes take two round trips`() async throws {
    try await withServer { server, proxy in
      let wallet = EthereumTestWallet()
      let signIns = try await roundTrips(of: 40, proxy) { _ in
        let answer = try await wallet.signIn(server)
        #expect(answer.status == 200)
      }
      #expect(signIns == 2)
      let signUps = try await roundTrips(of: 40, proxy) { _ in
        let answer = try await EthereumTestWallet().signIn(server)
        #expect(answer.status == 200)
      }
      #expect(signUps == 2)
      var token = try #require(try await wallet.signIn(server)["refresh_token"].string)
      let refreshes = try await roundTrips(of: 40, proxy) { index in
        let answer = try await server.listening.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(token)",
          fields: ["Idempotency-Key": "key-\(index)"])
        token = try #require(answer["refresh_token"].string)
      }
      #expect(refreshes == 2)
    }
  }

  @Test func `a sign-in that could be repeated takes two round trips too`() async throws {
    try await withServer { server, proxy in
      let wallet = EthereumTestWallet()
      _ = try await wallet.signIn(server)
      let proofs = try await inOrder(21) { _ in JSONValue.object(try await wallet.proof(server)) }
      let signIns = try await roundTrips(of: 20, proxy) { index in
        let answer = try await server.listening.send(
          .post, "/v1/ethereum/sign-in", proofs[index], fields: ["Idempotency-Key": "key-\(index)"])
        #expect(answer.status == 200)
      }
      #expect(signIns == 2)
    }
  }

  @Test func `the shared rate limit of a client takes one more round trip`() async throws {
    let settings: JSONObject = [
      "trusted_proxies": ["127.0.0.1/32"],
      "rate_limits": ["sign_in_per_minute": 100, "challenge_per_minute": 100, "refresh_per_minute": 100],
    ]
    try await withServer(settings) { server, proxy in
      let client: HTTPFields = ["X-Forwarded-For": "198.51.100.1"]
      let wallet = EthereumTestWallet()
      var token = try #require(try await wallet.signIn(server, fields: client)["refresh_token"].string)
      let proofs = try await inOrder(21) { _ in
        JSONValue.object(try await wallet.proof(server, fields: client))
      }
      let signIns = try await roundTrips(of: 20, proxy) { index in
        let answer = try await server.listening.send(
          .post, "/v1/ethereum/sign-in", proofs[index], fields: client)
        #expect(answer.status == 200)
      }
      #expect(signIns == 3)
      let refreshes = try await roundTrips(of: 20, proxy) { _ in
        let answer = try await server.listening.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(token)", fields: client)
        token = try #require(answer["refresh_token"].string)
      }
      #expect(refreshes == 3)
    }
  }

  private func inOrder<Value>(_ count: Int, _ body: (Int) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for index in 0..<count { values.append(try await body(index)) }
    return values
  }

  /// A call whose reads are announced.
  enum Call: CaseIterable {
    case user, users, userOfAddress, password, passwordOnKnownDevice, code, repeatableCode, refusedCode,
      passkey, exchange

    /// The number of round trips.
    var count: Int {
      switch self {
      case .user: 1
      case .users, .userOfAddress: 3
      // The rows, the count of the guess, and the session.
      case .password, .passwordOnKnownDevice, .code, .repeatableCode, .refusedCode: 3
      case .passkey, .exchange: 2
      }
    }

    var status: Int { self == .refusedCode ? 403 : 200 }
  }

  /// A call and its preparation.
  private typealias Step = (prepare: () async throws -> Void, call: () async throws -> TestAPI.Answer)

  @Test(arguments: Call.allCases)
  func callsTakeAtMostThreeRoundTrips(_ call: Call) async throws {
    let mailbox = TestMailbox()
    var settings = TestPasskey.settings(["methods": ["siwe", "passkey", "password", "code"]])
    settings["applications"] = .array(
      (settings["applications"]?.array ?? []) + (TestClient.settings["applications"]?.array ?? []).dropFirst()
    )
    try await withServer(settings, mailbox: mailbox) { server, proxy in
      let step = try await step(of: call, server, mailbox)
      var least = Int.max
      // The first calls prepare the statements. Other tasks of the server read the store once a second, which adds round trips.
      for _ in 0..<40 where least > call.count {
        try await step.prepare()
        try await waitForQuiet(proxy)
        let before = proxy.roundTrips
        let answer = try await step.call()
        #expect(answer.status == call.status)
        least = min(least, proxy.roundTrips - before)
      }
      #expect(least == call.count)
    }
  }

  /// Waits until the server has delivered its messages, so that it does nothing but the call.
  private func waitForQuiet(_ proxy: HostileProxy) async throws {
    var (last, quietSince) = (proxy.roundTrips, ContinuousClock.now)
    try await wait(until: "the server is idle") {
      if proxy.roundTrips != last { (last, quietSince) = (proxy.roundTrips, .now) }
      return quietSince.duration(to: .now) > .milliseconds(30)
    }
  }

  private func step(of call: Call, _ server: TestServer, _ mailbox: TestMailbox) async throws -> Step {
    let codes = try TestCodes(server, mailbox)
    switch call {
    case .user:
      let token = try await EthereumTestWallet().signIn(server).account
      return ({}, { try await server.listening.send(.get, "/v1/user", bearer: token) })
    case .users:
      for _ in 0..<20 { _ = try await EthereumTestWallet().signIn(server) }
      let key = try await server.apiKey()
      return (
        {},
        {
          let answer = try await server.listening.send(.get, "/v1/users?limit=100", bearer: key)
          #expect(answer["items"].array?.count == 20)
          return answer
        }
      )
    case .userOfAddress:
      _ = try await codes.registered("ada@example.com")
      let key = try await server.apiKey()
      return (
        {},
        {
          let answer = try await server.listening.send(
            .get, "/v1/users?email=ada@example.com", bearer: key)
          #expect(answer["items"].array?.count == 1)
          return answer
        }
      )
    case .password, .passwordOnKnownDevice:
      let session = try await codes.registered("ada@example.com")
      let fields: HTTPFields =
        call == .password ? [:] : ["Doorward-Device": session.fields["Doorward-Device"] ?? ""]
      return (
        { server.clock.advance(by: 1) },
        { try await codes.signIn("ada@example.com", password: TestCodes.password, fields: fields) }
      )
    case .code, .repeatableCode, .refusedCode:
      let session = try await codes.signIn("ada@example.com")
      if call == .refusedCode {
        let user = try #require(session["user"]["id"]?.string)
        #expect(try await server.administer { try await $0.banUser(user, reason: nil, end: nil) })
      }
      var sent: (challenge: TestAPI.Answer, code: String)?
      var number = 0
      return (
        {
          // A refused sign-in is a guess, after which the next one may have to wait.
          if call == .refusedCode { server.clock.advance(by: 1000) }
          let challenge = try await codes.send(to: "ada@example.com")
          let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
          sent = (challenge, code)
          number += 1
        },
        {
          let (challenge, code) = try #require(sent)
          return try await codes.signIn(
            challenge, code, fields: call != .repeatableCode ? [:] : ["Idempotency-Key": "key-\(number)"])
        }
      )
    case .passkey:
      var passkey = try TestPasskey(server)
      _ = try await passkey.signUp()
      var body = JSONObject()
      return (
        { body = try passkey.authentication(try await passkey.authenticationOptions()) },
        { try await passkey.signIn(body) }
      )
    case .exchange:
      let browser = TestBrowser(server)
      _ = try await EthereumTestWallet().signIn(browser)
      let client = try TestClient.site(server)
      var code = ""
      return (
        { code = try await client.code(browser, ["scope": "openid profile"]) },
        { try await client.exchange(code) }
      )
    }
  }
}
