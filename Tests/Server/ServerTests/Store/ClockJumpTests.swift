import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Sampling
import Testing

/// The clock of the machine jumps ahead, the server removes expired rows, and the operator sets the clock back. Used things stay
/// used, and banned addresses stay banned.
@Suite struct ClockJumpTests {
  /// A thing that works once, or until it is revoked.
  enum Thing: CaseIterable {
    case walletProof, sentCode, guessedCode, firstStep, secondStep, newAuthenticator, addedWallet, noticeLink,
      authorizationTicket, authorizationCode, deviceCode, usedRefreshToken, endedSession, bannedAddress
  }

  /// Uses the thing again.
  private typealias Again = () async throws -> TestAPI.Answer

  private static let settings = TestDevice.settings.merging(patch: ["limits": ["deletion_grace": 3600]])
  private let email = "ada@example.com"

  /// A day, longer than the link of a notice works, and longer than a session.
  @Test(
    arguments: Thing.allCases,
    CaseSample.of([86_400, 4 * 86_400, 40 * 86_400] as [TimeInterval], oneIn: 3))
  func usedThingStaysUsed(_ thing: Thing, _ jump: TimeInterval) async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let again = try await use(thing, server, TestCodes(server, mailbox))
      let before = server.clock.now
      try await server.withStore { store in
        let housekeeping = try Housekeeping(
          store: store, clock: server.clock.wallClock, logger: Logger(clock: server.clock.wallClock) { _ in },
          anonymousUserLifetime: 3600)
        await housekeeping.sweep()
        server.clock.advance(by: jump)
        // A sweep of the server itself may have the lease. It ends after two minutes.
        for _ in 0..<3 {
          server.clock.advance(by: 120)
          await housekeeping.sweep()
        }
      }
      server.clock.advance(by: 1 - server.clock.now.timeIntervalSince(before))
      let answer = try await again()
      #expect(
        (400..<500).contains(answer.status) && answer.status != 429, "\(answer.status) \(answer.code ?? "")")
    }
  }

  /// Uses a thing, and checks that it cannot be used again.
  private func use(_ thing: Thing, _ server: TestServer, _ codes: TestCodes) async throws -> Again {
    let again = try await once(thing, server, codes)
    let answer = try await again()
    #expect((400..<500).contains(answer.status), "\(answer.status)")
    return again
  }

  private func once(_ thing: Thing, _ server: TestServer, _ codes: TestCodes) async throws -> Again {
    func sending(_ path: String, _ body: JSONObject, bearer: String? = nil, status: Int = 200) async throws
      -> Again
    {
      let send: Again = { try await server.api.send(.post, path, .object(body), bearer: bearer) }
      #expect(try await send().status == status)
      return send
    }
    let wallet = EthereumTestWallet()
    switch thing {
    case .walletProof: return try await sending("/v1/ethereum/sign-in", wallet.proof(server))
    case .sentCode, .guessedCode:
      let sent = try await codes.send(to: email)
      let code = try await codes.mailbox.next(to: email, .signInCode).code
      if thing == .guessedCode {
        for _ in 0..<5 { #expect(try await codes.signIn(sent, TestCodes.wrong(code)).code == "invalid_code") }
        return { try await codes.signIn(sent, code) }
      }
      return try await sending("/v1/code/sign-in", codes.answer(sent, code))
    case .firstStep, .secondStep:
      let account = try await wallet.signIn(server).account
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let proof = try await wallet.proof(server)
      let waiting = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      if thing == .firstStep {
        // The refusal of the first step has the same status, and another code.
        return {
          let answer = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
          #expect(answer.code == "challenge_used")
          return answer
        }
      }
      let finish: Again = {
        try await server.api.send(
          .post, "/v1/second-factor/verify",
          [
            "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "totp",
            "code": .string(try authenticator.nextCode()), "binding_secret": proof["binding_secret"] ?? .null,
          ])
      }
      #expect(try await finish().status == 200)
      return finish
    case .newAuthenticator:
      let account = try await wallet.signIn(server).account
      let begun = try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: account)
      let authenticator = TestAuthenticator(
        secret: try Base32.decode(begun["secret"].string ?? "", padded: false), clock: server.clock, id: "",
        recoveryCodes: [])
      return try await sending(
        "/v1/second-factors/totp/confirm",
        ["challenge_id": begun["challenge_id"], "code": .string(try authenticator.code())], bearer: account)
    case .addedWallet:
      let account = try await codes.registered(email).account
      return try await sending(
        "/v1/ethereum/link", wallet.proof(server, purpose: "link", bearer: account), bearer: account)
    case .noticeLink:
      let account = try await codes.registered(email).account
      _ = try await sending(
        "/v1/password/change",
        ["current_password": .string(TestCodes.password), "new_password": "another horse battery staple"],
        bearer: account, status: 204)
      let notice = try await codes.mailbox.next(to: email, .passwordChanged)
      #expect(try await server.secure(notice).status == 200)
      return { try await server.secure(notice) }
    case .authorizationTicket, .authorizationCode:
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      if thing == .authorizationCode {
        let code = try await client.code(browser)
        #expect(try await client.exchange(code).status == 200)
        return { try await client.exchange(code) }
      }
      var shown = try await browser.send(
        .post, "/session/authorization", ["ticket": .string(try await client.ticket())])
      #expect(shown["next"] == "confirm")
      let allow = try JSONValue.object(["ticket": #require(shown["ticket"].string.map(JSONValue.string))])
      shown = try await browser.send(.post, "/session/authorization/allow", allow)
      #expect(TestClient.query(of: shown["redirect_to"].string)["code"] != nil)
      return { try await browser.send(.post, "/session/authorization/allow", allow) }
    case .deviceCode:
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      try await device.decide("allow", browser)
      #expect(try await device.poll().status == 200)
      return { try await device.poll() }
    case .usedRefreshToken, .endedSession:
      let session = try await wallet.signIn(server)
      let token = try session.refreshToken
      if thing == .endedSession {
        let ended = try await server.api.send(.post, "/v1/sign-out", [:], bearer: session.account)
        #expect(ended.status == 204)
      } else {
        for key in ["one", "two"] {
          let used = try await server.api.form(
            "/v1/token", "grant_type=refresh_token&refresh_token=\(token)", fields: ["Idempotency-Key": key])
          #expect(used.status == (key == "one" ? 200 : 400))
        }
      }
      return { try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(token)") }
    case .bannedAddress:
      let session = try await codes.registered(email)
      let user = session["user"]["id"]?.string ?? ""
      let end = server.clock.now.addingTimeInterval(3600).formatted(.iso8601)
      #expect(try await server.administer { try await $0.banUser(user, reason: nil, end: end) })
      #expect(try await server.administer { try await $0.deleteUser(user) })
      let key = try await server.apiKey()
      return { [email] in
        try await server.api.send(.post, "/v1/users", ["email": .string(email)], bearer: key)
      }
    }
  }
}
