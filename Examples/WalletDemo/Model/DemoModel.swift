import NEARConnect
import Observation

/// The state and the operations of the demo, shared by both user interfaces.
@MainActor @Observable final class DemoModel {
  /// The wallet manager.
  let wallets: NEARWalletManager

  var message = "Sign in to NEAR Connect Demo"
  var recipient = "near-connect-demo.near"
  var receiver = "bob.near"
  var amount = "0.01"
  var contract = "guest-book.near"
  var method = "add_message"
  var arguments = #"{"text": "hello"}"#

  /// Whether a wallet is being notified of a sign-out. The demo does not quit before this ends.
  var isSigningOut = false

  /// The log, newest entry first.
  private(set) var log: [LogEntry] = []
  /// The balance of the account as formatted text; nil until it is known.
  private(set) var balance: String?

  init(wallets: NEARWalletManager) { self.wallets = wallets }

  /// The headline of the window.
  var headline: String {
    guard let account = wallets.currentAccount else { return "No wallet is connected" }
    return balance.map { "\(account.accountId) · \($0) NEAR" } ?? account.accountId
  }

  /// The text below the headline.
  var detail: String {
    guard let account = wallets.currentAccount else {
      return "Connect a wallet of \(wallets.network.rawValue) to try its functions."
    }
    return "through \(account.walletId), on \(wallets.network.rawValue)"
  }

  /// Whether an operation can start.
  var canStartOperation: Bool { wallets.isSignedIn && !wallets.isBusy }

  func clearLog() { log = [] }

  private func append(_ action: String, _ parameters: String, _ output: String, isError: Bool) {
    log.insert(
      LogEntry(id: log.count, action: action, parameters: parameters, output: output, isError: isError), at: 0
    )
  }

  /// Runs an operation and logs its result.
  func record(_ action: String, _ parameters: String, _ body: () async throws -> String) async {
    do {
      append(action, parameters, try await body(), isError: false)
    } catch let error as NEARError {
      append(action, parameters, error.reason, isError: true)
    } catch {
      append(action, parameters, "Cancelled", isError: true)
    }
  }

  /// Queries the balance of the account.
  func refreshBalance() async {
    balance = nil
    guard wallets.isSignedIn, let view = try? await wallets.viewAccount() else { return }
    balance = NEARWalletManager.formatNEAR(yoctoNEAR: view.amount.yoctoText)
  }
}
