import NEARConnect
import Observation

/// What the demo shows and does, whatever draws it.
@MainActor @Observable final class DemoModel {
  /// The wallets.
  let wallets: NEARWalletManager

  var message = "Sign in to NEAR Connect Demo"
  var recipient = "near-connect-demo.near"
  var receiver = "bob.near"
  var amount = "0.01"
  var contract = "guest-book.near"
  var method = "add_message"
  var arguments = #"{"text": "hello"}"#

  /// Whether a wallet is being told that the user has signed out: the demo does not quit before.
  var isSigningOut = false

  /// What was done, the last first.
  private(set) var log: [LogEntry] = []
  /// What the account can spend, for people; nil until it is known.
  private(set) var balance: String?

  init(wallets: NEARWalletManager) { self.wallets = wallets }

  /// What stands above everything else.
  var headline: String {
    guard let account = wallets.currentAccount else { return "No wallet is connected" }
    return balance.map { "\(account.accountId) · \($0) NEAR" } ?? account.accountId
  }

  /// What stands below it.
  var detail: String {
    guard let account = wallets.currentAccount else {
      return "Connect a wallet of \(wallets.network.rawValue) to try what it can do."
    }
    return "through \(account.walletId), on \(wallets.network.rawValue)"
  }

  /// Whether something can be asked of a wallet.
  var canAsk: Bool { wallets.isSignedIn && !wallets.isBusy }

  func clearLog() { log = [] }

  private func append(_ action: String, _ parameters: String, _ output: String, isError: Bool) {
    log.insert(
      LogEntry(id: log.count, action: action, parameters: parameters, output: output, isError: isError), at: 0
    )
  }

  /// Does something and keeps what came of it.
  func record(_ action: String, _ parameters: String, _ body: () async throws -> String) async {
    do {
      append(action, parameters, try await body(), isError: false)
    } catch let error as NEARError {
      append(action, parameters, error.reason, isError: true)
    } catch {
      append(action, parameters, "Cancelled", isError: true)
    }
  }

  /// Asks the chain what the account can spend.
  func refreshBalance() async {
    balance = nil
    guard wallets.isSignedIn, let view = try? await wallets.viewAccount() else { return }
    balance = NEARWalletManager.formatNEAR(yoctoNEAR: view.amount.yoctoText)
  }
}
