internal import Encodings
public import Foundation
internal import NEAR

extension NEARWalletManager {
  // MARK: Connecting

  /// Shows the list of wallets and connects the wallet that the user chooses. The result is in
  /// ``currentAccount`` and ``lastError``. To wait for the result, call
  /// ``signIn(walletId:addFunctionCallKey:)``.
  public func connect() {
    pendingConnect = true
    showWalletUI = true
    triggerWalletSelector()
  }

  /// Connects a wallet by its id. To wait for the result, call ``signIn(walletId:addFunctionCallKey:)``.
  public func connect(walletId: String, addFunctionCallKey: FunctionCallKey? = nil) {
    begin { manager in
      _ = try await manager.signIn(walletId: walletId, addFunctionCallKey: addFunctionCallKey)
    }
  }

  /// Shows the list of wallets. Does nothing if a connection started by this method or ``connect()`` is still
  /// waiting.
  public func triggerWalletSelector() {
    begin { manager in _ = try await manager.signIn() }
  }

  private func begin(_ body: @escaping @MainActor (NEARWalletManager) async throws -> Void) {
    guard connecting == nil else { return }
    connecting = Task { [weak self] in
      guard let self else { return }
      // `reporting` has already stored the reason of most errors in `lastError`.
      do { try await body(self) } catch let error as NEARError { lastError = error.reason } catch {}
      pendingConnect = false
      connecting = nil
    }
  }

  /// Connects a wallet, and signs out of the previously connected wallet.
  ///
  /// - Parameters:
  ///   - walletId: The wallet; nil lets the user choose.
  ///   - addFunctionCallKey: A key that the wallet adds to the account in the same approval. To check that the
  ///     wallet added it, call ``viewAccessKey(_:of:)``.
  /// - Returns: The account, as the wallet reported it.
  /// - Throws: ``NEAR/NEARError``: `unsupported_wallet`, `unsupported_by_wallet` and others.
  @discardableResult public func signIn(
    walletId: String? = nil, addFunctionCallKey: FunctionCallKey? = nil
  ) async throws -> SignInResult {
    let key = try addFunctionCallKey?.json()
    return try await operate(.connect, exclusive: true) { begun in
      let wallet = try await choose(walletId, adding: key)
      return SignInResult(account: try await connect(wallet, adding: key, begun))
    }
  }

  private func connect(_ wallet: NEARWallet, adding key: JSONValue?, _ begun: Epoch) async throws
    -> NEARAccount
  {
    let answer = try await request("signIn", of: wallet, key.map { ["addFunctionCallKey": $0] } ?? [:])
    let account = try AccountsAnswer(answer, walletId: wallet.id).account
    try keep(account, begun)
    return account
  }

  private func choose(_ id: String?, adding key: JSONValue?) async throws -> NEARWallet {
    try await bridge.ready()
    let wallet = if let id { try wallet(id) } else { try await choose(adding: key) }
    guard key == nil || wallet.features.contains(.signInWithFunctionCallKey) else {
      throw NEARError.unsupported(by: wallet, "add a key during the connection")
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
      // The user closed the list of wallets, which is not a refusal of a request.
      throw NEARError.cancelled
    }
  }

