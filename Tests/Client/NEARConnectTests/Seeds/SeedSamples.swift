import Encodings
import Foundation
import NEARConnect
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The samples of the documents from which this library's API comes. They are unchanged except for edits that
// every reader makes: a type with the wallet manager around them, the reader's own backend and its types, uses
// of results, and line breaks. The samples that need the keychain or a view are in Tests/Client/SeedSamples, which
// compiles for Apple's platforms. The sample with `SecRandomCopyBytes` is also there, because Linux lacks that
// function; here Swift creates the random bytes. `signInWithVerification` and `choosesNetworks` are only
// compiled: the first posts to a host on the internet, and the second creates web views.

/// The reader's own backend.
@MainActor struct Backend {
  func checkAccess(accountId: String, signature: String) async throws -> Bool { !signature.isEmpty }
  func verifySignature(accountId: String, signature: String, publicKey: String) async throws -> Bool {
    !signature.isEmpty && !publicKey.isEmpty
  }
  func verify2FA(username: String, accountId: String, signature: String) async throws {}
  func verifyWithNonce(signature: String, nonce: [UInt8]) async throws {}
}

enum AuthError: Error { case signatureMissing }
struct AuthResponse: Decodable { let token: String }

@MainActor struct SeedSamples {
  let walletManager: NEARWalletManager
  let backend = Backend()

  func signIn() async throws {
    let result = try await walletManager.connectAndSignMessage(
      message: "Sign in to MyApp",
      recipient: "myapp.near"
    )

    // User is now connected and authenticated
    print("Signed in as: \(result.account.accountId)")
  }

  func signInWithVerification() async throws {
    // Step 1: Connect and sign
    let result = try await walletManager.connectAndSignMessage(
      message: "Sign in to MyApp at \(Date())",
      recipient: "myapp.near"
    )

    guard let signature = result.signedMessage else {
      throw AuthError.signatureMissing
    }

    // Step 2: Send to backend for verification
    let authToken = try await verifySignature(
      accountId: result.account.accountId,
      publicKey: result.account.publicKey ?? "",
      signature: signature
    )

    // Step 3: Store auth token
    UserDefaults.standard.set(authToken, forKey: "authToken")
  }

  private func verifySignature(
    accountId: String,
    publicKey: String,
    signature: String
  ) async throws -> String {
    // Call your backend API
    // swift-format-ignore: NeverForceUnwrap
    let url = URL(string: "https://api.myapp.com/auth/verify")!
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")

    let body = [
      "accountId": accountId,
      "publicKey": publicKey,
      "signature": signature,
    ]
    request.httpBody = try JSONSerialization.data(withJSONObject: body)

    let (data, _) = try await URLSession.shared.data(for: request)
    let response = try JSONDecoder().decode(AuthResponse.self, from: data)

    return response.token
  }

  func signInWithExpiry() async throws {
    let timestamp = Date().timeIntervalSince1970
    let expiryTimestamp = timestamp + (60 * 60)  // 1 hour

    let message = """
      Sign in to MyApp
      Timestamp: \(timestamp)
      Expires: \(expiryTimestamp)
      """

    let result = try await walletManager.connectAndSignMessage(
      message: message,
      recipient: "myapp.near"
    )

    // Store both signature and expiry
    UserDefaults.standard.set(result.signedMessage, forKey: "signature")
    UserDefaults.standard.set(expiryTimestamp, forKey: "signatureExpiry")
  }

  func login() async throws {
    let result = try await walletManager.connectAndSignMessage(
      message: "Sign in to access your account",
      recipient: "myapp.near"
    )

    // User is authenticated by their NEAR account
    await loadUserProfile(accountId: result.account.accountId)
  }

  func unlockPremiumContent() async throws {
    let result = try await walletManager.connectAndSignMessage(
      message: "Verify ownership to access premium content",
      recipient: "content.near"
    )

    let hasAccess = try await backend.checkAccess(
      accountId: result.account.accountId,
      signature: result.signedMessage ?? ""
    )

    if hasAccess {
      showPremiumContent()
    }
  }

  func secondFactorAuth(username: String) async throws {
    let result = try await walletManager.connectAndSignMessage(
      message: "Second factor authentication for \(username)",
      recipient: "auth.near"
    )

    try await backend.verify2FA(
      username: username,
      accountId: result.account.accountId,
      signature: result.signedMessage ?? ""
    )
  }

  private func loadUserProfile(accountId: String) async {}
  private func showPremiumContent() {}

  func signInWithCustomNonce() async throws {
    // Generate a nonce (typically from your backend)
    let nonce = generateNonce()

    let result = try await walletManager.connectAndSignMessage(
      message: "Sign in to MyApp",
      recipient: "myapp.near",
      nonce: nonce
    )

    // Verify with backend using the same nonce
    try await backend.verifyWithNonce(
      signature: result.signedMessage ?? "",
      nonce: nonce
    )
  }

  private func generateNonce() -> [UInt8] {
    (0..<32).map { _ in UInt8.random(in: 0...255) }
  }

