internal import Encodings
internal import NEAR

extension NEARWalletManager {
  /// Counts what makes everything that was begun before unwanted.
  typealias Epoch = UInt64

  /// Runs something that asks a person, with the window shown for as long as anything does.
  func operate<Result>(alone: Bool, _ body: (Epoch) async throws -> Result) async throws -> Result {
    try gate.enter(alone: alone)
    isBusy = true
    lastError = nil
    showWalletUI = true
    defer {
      gate.leave()
      if gate.isIdle {
        isBusy = false
        showWalletUI = false
        bridge.clear()
      }
    }
    let begun = epoch
    return try await reporting {
      let result = try await body(begun)
      try require(begun)
      return result
    }
  }

  /// Runs something whose error is the app's to see in ``lastError``, until the next success.
  func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      let result = try await body()
      lastError = nil
      return result
    } catch {
      let told = (error as? WalletFailure)?.error ?? error
      if let known = told as? NEARError {
        configuration.logger.info("The request ended with \(known.code.rawValue).")
        lastError = known.reason
      }
      throw told
    }
  }

  /// Asks the page something that asks a person.
  func ask(_ call: String, of wallet: NEARWallet, _ arguments: JSONObject = [:]) async throws -> JSONValue {
    allowLinks(of: wallet)
    var arguments = arguments
    arguments["walletId"] = .string(wallet.id)
    let logger = configuration.logger
    logger.debug("\(call): asking the wallet \(wallet.id).")
    do {
      let answer = try await bridge.call(call, arguments, timeLimit: configuration.operationTimeLimit)
      if let failure = WalletFailure(answer: answer) { throw failure }
      logger.debug("\(call): the wallet \(wallet.id) answered.")
      return answer
    } catch {
      logger.info("\(call): the wallet \(wallet.id) failed with \(WalletLogger.code(of: error)).")
      throw error
    }
  }

  /// The account that is signed in, and its wallet.
  func signedIn() async throws -> (NEARAccount, NEARWallet) {
    guard let account = currentAccount else { throw NEARError.notSignedIn }
    // Which wallets there are is known once the page is.
    try await bridge.ready()
    return (account, try wallet(account.walletId))
  }

  func wallet(_ id: String) throws(NEARError) -> NEARWallet {
    for id in [id, WalletAlias.canonical(id)] {
      if let wallet = wallets.first(where: { $0.id == id }) { return wallet }
      if let unsupported = unsupportedWallets.first(where: { $0.id == id }) {
        throw NEARError(code: .unsupportedWallet, reason: unsupported.reason)
      }
    }
    throw .unknownWallet(id)
  }

  /// What was asked before the window was closed, or on another network, is not wanted any more, whatever
  /// came of it since: a look-up of keys goes on for seconds.
  private func require(_ begun: Epoch) throws {
    guard begun == epoch else { throw NEARError.cancelled }
    try Task.checkCancellation()
  }

  /// Makes an account the one that is signed in. The app has one account, so another wallet is signed out.
  func keep(_ account: NEARAccount, _ begun: Epoch) throws {
    try require(begun)
    if let previous = currentAccount, previous.walletId != account.walletId { signOut(of: previous.walletId) }
    currentAccount = account
    accounts.keep(account, on: network)
  }
}
