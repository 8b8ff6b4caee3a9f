import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Calls of the SDK that store something, whose answers are lost. The server stores it once.
@MainActor struct LostAnswerTests {
  private static let email = "ada@example.com"

  /// A call that stores something.
  enum Call: String, CaseIterable, Sendable {
    case password, userName, anonymousUser, wallet, linkedWallet, newPasskeyUser, passkey, address,
      authenticator,
      chosenCode, secondFactor, enrollment, enrolledPasskey, newPassword, reauthentication

    /// The route that the call stores with.
    var path: String {
      switch self {
      case .password: "/v1/password/sign-in"
      case .userName: "/v1/password/sign-up"
      case .anonymousUser: "/v1/anonymous"
      case .wallet, .reauthentication: "/v1/ethereum/sign-in"
      case .newPassword: "/v1/password/change"
      case .linkedWallet: "/v1/ethereum/link"
      case .newPasskeyUser, .passkey: "/v1/passkeys/registration"
      case .address: "/v1/code/verify"
      case .authenticator: "/v1/second-factors/totp/confirm"
      case .chosenCode: "/v1/second-factors/code"
      case .secondFactor, .enrollment, .enrolledPasskey: "/v1/second-factor/verify"
      }
    }

    fileprivate var isOfNewFactor: Bool {
      [.authenticator, .chosenCode, .enrollment, .enrolledPasskey].contains(self)
    }
  }

  /// What a call has stored: the sessions, the passkeys, the other identities and the second factors of its user.
  private struct Stored: Equatable {
    var sessions = 1
    var passkeys = 0
    var identities = 1
    var factors = 0
    var recoveryCodes = 0
  }

  private let passkeys = TestPasskeys.ofDomain(verifiesUser: false)
  private let verifyingPasskeys = TestPasskeys.ofDomain()

