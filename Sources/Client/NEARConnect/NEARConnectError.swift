public import Foundation
public import NEAR

extension NEARError: LocalizedError {
  public var errorDescription: String? { reason }
}

extension NEARError {
  /// Whether the user declined or closed the wallet window, or the app cancelled the request. The user already
  /// knows, so the app shows no error.
  public var isCancellation: Bool { code == .rejected || code == .cancelled }
}

extension NEARError.Code {
  // MARK: Wallets

  /// No account is signed in.
  public static let notSignedIn = NEARError.Code(rawValue: "not_signed_in")
  /// Another operation must end first.
  public static let operationInProgress = NEARError.Code(rawValue: "operation_in_progress")
  /// The user declined the request in the wallet.
  public static let rejected = NEARError.Code(rawValue: "rejected")
  /// The user closed the wallet window, the network changed, or the app cancelled the operation.
  public static let cancelled = NEARError.Code(rawValue: "cancelled")
  /// The time limit passed without an answer.
  public static let timedOut = NEARError.Code(rawValue: "timed_out")
  /// The list of wallets contains no wallet with this id.
  public static let unknownWallet = NEARError.Code(rawValue: "unknown_wallet")
  /// The wallet is in the list but cannot work in this app.
  public static let unsupportedWallet = NEARError.Code(rawValue: "unsupported_wallet")
  /// The wallet does not support this function.
  public static let unsupportedByWallet = NEARError.Code(rawValue: "unsupported_by_wallet")
  /// The wallet answered with an error.
  public static let walletFailed = NEARError.Code(rawValue: "wallet_failed")
  /// The code of the wallet could not be loaded or started.
  public static let walletUnavailable = NEARError.Code(rawValue: "wallet_unavailable")
  /// The wallet blocked the page and was stopped.
  public static let walletUnresponsive = NEARError.Code(rawValue: "wallet_unresponsive")
  /// The wallet's answer could not be parsed.
  public static let malformedWalletAnswer = NEARError.Code(rawValue: "malformed_wallet_answer")
  /// The wallet's answer does not match the request.
  public static let mismatchedWalletAnswer = NEARError.Code(rawValue: "mismatched_wallet_answer")
  /// The requested transaction is not valid.
  public static let invalidTransaction = NEARError.Code(rawValue: "invalid_transaction")
  /// The chain executed the transaction, and it failed.
  public static let transactionFailed = NEARError.Code(rawValue: "transaction_failed")

  // MARK: Bridge

  /// The page that runs the wallets is not available.
  public static let bridgeFailed = NEARError.Code(rawValue: "bridge_failed")
  /// The system does not let the page run in a sandbox, so it does not run.
  public static let sandboxUnavailable = NEARError.Code(rawValue: "sandbox_unavailable")
  /// The process that ran the page terminated.
  public static let bridgeTerminated = NEARError.Code(rawValue: "bridge_terminated")
  /// The list of wallets is not available or not valid.
  public static let manifestUnavailable = NEARError.Code(rawValue: "manifest_unavailable")
}

extension NEARError {
  /// No account is signed in.
  public static let notSignedIn = NEARError(
    code: .notSignedIn, reason: "No NEAR account is signed in. Connect a wallet first.")
  /// Another operation must end first.
  public static let operationInProgress = NEARError(
    code: .operationInProgress, reason: "Another request is waiting in the wallet. Finish or close it first.")
  /// The user declined the request in the wallet.
  public static let rejected = NEARError(code: .rejected, reason: "The request was declined in the wallet.")
  /// The operation was cancelled.
  public static let cancelled = NEARError(code: .cancelled, reason: "The request was cancelled.")
  /// The time limit passed without an answer.
  public static let timedOut = NEARError(
    code: .timedOut, reason: "The wallet did not answer in time. \(checkFirst)")
  /// The process that ran the page terminated.
  public static let bridgeTerminated = NEARError(
    code: .bridgeTerminated,
    reason: "The wallet page stopped unexpectedly and is starting again. \(checkFirst)")

  /// Advice for errors that leave open whether the wallet sent a transaction.
  private static let checkFirst = "Before you repeat a transaction, check whether it was sent."

  static func bridgeFailed(_ reason: String) -> NEARError { NEARError(code: .bridgeFailed, reason: reason) }
  static func unknownWallet(_ id: String) -> NEARError {
    NEARError(
      code: .unknownWallet, reason: "The list of wallets contains no wallet with the id \(id.prefix(64)).")
  }
  static func unsupported(by wallet: NEARWallet, _ capability: String) -> NEARError {
    NEARError(code: .unsupportedByWallet, reason: "\(wallet.name) cannot \(capability).")
  }
  static func unavailable(_ wallet: String, _ reason: String) -> NEARError {
    NEARError(
      code: .walletUnavailable,
      reason: "\(wallet) could not be loaded: \(reason.prefix(300)). Try again, or choose another wallet.")
  }
  static func unresponsive(_ wallet: NEARWallet) -> NEARError {
    NEARError(
      code: .walletUnresponsive,
      reason: "\(wallet.name) stopped responding and was terminated. \(checkFirst)")
  }
  static func malformedAnswer(_ reason: String) -> NEARError {
    NEARError(code: .malformedWalletAnswer, reason: "The wallet's answer could not be parsed: \(reason).")
  }
  static func mismatch(_ reason: String) -> NEARError {
    NEARError(
      code: .mismatchedWalletAnswer, reason: "The wallet's answer does not match the request: \(reason).")
  }
  static func invalidTransaction(_ reason: String) -> NEARError {
    NEARError(code: .invalidTransaction, reason: reason)
  }
}
