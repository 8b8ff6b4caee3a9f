internal import Encodings
public import Foundation
internal import NEAR

extension NEARWalletManager {
  // MARK: Connecting

  /// Lets the person choose a wallet and connect it. What comes of it is in ``currentAccount`` and
  /// ``lastError``; ``signIn(walletId:addFunctionCallKey:)`` can be waited for.
  public func connect() {
    pendingConnect = true
    showWalletUI = true
    triggerWalletSelector()
  }

  /// Connects one wallet, by its id. ``signIn(walletId:addFunctionCallKey:)`` can be waited for.
  public func connect(walletId: String, addFunctionCallKey: FunctionCallKey? = nil) {
    begin { manager in
      _ = try await manager.signIn(walletId: walletId, addFunctionCallKey: addFunctionCallKey)
    }
  }

  /// Shows the choice of wallets, when a connection is pending and it is not there yet.
  public func triggerWalletSelector() {
    begin { manager in _ = try await manager.signIn() }
  }

  private func begin(_ body: @escaping @MainActor (NEARWalletManager) async throws -> Void) {
    guard connecting == nil else { return }
    connecting = Task { [weak self] in
      guard let self else { return }
      // Whatever went wrong is in `lastError`.
      do { try await body(self) } catch let error as NEARError { lastError = error.reason } catch {}
      pendingConnect = false
      connecting = nil
    }
  }

  /// Connects a wallet. A wallet that was connected before is signed out.
  ///
  /// - Parameters:
  ///   - walletId: Which; nil lets the user choose.
  ///   - addFunctionCallKey: A key that the wallet adds to the account in the same approval. Whether it did is for
  ///     ``viewAccessKey(_:of:)`` to say.
  /// - Returns: The account, which is the wallet's claim.
  /// - Throws: ``NEAR/NEARError``: `unsupported_wallet`, `unsupported_by_wallet` and others.
  @discardableResult public func signIn(
    walletId: String? = nil, addFunctionCallKey: FunctionCallKey? = nil
  ) async throws -> SignInResult {
    let key = try addFunctionCallKey?.json()
    return try await operate(alone: true) { begun in
      let wallet = try await choose(walletId, adding: key)
      return SignInResult(account: try await connect(wallet, adding: key, begun))
    }
  }

  private func connect(_ wallet: NEARWallet, adding key: JSONValue?, _ begun: Epoch) async throws
    -> NEARAccount
  {
    let answer = try await ask("signIn", of: wallet, key.map { ["addFunctionCallKey": $0] } ?? [:])
    let account = try AccountsAnswer(answer, walletId: wallet.id).account
    try keep(account, begun)
    return account
  }

  private func choose(_ id: String?, adding key: JSONValue?) async throws -> NEARWallet {
    try await bridge.ready()
    let wallet = if let id { try wallet(id) } else { try await choose(adding: key) }
    guard key == nil || wallet.features.contains(.signInWithFunctionCallKey) else {
      throw NEARError.unsupported(by: wallet, "add a key while it connects")
    }
    return wallet
  }

  private func choose(adding key: JSONValue?) async throws -> NEARWallet {
    do {
      let features: JSONObject = key == nil ? [:] : [WalletFeature.signInWithFunctionCallKey.rawValue: true]
      let answer = try await bridge.call(
        "selectWallet", ["features": .object(features)], timeLimit: configuration.operationTimeLimit)
      pendingConnect = false
      guard let id = answer.string else { throw NEARError.malformedAnswer("no wallet was chosen") }
      return try wallet(id)
    } catch let failure as WalletFailure where failure.error == .rejected {
      // To close the choice is not to decline a request.
      throw NEARError.cancelled
    }
  }

  /// Connects a wallet and signs a message: in one approval where the wallet can, in two where it can only
  /// sign, and without a signature where it can only connect.
  ///
  /// - Parameters:
  ///   - message: The text to sign.
  ///   - recipient: For whom it is: mostly the app's own account.
  ///   - nonce: 32 bytes that make it unique, mostly from your backend; nil for random ones.
  ///   - walletId: Which wallet; nil lets the user choose.
  ///   - addFunctionCallKey: A key that the wallet adds to the account, as for
  ///     ``signIn(walletId:addFunctionCallKey:)``.
  /// - Returns: The account, and the signed message unless the wallet cannot sign.
  /// - Throws: ``NEAR/NEARError``. When the user connects and then declines to sign, the account stays
  ///   connected and `rejected` is thrown.
  public func connectAndSignMessage(
    message: String, recipient: String, nonce: [UInt8]? = nil, walletId: String? = nil,
    addFunctionCallKey: FunctionCallKey? = nil
  ) async throws -> SignInResult {
    let asked = try NEP413Message(message: message, recipient: recipient, nonce: nonce ?? .randomNonce())
    let key = try addFunctionCallKey?.json()
    return try await operate(alone: true) { begun in
      let wallet = try await choose(walletId, adding: key)
      let connected =
        wallet.features.contains(.signInAndSignMessage)
        ? try await connectAndSign(asked, wallet, adding: key, begun) : nil
      if let connected, connected.signed != nil { return connected }
      let account =
        if let connected { connected.account } else { try await connect(wallet, adding: key, begun) }
      guard wallet.features.contains(.signMessage) else { return SignInResult(account: account) }
      do {
        let signed = try await sign(asked, account: account, wallet: wallet, begun)
        return SignInResult(account: currentAccount ?? account, signed: signed)
      } catch let failure as WalletFailure where failure.isMissingMethod {
        return SignInResult(account: account)
      }
    }
  }