  private func client(_ call: Call) async throws -> Client {
    let isRequired = call == .enrollment || call == .enrolledPasskey
    let server = try await RunningServer.withPasskeys(
      #", "second_factor": {"required": \#(isRequired), "codes": ["email"]}"#)
    return try Client(server, passkeys: call == .enrolledPasskey ? passkeys : verifyingPasskeys)
  }

  /// Prepares a call.
  ///
  /// - Returns: The call, which returns its recovery codes, and what the server has after it.
  private func prepare(
    _ call: Call, _ client: Client
  ) async throws -> (run: () async throws -> [String], stored: Stored) {
    let doorward = client.doorward
    var stored = Stored()
    switch call {
    case .password:
      try await client.register(Self.email)
      try await doorward.signOut()
      return (
        {
          try await client.login(); return []
        }, stored
      )
    case .userName:
      return (
        {
          _ = try await doorward.password.signUp(username: "lovelace", password: Client.password).state
          return []
        }, stored
      )
    case .anonymousUser:
      stored.identities = 0
      return (
        {
          try await doorward.anonymous.login(); return []
        }, stored
      )
    case .wallet:
      let message = try await doorward.siwe.generateMessage(params: client.server.params(client.wallet))
      let signature = try client.wallet.personalSign(message)
      return (
        {
          try await doorward.siwe.login(message: message, signature: signature); return []
        }, stored
      )
    case .linkedWallet:
      try await client.register(Self.email)
      stored.identities = 2
      let message = try await doorward.siwe.generateMessage(
        params: client.server.params(client.wallet), purpose: .link)
      let signature = try client.wallet.personalSign(message)
      return (
        {
          try await doorward.siwe.link(message: message, signature: signature); return []
        }, stored
      )
    case .newPasskeyUser:
      stored.passkeys = 1
      stored.identities = 0
      return (
        {
          try await doorward.passkey.signUp(); return []
        }, stored
      )
    case .passkey:
      try await client.register(Self.email)
      stored.passkeys = 1
      return (
        {
          try await doorward.passkey.link(); return []
        }, stored
      )
    case .address:
      try await client.signIn()
      stored.identities = 2
      let challenge = try await doorward.code.send(email: Self.email, for: .verify)
      let code = try #require(await client.server.code(to: Self.email))
      return (
        {
          try await doorward.code.verify(challenge, code: code); return []
        }, stored
      )
    case .authenticator:
      try await client.register(Self.email)
      let enrollment = try await doorward.secondFactor.addAuthenticator()
      let authenticator = try TestAuthenticator(enrollment)
      (stored.factors, stored.recoveryCodes) = (1, 10)
      var attempts = 0
      return (
        {
          // The user types the code that the authenticator shows by then.
          attempts += 1
          let code = try authenticator.code(at: Date().addingTimeInterval(attempts > 1 ? 600 : 0))
          return try await doorward.secondFactor.confirm(enrollment, code: code).recoveryCodes
        }, stored
      )
    case .chosenCode:
      try await client.register(Self.email)
      (stored.factors, stored.recoveryCodes) = (1, 10)
      return ({ try await doorward.secondFactor.addCode(by: .email).recoveryCodes }, stored)
    case .secondFactor:
      try await client.register(Self.email)
      let (authenticator, _) = try await client.addAuthenticator()
      try await doorward.signOut()
      let challenge = try await client.login().secondFactor
      (stored.factors, stored.recoveryCodes) = (1, 10)
      let code = try authenticator.code(at: Date().addingTimeInterval(30))
      return (
        {
          try await doorward.secondFactor.verify(challenge, code: code); return []
        }, stored
      )
    case .enrollment:
      let challenge = try await client.signUp(Self.email).secondFactor
      let enrollment = try await doorward.secondFactor.enroll(challenge)
      let code = try TestAuthenticator(enrollment.authenticator).code(at: Date())
      (stored.factors, stored.recoveryCodes) = (1, 10)
      return ({ try await doorward.secondFactor.finish(enrollment, code: code).recoveryCodes }, stored)
    case .enrolledPasskey:
      let challenge = try await client.signUp(Self.email).secondFactor
      (stored.passkeys, stored.factors, stored.recoveryCodes) = (1, 1, 10)
      return ({ try await doorward.secondFactor.enrollPasskey(challenge).recoveryCodes }, stored)
    case .newPassword:
      try await client.register(Self.email)
      return (
        {
          try await doorward.password.change(from: Client.password, to: "another horse battery staple")
          return []
        }, stored
      )
    case .reauthentication:
      try await client.signIn()
      let message = try await doorward.siwe.generateMessage(params: client.server.params(client.wallet))
      let signature = try client.wallet.personalSign(message)
      return (
        {
          try await doorward.reauthenticate {
            try await $0.siwe.login(message: message, signature: signature)
          }
          return []
        }, stored
      )
    }
  }

  private func stored(_ client: Client) async throws -> Stored {
    let identities = client.doorward.currentUser?.info.identities ?? []
    let factors = try await client.doorward.secondFactor.all()
    return Stored(
      sessions: try await client.doorward.sessions.all().count,
      passkeys: identities.count { $0.type == "passkey" },
      identities: identities.count { $0.type != "passkey" }, factors: factors.factors.count,
      recoveryCodes: factors.recoveryCodesLeft)
  }

  /// One answer is lost: the call succeeds, and the app notices nothing.
  @Test(.timeLimit(.minutes(1)), arguments: Call.allCases)
  func callIsSentAgainAfterOneLostAnswer(_ call: Call) async throws {
    let client = try await client(call)
    let (run, expected) = try await prepare(call, client)
    await client.wire.next(call.path, .loseAnswer)
    let codes = try await run()
    #expect(codes.count == (call.isOfNewFactor ? 10 : 0))
    #expect(try await stored(client) == expected)
    #expect(await passkeys.passkeys.count + verifyingPasskeys.passkeys.count == expected.passkeys)
  }

  /// All answers are lost, so the call fails. The app calls again.
  @Test(.timeLimit(.minutes(1)), arguments: Call.allCases)
  func repeatedCallStoresNothingElse(_ call: Call) async throws {
    let client = try await client(call)
    let (run, expected) = try await prepare(call, client)
    await client.wire.loseAnswers(call.path)
    let lost = await #expect(throws: DoorwardError.self) { try await run() }
    #expect(lost?.isOffline == true)
    let codes = try await run()
    #expect(codes.count == (call.isOfNewFactor ? 10 : 0))
    #expect(try await stored(client) == expected)
    #expect(await passkeys.passkeys.count + verifyingPasskeys.passkeys.count == expected.passkeys)
  }

  /// A request that the server cannot have read is not sent again at once.
  @Test(.timeLimit(.minutes(1))) func requestThatWasNotSentFailsAtOnce() async throws {
    let client = try await client(.userName)
    await client.wire.cut(Call.userName.path)
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.password.signUp(username: "lovelace", password: Client.password)
    }
    #expect(error?.isOffline == true)
    #expect(await client.wire.count(Call.userName.path) == 1)
  }

  /// A request that was answered gets another key when the app makes it again.
  @Test(.timeLimit(.minutes(1))) func nextSignInOpensAnotherSession() async throws {
    let client = try await client(.password)
    try await client.register(Self.email)
    try await client.doorward.signOut()
    var sessions: Set<String> = []
    for _ in 0..<2 {
      try await client.login()
      sessions.formUnion(try await client.doorward.sessions.all().filter(\.isCurrent).map(\.id))
      try await client.doorward.signOut()
    }
    #expect(sessions.count == 2)
  }

  /// The first registration never arrived, and its challenge is over: the user makes another passkey.
  @Test(.timeLimit(.minutes(1))) func registrationThatNeverArrivedDoesNotPreventAnother() async throws {
    let client = try await client(.newPasskeyUser)
    await client.wire.next(Call.newPasskeyUser.path, .drop)
    await #expect(throws: DoorwardError.self) { try await client.doorward.passkey.signUp() }
    client.time.advance(by: 3600)
    #expect(try await client.doorward.passkey.signUp().state.isLoggedIn)
    #expect(try await client.doorward.sessions.all().count == 1)
  }
}

extension Client {
  @discardableResult fileprivate func login() async throws -> SignInOutcome {
    try await doorward.password.login(identifier: "ada@example.com", password: Self.password)
  }
}