  func connectToSpecificWallet() {
    // Connect to a specific wallet
    walletManager.connect(walletId: "my-near-wallet")
  }

  func connectAndDisconnect() {
    // User taps "Connect Wallet" button
    walletManager.connect()
    walletManager.disconnect()
  }

  func choosesNetworks() -> [NEARWalletManager] {
    // Mainnet (default)
    let walletManager = NEARWalletManager()
    walletManager.network = .mainnet

    // Testnet
    let testnetManager = NEARWalletManager()
    testnetManager.network = .testnet
    return [walletManager, testnetManager]
  }

  func extractsAccountInformation(_ signInResult: SignInResult) {
    let account = signInResult.account
    print("Account ID: \(account.accountId)")
    print("Wallet ID: \(account.walletId)")
    if let publicKey = account.publicKey {
      print("Public Key: \(publicKey)")
    }

    if let signedMessage = signInResult.signedMessage {
      print("Signed Message: \(signedMessage)")
      // Send to your backend for verification
    }
  }

  func verifiesSignaturesServerSide(_ result: SignInResult) async throws -> Bool {
    // NEVER trust client-side verification alone
    // Always send the signature to your backend
    let isValid = try await backend.verifySignature(
      accountId: result.account.accountId,
      signature: result.signedMessage ?? "",
      publicKey: result.account.publicKey ?? ""
    )
    return isValid
  }

  func connectAndSignMessageWithFallback() async throws -> Bool {
    let result = try await walletManager.connectAndSignMessage(
      message: "Authenticate with MyApp",
      recipient: "myapp.near"
    )

    if let signedMessage = result.signedMessage {
      print("Wallet supports signInAndSignMessage: \(signedMessage)")
    } else {
      print("Wallet only supports basic signIn, no message signature returned")
    }

    // Either way, result.account is populated
    print("Connected account: \(result.account.accountId)")
    return result.signedMessage != nil
  }

  func handleResult() async throws {
    let signInResult: SignInResult = try await walletManager.connectAndSignMessage(
      message: "Sign in to NEAR Connect Demo", recipient: "near-connect-demo.near")
    var output = "account: \(signInResult.account.accountId), wallet: \(signInResult.account.walletId)"
    if let pk = signInResult.account.publicKey {
      output += ", publicKey: \(pk)"
    }
    if let sig = signInResult.signedMessage {
      output += "\nsignedMessage: \(sig)"
    }
    print(output)
  }

  func transactions() async throws -> [TransactionResult] {
    [
      try await walletManager.sendNEAR(to: "bob.near", amountYocto: "1000000000000000000000000"),
      try await walletManager.callFunction(contractId: "app.near", methodName: "set", args: ["key": "value"]),
      try await walletManager.signAndSendTransaction(
        receiverId: "bob.near", actions: [["type": "Transfer", "params": ["deposit": "1"]]]),
    ]
  }
}

@MainActor struct SeedSampleTests {
  @Test func signingSamplesRun() async throws {
    for sample in [
      { (samples: SeedSamples) in try await samples.signIn() }, { try await $0.signInWithCustomNonce() },
      { try await $0.handleResult() },
      { try await $0.signInWithExpiry() }, { try await $0.login() }, { try await $0.unlockPremiumContent() },
      { try await $0.secondFactorAuth(username: "alice") },
    ] as [@MainActor (SeedSamples) async throws -> Void] {
      let scene = try TestScene()
      try await sample(SeedSamples(walletManager: scene.manager))
      #expect(scene.manager.isSignedIn)
    }
  }

  @Test func resultsHavePropertiesOfSamples() async throws {
    let scene = try TestScene()
    let samples = SeedSamples(walletManager: scene.manager)
    let result = try await scene.manager.connectAndSignMessage(message: "hello", recipient: "app.near")
    samples.extractsAccountInformation(result)
    #expect(try await samples.verifiesSignaturesServerSide(result))
  }

  @Test func fallbackSampleRunsInBothCases() async throws {
    let signs = try TestScene()
    #expect(try await SeedSamples(walletManager: signs.manager).connectAndSignMessageWithFallback())
    let plain = try TestScene()
    plain.host.reply = { [wallet = plain.wallet] call, arguments in
      if call == "selectWallet" { return .value("plain") }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    #expect(try await !SeedSamples(walletManager: plain.manager).connectAndSignMessageWithFallback())
  }

  @Test func singleWalletSampleConnects() async throws {
    let scene = try TestScene()
    SeedSamples(walletManager: scene.manager).connectToSpecificWallet()
    try await scene.settle { scene.manager.currentAccount?.walletId == "mynearwallet" }
  }

  @Test func networkCanBeSetAfterInit() async throws {
    let kept = NEARAccount(accountId: "alice.testnet", publicKey: nil, walletId: "both")
    // Testnet
    let testnetManager = try TestScene(accounts: [.testnet: kept]).manager
    testnetManager.network = .testnet
    #expect(testnetManager.currentAccount == kept)
  }
}
