import Doorward
import DoorwardOpenSSL
import DoorwardTesting
import Encodings
import Foundation
import JOSE
import JOSESignatures
import Testing

/// The control that a test has over the double.
@MainActor struct DoubleControlTests {
  @Test(.timeLimit(.minutes(1))) func testWalletSignsIn() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    let state = try await doorward.siwe.login(with: wallet)
    #expect(state.isLoggedIn)
    #expect(state.user?.info.identities.first?.identifier == wallet.address)
    #expect(await server.users == [state.user?.id])
    #expect(await server.count("/v1/ethereum/sign-in") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func testNEARWalletSignsIn() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestNearWallet(accountId: "ada.near")
    let challenge = try await doorward.near.challenge()
    let state = try await doorward.near.login(challenge, proof: wallet.sign(challenge))
    #expect(state.user?.info.identities.first?.identifier == "ada.near")
  }

  @Test func testWalletsMakeWellFormedSignatures() async throws {
    for _ in 0..<200 {
      let server = DoorwardTestServer()
      let doorward = Doorward(server.configuration)
      #expect(try await doorward.siwe.login(with: TestEthereumWallet()).isLoggedIn)
    }
  }

  @Test(.timeLimit(.minutes(1))) func tokensVerifyWithThePublishedKeys() async throws {
    let server = DoorwardTestServer(time: DoorwardTestClock(Date(timeIntervalSince1970: 1_900_000_000)))
    let doorward = Doorward(server.configuration)
    let user = try await doorward.siwe.login(with: TestEthereumWallet()).user
    let token = try await doorward.accessToken()
    let keys = try JSONWebKeySet(.object(await server.jwks()))
    let verifier = JWTVerifier(keys: keys, algorithms: [.es256], context: try OpenSSLContext())
    let policy = JWTPolicy.all([
      .type("at+jwt"), .issuer("https://accounts.test"),
      .audience("https://accounts.test/applications/default"), .time(),
    ])
    let now = Timestamp(seconds: 1_900_000_001)
    let verified = try verifier.verify(token, policy: policy, at: now)
    #expect(verified.claims.subject == user?.id)
    let stranger = try JSONWebKeySet(.object(await DoorwardTestServer().jwks()))
    let other = JWTVerifier(keys: stranger, algorithms: [.es256], context: try OpenSSLContext())
    #expect(throws: JOSEError.self) { try other.verify(token, policy: policy, at: now) }
  }

  @Test(.timeLimit(.minutes(1))) func advancedClockExpiresTokens() async throws {
    let server = DoorwardTestServer()
    var configuration = server.configuration
    configuration.renewsAhead = false
    let doorward = Doorward(configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    let token = try await doorward.accessToken()
    server.advance(by: .seconds(15 * 60))
    let renewed = try await doorward.accessToken()
    #expect(renewed != token)
    #expect(await server.count("/v1/token") == 1)
    server.advance(by: .seconds(31 * 24 * 3600))
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await doorward.accessToken() }
  }

  @Test(.timeLimit(.minutes(1))) func advancedClockEndsWaits() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    let token = try await doorward.accessToken()
    // The SDK renews the token as soon as the clock reaches the time for it.
    while await server.count("/v1/token") == 0 {
      server.advance(by: .seconds(60))
      try await Task.sleep(for: .milliseconds(1))
    }
    for await state in doorward.authStates where state.credential.map({ $0.accessToken != token }) == true {
      break
    }
  }

  @Test(.timeLimit(.minutes(1))) func orderedAnswerReplacesTheNextOne() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    await server.next(.problem(status: 429, code: "rate_limited", retryAfter: 7), for: "/v1/ethereum/message")
    let limited = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.login(with: TestEthereumWallet())
    }
    #expect(limited?.code.rawValue == "rate_limited")
    #expect(limited?.retryAfter == .seconds(7))
    #expect(limited?.traceID?.isEmpty == false)
    await server.next(.offline, for: "/v1/ethereum/sign-in")
    let offline = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.login(with: TestEthereumWallet())
    }
    #expect(offline?.isOffline == true)
    #expect(await server.users.isEmpty)
    for _ in 0..<3 { await server.next(.lost, for: "/v1/ethereum/sign-in") }
    await #expect(throws: DoorwardError.self) { try await doorward.siwe.login(with: TestEthereumWallet()) }
    #expect(await server.users.count == 1)
    await server.next(
      .response(DoorwardResponse(status: 200, body: Array("<html>".utf8))), for: "/v1/ethereum/message")
    let portal = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.login(with: TestEthereumWallet())
    }
    #expect(portal?.code == .malformedAnswer)
    #expect(try await doorward.siwe.login(with: TestEthereumWallet()).isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func renewalRetriesWithoutWaiting() async throws {
    let server = DoorwardTestServer()
    var configuration = server.configuration
    configuration.renewsAhead = false
    let doorward = Doorward(configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    server.advance(by: .seconds(15 * 60))
    await server.next(.lost, for: "/v1/token")
    await server.next(.problem(status: 503, code: "store_unavailable"), for: "/v1/token")
    _ = try await doorward.accessToken()
    #expect(await server.count("/v1/token") == 3)
  }

  @Test(.timeLimit(.minutes(1))) func heldRequestWaitsForRelease() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    await server.next(.held, for: "/v1/ethereum/sign-in")
    let signingIn = Task { try await doorward.siwe.login(with: TestEthereumWallet()) }
    let request = await server.request(for: "/v1/ethereum/sign-in")
    #expect(request?.method == "POST")
    #expect(await server.users.isEmpty)
    #expect(!doorward.isLoggedIn)
    await server.release()
    #expect(try await signingIn.value.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func delayedRequestWaitsForTheClock() async throws {
    let server = DoorwardTestServer()
    var configuration = server.configuration
    configuration.renewsAhead = false
    let doorward = Doorward(configuration)
    await server.next(.delayed(.seconds(30)), for: "/v1/ethereum/message")
    let signingIn = Task { try await doorward.siwe.login(with: TestEthereumWallet()) }
    while server.time.waits == 0 { try await Task.sleep(for: .milliseconds(1)) }
    server.advance(by: .seconds(29))
    #expect(server.time.waits == 1)
    #expect(await server.users.isEmpty)
    server.advance(by: .seconds(1))
    #expect(try await signingIn.value.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func offlineServerReceivesNothing() async throws {
    let server = DoorwardTestServer()
    let storage = InMemorySessionStorage()
    var configuration = server.configuration
    configuration.storage = storage
    try await Doorward(configuration).siwe.login(with: TestEthereumWallet())
    await server.setOffline(true)
    // After a relaunch without a network: signed in, unverified.
    let again = Doorward(configuration)
    for await state in again.authStates where state.isLoggedIn {
      #expect(state.user?.isVerified == false)
      break
    }
    await server.setOffline(false)
    #expect(try await again.user.refresh()?.isVerified == true)
  }

  @Test(.timeLimit(.minutes(1))) func changedOfferApplies() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["near"]))
    let doorward = Doorward(server.configuration)
    let refused = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.login(with: TestEthereumWallet())
    }
    #expect(refused?.code.rawValue == "method_not_offered")
    await server.changeOffer {
      $0.methods = ["siwe"]
      $0.domains = ["my-domain.com"]
      $0.uris = ["https://my-domain.com"]
    }
    let state = try await doorward.siwe.login(
      with: TestEthereumWallet(), appDomain: "my-domain.com", appUri: "https://my-domain.com")
    #expect(state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func endedSessionSignsOut() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let user = try #require(try await doorward.siwe.login(with: TestEthereumWallet()).user)
    let session = try #require(await server.sessions(of: user.id).first)
    #expect(await server.endSession(session))
    #expect(await !server.endSession(session))
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
      try await doorward.user.refresh()
    }
    for await state in doorward.authStates where !state.hasUser { break }
  }

  @Test(.timeLimit(.minutes(1))) func deletedUserIsSignedOut() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    let user = try #require(try await doorward.siwe.login(with: wallet).user)
    await server.updateAppMetadata(of: user.id, ["role": "admin"])
    #expect(try await doorward.user.refresh()?.info.appMetadata == ["role": "admin"])
    #expect(await server.user(user.id)?["app_metadata"] == ["role": "admin"])
    await server.deleteUser(user.id)
    await #expect(throws: DoorwardError.self) { try await doorward.user.refresh() }
    #expect(try await doorward.siwe.login(with: wallet).user?.id != user.id)
  }

  @Test(.timeLimit(.minutes(1))) func recentSignInIsRequired() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    try await doorward.siwe.login(with: wallet)
    await server.requireRecentSignIn()
    await #expect(throws: DoorwardError(code: .recentSignInRequired, reason: "")) {
      try await doorward.user.delete()
    }
    try await doorward.siwe.login(with: wallet)
    try await doorward.user.delete()
    #expect(doorward.authState.isSignedOut)
  }

  @Test(.timeLimit(.minutes(1))) func judgedProofIsRefused() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    await server.judgeProofs { $0.method != "siwe" }
    let refused = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.login(with: TestEthereumWallet())
    }
    #expect(refused?.code.rawValue == "wrong_signer")
  }

  @Test(.timeLimit(.minutes(1))) func requestsToOtherAddressesFail() async throws {
    let server = DoorwardTestServer()
    var configuration = server.configuration
    configuration.serverURL = try #require(URL(string: "https://accounts.test.example"))
    let elsewhere = Doorward(configuration)
    await #expect(throws: DoorwardError(code: .offline, reason: "")) { try await elsewhere.near.challenge() }
  }

  @Test(.timeLimit(.minutes(1))) func cancelledWaitEnds() async throws {
    let clock = DoorwardTestClock()
    let waiting = Task { try await clock.clock.sleep(.seconds(60)) }
    while clock.waits == 0 { try await Task.sleep(for: .milliseconds(1)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(clock.waits == 0)
  }

  @Test func elapsedTimeStandsStill() {
    let time = DoorwardTestClock()
    let clock = time.clock
    let before = clock.elapsed()
    #expect(clock.elapsed() == before)
    time.advance(by: .seconds(90))
    #expect(clock.elapsed() - before == .seconds(90))
  }

  @Test(.timeLimit(.minutes(1))) func waitDoesNotEndEarly() async throws {
    let time = DoorwardTestClock()
    let waiting = Task { try await time.clock.sleep(.seconds(5.5)) }
    while time.waits == 0 { try await Task.sleep(for: .milliseconds(1)) }
    time.advance(by: .seconds(5.25))
    #expect(time.waits == 1)
    time.advance(by: .seconds(0.25))
    try await waiting.value
  }

  @Test(.timeLimit(.minutes(1))) func repeatedShortWaitsUseLittleProcessor() async throws {
    let clock = DoorwardTestClock().clock
    var shortest = Duration.seconds(1)
    for _ in 0..<200 {
      let start = ContinuousClock.now
      try await clock.sleep(.seconds(1))
      shortest = min(shortest, ContinuousClock.now - start)
    }
    #expect(shortest >= .milliseconds(1))
  }

  @Test(.timeLimit(.minutes(1))) func guestSecretExpiresLikeASession() async throws {
    let server = DoorwardTestServer(DoorwardTestOffer(methods: ["guest"]))
    var configuration = server.configuration
    configuration.renewsAhead = false
    let doorward = Doorward(configuration)
    func guest() async throws -> String {
      let claims = try await doorward.accessToken().split(separator: ".")[1]
      return try #require(JSONParser.parse(Base64URL.decode(String(claims)))["sub"]?.string)
    }
    let first = try await guest()
    server.advance(by: .seconds(30 * 24 * 3600 - 1))
    #expect(try await guest() == first)
    server.advance(by: .seconds(15 * 60))
    #expect(try await guest() != first)
  }
}
