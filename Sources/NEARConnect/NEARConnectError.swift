public import Foundation
public import NEAR

extension NEARError: LocalizedError {
  public var errorDescription: String? { reason }
}

extension NEARError {
  /// Whether the user declined or closed the wallet's window, or the app ended the request. The user knows
  /// already, so an app shows nothing.
  public var isCancellation: Bool { code == .rejected || code == .cancelled }
}

extension NEARError.Code {
  // MARK: Wallets

  /// Nobody is signed in.
  public static let notSignedIn = NEARError.Code(rawValue: "not_signed_in")
  /// Another operation has to end first.
  public static let operationInProgress = NEARError.Code(rawValue: "operation_in_progress")
  /// The person said no, in the wallet or by closing its window.
  public static let rejected = NEARError.Code(rawValue: "rejected")
  /// The wallet's window was dismissed, the network changed, or the app asked for an end.
  public static let cancelled = NEARError.Code(rawValue: "cancelled")
  /// Nothing was heard within the time limit.
  public static let timedOut = NEARError.Code(rawValue: "timed_out")
  /// The list of wallets has none of this id.
  public static let unknownWallet = NEARError.Code(rawValue: "unknown_wallet")
  /// The wallet is in the list, and cannot work in this app.
  public static let unsupportedWallet = NEARError.Code(rawValue: "unsupported_wallet")
  /// The wallet cannot do this.
  public static let unsupportedByWallet = NEARError.Code(rawValue: "unsupported_by_wallet")
  /// The wallet answered with an error of its own.
  public static let walletFailed = NEARError.Code(rawValue: "wallet_failed")
  /// The code that drives the wallet could not be loaded or started.
  public static let walletUnavailable = NEARError.Code(rawValue: "wallet_unavailable")
  /// The wallet blocked the page and was stopped.
  public static let walletUnresponsive = NEARError.Code(rawValue: "wallet_unresponsive")
  /// What the wallet answered cannot be read.
  public static let malformedWalletAnswer = NEARError.Code(rawValue: "malformed_wallet_answer")
  /// What the wallet answered is not what it was asked for.
  public static let mismatchedWalletAnswer = NEARError.Code(rawValue: "mismatched_wallet_answer")
  /// What was to be signed or sent is not something that can be.
  public static let invalidTransaction = NEARError.Code(rawValue: "invalid_transaction")
  /// The chain carried a transaction out, and it failed.
  public static let transactionFailed = NEARError.Code(rawValue: "transaction_failed")

  // MARK: Bridge

  /// The page that runs the wallets cannot be used.
  public static let bridgeFailed = NEARError.Code(rawValue: "bridge_failed")
  /// The process that ran the page has died.
  public static let bridgeTerminated = NEARError.Code(rawValue: "bridge_terminated")
  /// The list of wallets cannot be had.
  public static let manifestUnavailable = NEARError.Code(rawValue: "manifest_unavailable")
}

extension NEARError {
  /// Nobody is signed in.
  public static let notSignedIn = NEARError(
    code: .notSignedIn, reason: "No NEAR account is signed in. Connect a wallet first.")
  /// Another operation has to end first.
  public static let operationInProgress = NEARError(
    code: .operationInProgress, reason: "Another request is waiting in the wallet. Finish or close it first.")
  /// The person said no.
  public static let rejected = NEARError(code: .rejected, reason: "The request was declined in the wallet.")
  /// The operation was given up.
  public static let cancelled = NEARError(code: .cancelled, reason: "The request was cancelled.")
  /// Nothing was heard in time.
  public static let timedOut = NEARError(
    code: .timedOut, reason: "The wallet did not answer in time. \(checkFirst)")
  /// The page's process died.
  public static let bridgeTerminated = NEARError(
    code: .bridgeTerminated,
    reason: "The wallet page stopped unexpectedly and is starting again. \(checkFirst)")

  /// The advice after an end that does not say whether the wallet sent a transaction.
  private static let checkFirst = "Before you repeat a transaction, check whether it was sent."

  static func bridgeFailed(_ reason: String) -> NEARError { NEARError(code: .bridgeFailed, reason: reason) }
  static func unknownWallet(_ id: String) -> NEARError {
    NEARError(code: .unknownWallet, reason: "There is no wallet \(id.prefix(64)) in the list of wallets.")
  }
  static func unsupported(by wallet: NEARWallet, _ what: String) -> NEARError {
    NEARError(code: .unsupportedByWallet, reason: "\(wallet.name) cannot \(what).")
  }
  static func unavailable(_ wallet: String, _ reason: String) -> NEARError {
    NEARError(
      code: .walletUnavailable,
      reason: "\(wallet) could not be loaded: \(reason.prefix(300)). Try again, or choose another wallet.")
  }
  static func unresponsive(_ wallet: NEARWallet) -> NEARError {
    NEARError(
      code: .walletUnresponsive,
      reason: "\(wallet.name) stopped responding and was stopped. \(checkFirst)")
  }
  static func malformedAnswer(_ reason: String) -> NEARError {
    NEARError(code: .malformedWalletAnswer, reason: "The wallet's answer cannot be read: \(reason).")
  }
  static func mismatch(_ reason: String) -> NEARError {
    NEARError(code: .mismatchedWalletAnswer, reason: "The wallet did not do what it was asked: \(reason).")
  }
  static func invalidTransaction(_ reason: String) -> NEARError {
    NEARError(code: .invalidTransaction, reason: reason)
  }
}
