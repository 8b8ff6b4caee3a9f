import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardServer
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Of any number of parallel uses at two servers with one store, exactly one succeeds.
@Suite struct SharedUseTests {
  private func run(
    _ store: StoreKind, _ settings: JSONObject, mailbox: TestMailbox? = nil,
    _ body: ([TestServer]) async throws -> Void
  ) async throws {
    var settings = settings
    settings["public_url"] = "http://127.0.0.1:1"
    settings["wallet_url"] = "http://localhost:2"
    try await store.withSettings(settings) { settings in
      try await TestServer.run(settings, mailbox: mailbox) { first in
        try await first.beside(settings) { second in try await body([first, second]) }
      }
    }
  }

  @Test("Of 100 parallel uses of one challenge one signs in", arguments: StoreKind.allCases)
  func challenge(_ store: StoreKind) async throws {
    try await run(store, [:]) { servers in
      let proof = JSONValue.object(try await EthereumTestWallet().proof(servers[0]))
      let answers = try await inParallel(100) { index in
        try await servers[index % 2].listening.send(.post, "/v1/ethereum/sign-in", proof)
      }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.code == "challenge_used" }.count == 99)
    }
  }

  @Test("Of 100 parallel exchanges of one authorization code one succeeds", arguments: StoreKind.allCases)
  func authorizationCode(_ store: StoreKind) async throws {
    try await run(store, TestClient.settings) { servers in
      let browser = try await TestBrowser.signedIn(servers[0])
      let client = try TestClient(servers[0])
      let code = try await client.code(browser, ["scope": "account"])
      let answers = try await inParallel(100) { try await client.exchange(code, at: servers[$0 % 2]) }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.code == "invalid_grant" }.count == 99)
    }
  }

  @Test("Of 100 parallel polls with one device code one opens a session", arguments: StoreKind.allCases)
  func deviceCode(_ store: StoreKind) async throws {
    try await run(store, TestDevice.settings) { servers in
      let browser = try await TestBrowser.signedIn(servers[0])
      let device = try await TestDevice(servers[0], scope: "account")
      try await device.decide("allow", browser)
      let answers = try await inParallel(100) { try await device.poll(at: servers[$0 % 2]) }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.code == "invalid_grant" }.count == 99)
    }
  }

  @Test("Of 100 parallel uses of one code from a message one signs in", arguments: StoreKind.allCases)
  func messageCode(_ store: StoreKind) async throws {
    let mailbox = TestMailbox()
    try await run(store, [:], mailbox: mailbox) { servers in
      let codes = try TestCodes(servers[0], mailbox)
      let challenge = try await servers[0].listening.send(
        .post, "/v1/code/send",
        ["email": "ada@example.com", "purpose": "sign_in", "binding": .string(codes.binding.value)])
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let answers = try await inParallel(100) { index in
        try await servers[index % 2].listening.send(
          .post, "/v1/code/sign-in", .object(codes.answer(challenge, code)))
      }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      // At most five guesses of a challenge are compared.
      #expect(answers.filter { $0.code == "challenge_used" }.count <= 4)
    }
  }

  @Test("10,000 guesses over two processes are counted together", arguments: StoreKind.allCases)
  func guesses(_ kind: StoreKind) async throws {
    try await kind.withStores { stores in
      let clock = TestClock()
      let key = try DerivedKey(bytes: [UInt8](repeating: 1, count: 32), library: OpenSSLContext())
      let processes = stores.map { store in
        GuessLimits(store: store, clock: clock.wallClock, key: key, settings: GuessSettings())
      }
      let challenge = AnsweredChallenge(id: try newChallenge(), expiresAt: clock.now.addingTimeInterval(300))
      let identity = IdentityKey(kind: .email, identifier: "ada@example.com")
      let compared = try await inParallel(50) { task in
        var compared = 0
        for index in 0..<200 {
          do {
            let (guess, _, _) = try await processes[(task + index) % 2].count(
              of: .code, identity, on: nil, answering: challenge, before: nil
            ) { _ in }
            if guess == .allowed { compared += 1 }
          } catch let problem as Problem where [401, 429].contains(problem.status) {}
        }
        return compared
      }
      #expect(compared.reduce(0, +) == GuessSettings().perChallenge)
    }
  }
}
