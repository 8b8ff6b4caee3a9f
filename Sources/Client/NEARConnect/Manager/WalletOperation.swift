internal import DoorwardTexts
internal import Encodings
internal import NEAR

extension NEARWalletManager {
  /// The number of events so far that made earlier requests obsolete: a cancellation or a change of network.
  typealias Epoch = UInt64

  /// Runs a request to the user. The window appears when the user is needed or when the purpose's delay has
  /// passed. It closes when no request is left.
  func operate<Result>(
    _ purpose: WalletPurpose, exclusive: Bool, _ body: (Epoch) async throws -> Result
  ) async throws -> Result {
    try gate.enter(exclusive: exclusive)
    isBusy = true
    lastError = nil
    purposes.append(purpose)
    let windowTimer = Task { [weak self] in
      try? await Task.sleep(for: purpose.windowDelay)
      if !Task.isCancelled { self?.showWindow() }
    }
    defer {
      windowTimer.cancel()
      if let index = purposes.lastIndex(of: purpose) { purposes.remove(at: index) }
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
      try requireCurrent(begun)
      return result
    }
  }

  /// Runs an operation and stores the reason of its error in ``lastError``. A success clears ``lastError``.
  func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      let result = try await body()
      lastError = nil
      return result
    } catch {
      let thrown = (error as? WalletFailure)?.error ?? error
      if let known = thrown as? NEARError {
        configuration.logger.info("The request ended with \(known.code.rawValue).")
        lastError = known.reason
      }
      throw thrown
    }
  }

  /// Shows the window if a request is waiting.
  func showWindow() {
    if !gate.isIdle, !showWalletUI { showWalletUI = true }
  }

  var windowTitle: String { (purposes.last ?? .connect).title(in: configuration.texts) }

  /// Sends a request to a wallet that needs the user.
  func request(_ call: String, of wallet: NEARWallet, _ arguments: JSONObject = [:]) async throws -> JSONValue
  {
    allowLinks(of: wallet)
    let logger = configuration.logger
    logger.debug("\(call): asking the wallet \(wallet.id).")
    do {
      let answer = try await bridge.call(
        call, arguments, of: wallet, timeLimit: configuration.operationTimeLimit)
      if let failure = WalletFailure(answer: answer) { throw failure }
      logger.debug("\(call): the wallet \(wallet.id) answered.")
      return answer
    } catch {
      logger.info("\(call): the wallet \(wallet.id) failed with \(WalletLogger.code(of: error)).")
      throw error
    }
  }

  /// The signed-in account and its wallet.
  func signedIn() async throws -> (NEARAccount, NEARWallet) {
    guard let account = currentAccount else { throw NEARError.notSignedIn }
    // The list of wallets is known once the page is ready.
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

  /// Fails if a cancellation or a change of network made the request obsolete. A request can become obsolete
  /// while it runs: a query for access keys may take seconds.
  private func requireCurrent(_ begun: Epoch) throws {
    guard begun == epoch else { throw NEARError.cancelled }
    try Task.checkCancellation()
  }

  /// Stores the signed-in account. The app has one account, so the user is signed out of the previous wallet.
  func keep(_ account: NEARAccount, _ begun: Epoch) throws {
    try requireCurrent(begun)
    if let previous = currentAccount, previous.walletId != account.walletId { signOut(of: previous.walletId) }
    currentAccount = account
    accounts.keep(account, on: network)
  }
}

/// The kind of a request to the user.
enum WalletPurpose: Sendable, Equatable {
  case connect
  case signIn
  case signMessage
  case sendTransaction
  case signDelegateActions

  /// The title of the window that shows the request.
  func title(in texts: Texts) -> String {
    switch self {
    case .connect: texts.text("windows.wallets.connect")
    case .signIn: texts.text("windows.wallets.signIn")
    case .signMessage: texts.text("windows.wallets.signMessage")
    case .sendTransaction: texts.text("windows.wallets.sendTransaction")
    case .signDelegateActions: texts.text("windows.wallets.signDelegateActions")
    }
  }

  /// The time after which the window shows the progress of a request that has not needed the user.
  ///
  /// A connection almost always needs the user. Many wallets sign and send with a key of their own, which takes
  /// as long as the chain needs. For such a request a window would close again soon after it opened.
  var windowDelay: Duration {
    switch self {
    case .connect, .signIn: .seconds(1)
    case .signMessage, .sendTransaction, .signDelegateActions: .seconds(5)
    }
  }
}

/// Limits which operations can wait in a wallet at once.
///
/// Requests to most wallets can wait at the same time, each in its own frame. A connection must be exclusive,
/// and so must a request to a wallet that controls a device.
struct OperationGate {
  private var count = 0
  private var isExclusive = false

  var isIdle: Bool { count == 0 }

  mutating func enter(exclusive: Bool) throws(NEARError) {
    guard !isExclusive, !(exclusive && count > 0) else { throw .operationInProgress }
    count += 1
    isExclusive = exclusive
  }

  mutating func leave() {
    count -= 1
    isExclusive = false
  }
}