  /// Connects a wallet and signs a message. The user approves once if the wallet can do both in one step, and
  /// twice if it can only sign separately. The result has no signature if the wallet can only connect.
  ///
  /// - Parameters:
  ///   - message: The text to sign.
  ///   - recipient: The recipient of the message, usually the app's account.
  ///   - nonce: 32 bytes that make the message unique, usually from your backend; nil for random bytes.
  ///   - walletId: The wallet; nil lets the user choose.
  ///   - addFunctionCallKey: A key that the wallet adds to the account, as in
  ///     ``signIn(walletId:addFunctionCallKey:)``.
  /// - Returns: The account, and the signed message unless the wallet cannot sign.
  /// - Throws: ``NEAR/NEARError``. If the user connects and then declines to sign, the account stays connected
  ///   and the error is `rejected`.
  public func connectAndSignMessage(
    message: String, recipient: String, nonce: [UInt8]? = nil, walletId: String? = nil,
    addFunctionCallKey: FunctionCallKey? = nil
  ) async throws -> SignInResult {
    let asked = try NEP413Message(message: message, recipient: recipient, nonce: nonce ?? .randomNonce())
    let key = try addFunctionCallKey?.json()
    return try await operate(.signIn, exclusive: true) { begun in
      let wallet = try await choose(walletId, adding: key)
      let connected =
        wallet.features.contains(.signInAndSignMessage)
        ? try await connectAndSign(asked, with: wallet, adding: key, begun: begun) : nil
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

  /// Works as ``connectAndSignMessage(message:recipient:nonce:walletId:addFunctionCallKey:)``, with the nonce
  /// as `Data`.
  public func connectAndSignMessage(
    message: String, recipient: String, nonce: Data, walletId: String? = nil,
    addFunctionCallKey: FunctionCallKey? = nil
  ) async throws -> SignInResult {
    try await connectAndSignMessage(
      message: message, recipient: recipient, nonce: Array(nonce), walletId: walletId,
      addFunctionCallKey: addFunctionCallKey)
  }

  /// Connects and signs in one approval. A wallet may lack a feature that its entry lists: the result is nil if
  /// the wallet does not have the function, and has no signature if the wallet only connected.
  private func connectAndSign(
    _ message: NEP413Message, with wallet: NEARWallet, adding key: JSONValue?, begun: Epoch
  ) async throws -> SignInResult? {
    var arguments: JSONObject = ["messageParams": message.parameters]
    arguments["addFunctionCallKey"] = key
    let value: JSONValue
    do {
      value = try await request("signInAndSignMessage", of: wallet, arguments)
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

  /// Signs out. The app is signed out at once, and the wallet as soon as the page is ready. Keys that the
  /// wallet added to the account are not removed; the user can remove them in the wallet.
  ///
  /// If the app quits soon afterwards, call ``signOut()`` instead. Otherwise the wallet may not be notified.
  public func disconnect() {
    guard let account = currentAccount else { return }
    currentAccount = nil
    accounts.keep(nil, on: network)
    lastError = nil
    signOut(of: account.walletId)
  }

  /// Works as ``disconnect()``, and waits until all wallets from which the user signed out are notified,
  /// including those of earlier calls to ``disconnect()``. Await this method before the app quits.
  ///
  /// - Throws: The error of a wallet; a wallet that knows no sign-out is none. The app is signed out in any case.
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

  /// Notifies a wallet of a sign-out as soon as the page is ready.
  func signOut(of walletId: String) {
    let id = UUID()
    signingOut[id] = Task { [weak self] in
      defer { self?.signingOut[id] = nil }
      try await self?.sendSignOut(walletId)
    }
  }

  private func sendSignOut(_ walletId: String) async throws {
    let network = network
    do {
      try await bridge.ready()
    } catch {
      if network == self.network { pendingSignOuts.append(walletId) }
      throw error
    }
    // A wallet that is no longer in the list cannot be notified.
    guard let wallet = try? wallet(walletId) else { return }
    do {
      // A sign-out does not need the user, so it has the time limit of the bridge.
      _ = try await bridge.call("signOut", of: wallet)
    } catch let failure as WalletFailure where failure.isMissingMethod {
      // A wallet that knows no sign-out has nothing to end.
    } catch {
      configuration.logger.warning(
        "Signing out of the wallet \(wallet.id) failed: \(WalletLogger.code(of: error)).")
      throw error
    }
    if gate.isIdle { bridge.clear() }
  }

  // MARK: Custom wallets

  /// Adds a wallet at the start of the list of wallets. The page is reloaded, so waiting operations end with
  /// `cancelled`.
  ///
  /// - Parameter json: The entry of the wallet, in the format of near-connect's `manifest.json`.
  /// - Throws: `manifest_unavailable` if the entry is not valid.
  public func registerWallet(_ json: [UInt8]) async throws {
    guard let value = try? JSONParser.parse(json), let wallet = WalletEntry.wallet(value) else {
      throw NEARError(
        code: .manifestUnavailable, reason: "The entry does not describe a wallet that can run in this app.")
    }
    registered.removeAll { $0.id == wallet.id }
    registered.append(wallet)
    retry()
    try await bridge.ready()
  }

  // MARK: Return from a wallet's app

  /// Handles a URL with which the system opened the app.
  ///
  /// A wallet's app reports the outcome of a request to its own service, and the wallet's code in the page
  /// reads it there. The method therefore shows the wallet window and notifies the page that the user has
  /// returned.
  ///
  /// - Returns: Whether the URL is for a wallet: its scheme is one of the configuration's `returnSchemes`, and
  ///   an operation is waiting.
  /// - Throws: ``NEAR/NEARError`` if the page cannot be notified.
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
  /// The account with the key that signed.
  func with(publicKey: String) -> NEARAccount {
    NEARAccount(accountId: accountId, publicKey: publicKey, walletId: walletId)
  }
}
