public import Doorward

extension DoorwardError.Code {
  /// The wallet can connect but cannot sign messages, so it cannot prove that the user owns the account.
  public static let walletCannotSign = DoorwardError.Code(rawValue: "wallet_cannot_sign")
}
