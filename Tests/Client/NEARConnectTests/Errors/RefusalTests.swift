import Encodings
import NEARConnect
import Testing

/// A refusal by the user is a cancellation, in every format in which wallets report it.
@MainActor struct RefusalTests {
  private func error(_ reply: TestHost.Reply) async throws -> NEARError {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    let scene = try TestScene(accounts: [.mainnet: account])
    scene.host.reply = { call, _ in call == "signMessage" ? reply : .value(.null) }
    return try #require(
      await #expect(throws: NEARError.self) {
        try await scene.manager.signMessage(message: "hello", recipient: "app.near")
      })
  }

  nonisolated static let refusals = [
    #"{"code":4001,"message":"Denied"}"#, #"{"code":"4001","message":""}"#, #"{"code":4001}"#,
    #"{"error":{"code":4001,"message":"no"}}"#, #"{"message":"{\"code\":4001,\"message\":\"no\"}"}"#,
    #"{"message":"failed","data":{"code":4001}}"#,
    #"{"message":"failed","cause":{"message":"User rejected"}}"#,
    #"{"code":"ACTION_REJECTED","message":"nope"}"#, #"{"code":5000,"message":"nope"}"#,
    #"{"name":"UserRejectedRequestError","message":"nope"}"#, #"{"message":"userRejected"}"#,
    #"{"message":"The user has rejected the request."}"#, #"{"message":"User cancelled the action"}"#,
    #"{"message":"User closed the window"}"#, #"{"message":"Transaction rejected by user"}"#,
    #"{"reason":"User denied transaction signature"}"#,
  ]

  @Test(arguments: refusals) func refusalIsACancellation(_ thrown: String) async throws {
    let error = try await error(.thrown(JSONParser.parse(thrown)))
    #expect(error.code == .rejected)
    #expect(error.isCancellation)
  }

  @Test(arguments: [
    #"{"error":{"code":4001,"message":"no"}}"#, #"{"error":"User rejected"}"#,
    #"{"success":false,"message":"User rejected"}"#, #""{\"error\":{\"code\":4001}}""#,
  ])
  func answerThatReportsRefusalIsACancellation(_ answer: String) async throws {
    let error = try await error(.value(JSONParser.parse(answer)))
    #expect(error.code == .rejected)
  }

  @Test(arguments: [
    #"{"code":-32000,"message":"Transaction rejected: nonce too low"}"#,
    #"{"code":4100,"message":"Unauthorized"}"#,
    #"{"message":"Request failed with status 4001"}"#, #"{"message":""}"#, #"{"code":4002}"#, #"{}"#,
    #"{"message":"The node rejected the transaction"}"#,
  ])
  func walletFailureIsNotACancellation(_ thrown: String) async throws {
    let error = try await error(.thrown(JSONParser.parse(thrown)))
    #expect(error.code == .walletFailed)
    #expect(!error.isCancellation)
  }

  @Test func answerThatReportsFailureIsThatFailure() async throws {
    let error = try await error(.value(["error": ["message": "no gas"]]))
    #expect(error.code == .walletFailed)
    #expect(error.reason.contains("no gas"))
  }

  @Test(arguments: [.null, false, ""] as [JSONValue])
  func answerWithEmptyErrorIsNotAFailure(_ error: JSONValue) async throws {
    let scene = try TestScene()
    scene.host.reply = { call, _ in
      .value(call == "signIn" ? ["accounts": [["accountId": "alice.near"]], "error": error] : .null)
    }
    #expect(try await scene.manager.signIn(walletId: "plain").account.accountId == "alice.near")
  }

  @Test func closingWindowIsACancellation() {
    #expect(NEARError.cancelled.isCancellation)
    #expect(!NEARError.timedOut.isCancellation)
  }

  /// The wallet may have sent a transaction before the request ended.
  @Test(arguments: [NEARError.timedOut, .bridgeTerminated])
  func errorWithUnknownOutcomeAdvisesToCheckFirst(_ error: NEARError) {
    #expect(error.reason.hasSuffix("Before you repeat a transaction, check whether it was sent."))
  }

  // MARK: Catching

  @Test func errorsAreCaughtByName() async throws {
    let scene = try TestScene()
    do {
      _ = try await scene.manager.signMessage(message: "hello", recipient: "app.near")
      Issue.record("signed")
    } catch NEARError.notSignedIn {
    }
    do {
      _ = try await scene.manager.signIn(walletId: "unknown")
      Issue.record("connected")
    } catch NEARError.notSignedIn, NEARError.Code.rejected {
      Issue.record("caught as another error")
    } catch NEARError.Code.unknownWallet {
    }
    do {
      throw CancellationError()
    } catch NEARError.cancelled {
      Issue.record("caught as another error")
    } catch is CancellationError {
    }
  }

  @Test func typedErrorsAreCaughtByName() {
    func fail() throws(NEARError) { throw .timedOut }
    do throws(NEARError) { try fail() } catch NEARError.timedOut {} catch { Issue.record("\(error)") }
  }

  // MARK: The last error

  @Test func lastErrorClearsWithNextSuccess() async throws {
    let scene = try TestScene()
    scene.manager.connect(walletId: "unknown")
    try await scene.settle { scene.manager.lastError != nil }
    try await scene.manager.signIn(walletId: "both")
    #expect(scene.manager.lastError == nil)
    // First an error of the app itself, then the error of an operation that was refused while another waited.
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call == "signMessage" { return .nothing }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    let waiting = Task { try await scene.manager.signMessage(message: "hello", recipient: "app.near") }
    try await scene.settle { scene.host.waiting("signMessage") != nil }
    scene.manager.connect()
    try await scene.settle { scene.manager.lastError != nil }
    let call = try #require(scene.host.calls.last { $0.name == "signMessage" })
    let signed = try scene.wallet.signed(call.arguments["messageParams"] ?? .null)
    scene.host.send(["id": .integer(call.id), "value": signed])
    _ = try await waiting.value
    #expect(scene.manager.lastError == nil)
  }

  @Test func lastErrorOfPageClearsWhenPageIsReady() async throws {
    let scene = try TestScene()
    scene.host.reply = { _, _ in .failure("The wallet library could not be loaded") }
    try await scene.settle { scene.manager.lastError != nil }
    scene.host.reply = { _, _ in .value(.null) }
    scene.manager.retry()
    try await scene.settle { scene.manager.isBridgeReady }
    #expect(scene.manager.lastError == nil)
  }

  @Test func signOutClearsLastError() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    let scene = try TestScene(accounts: [.mainnet: account])
    scene.manager.lastError = "Something failed."
    try await scene.manager.signOut()
    #expect(scene.manager.lastError == nil)
  }
}
