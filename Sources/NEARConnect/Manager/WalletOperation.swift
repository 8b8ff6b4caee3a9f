internal import Encodings
internal import NEAR

extension NEARWalletManager {
  /// Runs something that asks a person, with the window shown for as long as anything does.
  func operate<Result>(alone: Bool, _ body: () async throws -> Result) async throws -> Result {
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
    let network = network
    do {
      let result = try await body()
      // What was asked on one network is not what is wanted on another.
      guard network == self.network else { throw NEARError.cancelled }
      return result
    } catch {
      let told = (error as? WalletFailure)?.error ?? error
      if let known = told as? NEARError { lastError = known.reason }
      throw told
    }
  }

  /// Asks the page something that asks a person.
  func ask(_ call: String, of wallet: NEARWallet, _ arguments: JSONObject = [:]) async throws -> JSONValue {
    allowLinks(of: wallet)
    var arguments = arguments
    arguments["walletId"] = .string(wallet.id)
    return try await bridge.call(call, arguments, timeLimit: configuration.operationTimeLimit)
  }

  /// The account that is signed in, and its wallet.
  func signedIn() async throws -> (NEARAccount, NEARWallet) {
    guard let account = currentAccount else { throw NEARError.notSignedIn }
    // Which wallets there are is known once the page is.
    try await bridge.ready()
    return (account, try wallet(account.walletId))
  }

  func wallet(_ id: String) throws(NEARError) -> NEARWallet {
    let id = WalletAlias.canonical(id)
    guard let wallet = wallets.first(where: { $0.id == id }) else { throw .unknownWallet(id) }
    return wallet
  }

  func keep(_ account: NEARAccount) {
    currentAccount = account
    accounts.keep(account, on: network)
  }
}