  /// As ``connectAndSignMessage(message:recipient:nonce:walletId:addFunctionCallKey:)``, with the nonce as `Data`.
  public func connectAndSignMessage(
    message: String, recipient: String, nonce: Data, walletId: String? = nil,
    addFunctionCallKey: FunctionCallKey? = nil
  ) async throws -> SignInResult {
    try await connectAndSignMessage(
      message: message, recipient: recipient, nonce: Array(nonce), walletId: walletId,
      addFunctionCallKey: addFunctionCallKey)
  }

  /// Connects and signs in one approval. The list may promise more than the wallet has: nil when it has no
  /// such function, and a result without a signature when it only connected.
  private func connectAndSign(
    _ message: NEP413Message, _ wallet: NEARWallet, adding key: JSONValue?, _ begun: Epoch
  ) async throws -> SignInResult? {
    var arguments: JSONObject = ["messageParams": message.parameters]
    arguments["addFunctionCallKey"] = key
    let value: JSONValue
    do {
      value = try await ask("signInAndSignMessage", of: wallet, arguments)
    } catch let failure as WalletFailure where failure.isMissingMethod {
      return nil
    }
    let answer = try AccountsAnswer(value, walletId: wallet.id)
    guard let signature = answer.signedMessage, !signature.isNull else {
      try keep(answer.account, begun)
      return SignInResult(account: answer.account)
    }
    let signed = try await check(message, of: answer.account.accountId).check(signature)
    let account = answer.account.with(publicKey: signed.publicKey)
    try keep(account, begun)
    return SignInResult(account: account, signed: signed)
  }

  // MARK: Disconnecting

  /// Signs out: here at once, and in the wallet as soon as the page is ready. Keys that the wallet added to the
  /// account stay there; the user removes them in the wallet.
  ///
  /// An app that quits afterwards waits with ``signOut()``, or the wallet is not told.
  public func disconnect() {
    guard let account = currentAccount else { return }
    currentAccount = nil
    accounts.keep(nil, on: network)
    lastError = nil
    signOut(of: account.walletId)
  }

  /// As ``disconnect()``, and waits until each wallet that was signed out of has been told, those of earlier calls
  /// of ``disconnect()`` included. Await it before the app quits.
  ///
  /// - Throws: What a wallet failed with; the account is signed out here all the same.
  public func signOut() async throws {
    disconnect()
    var failure: (any Error)?
    while let (id, task) = signingOut.first {
      do {
        try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      } catch {
        failure = error
      }
      signingOut[id] = nil
    }
    if let failure { throw (failure as? WalletFailure)?.error ?? failure }
  }

  /// Tells a wallet that the user has signed out of it, as soon as the page is ready.
  func signOut(of walletId: String) {
    let id = UUID()
    signingOut[id] = Task { [weak self] in
      defer { self?.signingOut[id] = nil }
      try await self?.tellSignOut(walletId)
    }
  }

  private func tellSignOut(_ walletId: String) async throws {
    let network = network
    do {
      try await bridge.ready()
    } catch {
      if network == self.network { signsOutWhenReady.append(walletId) }
      throw error
    }
    // A wallet that is not in the list any more is not told.
    guard let wallet = try? wallet(walletId) else { return }
    do {
      // The user is not asked, so the call has the time limit of such calls.
      _ = try await bridge.call("signOut", ["walletId": .string(wallet.id)])
    } catch {
      configuration.logger.warning(
        "Signing out of the wallet \(wallet.id) failed: \(WalletLogger.code(of: error)).")
      throw error
    }
    if gate.isIdle { bridge.clear() }
  }

  // MARK: Custom wallets

  /// Adds a wallet that is in no list, before the others. The page is loaded anew, so what waits ends with
  /// `cancelled`.
  ///
  /// - Parameter json: Its entry, as one of near-connect's `manifest.json`.
  /// - Throws: `manifest_unavailable` when that is not the entry of a wallet.
  public func registerWallet(_ json: [UInt8]) async throws {
    guard let value = try? JSONParser.parse(json), let wallet = WalletEntry.wallet(value) else {
      throw NEARError(code: .manifestUnavailable, reason: "This is not the entry of a wallet that runs here.")
    }
    registered.removeAll { $0.id == wallet.id }
    registered.append(wallet)
    retry()
    try await bridge.ready()
  }

  // MARK: Coming back

  /// Takes an address that the system opened the app with.
  ///
  /// Wallets that are apps ask their own service what became of a request, so what matters is that the person
  /// is back: the wallets' window is shown, and the wallet's page is told.
  ///
  /// - Parameter url: The address.
  /// - Returns: Whether it was for a wallet: its scheme is one of the configuration's `returnSchemes` and a
  ///   wallet is waited for.
  /// - Throws: ``NEAR/NEARError`` when the page cannot be told.
  public func handle(url: URL) async throws -> Bool {
    guard let scheme = url.scheme?.lowercased(),
      configuration.returnSchemes.contains(where: { $0.lowercased() == scheme }), !gate.isIdle
    else { return false }
    showWalletUI = true
    do {
      _ = try await bridge.call("returned", ["url": .string(url.absoluteString)])
    } catch let failure as WalletFailure {
      throw failure.error
    }
    return true
  }
}

extension NEARAccount {
  /// The account with the key that is known to have signed.
  func with(publicKey: String) -> NEARAccount {
    NEARAccount(accountId: accountId, publicKey: publicKey, walletId: walletId)
  }
}
