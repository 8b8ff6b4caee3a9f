public import Doorward

extension DoorwardError.Code {
  /// The wallet connects and cannot sign messages, so that nothing proves whose the account is.
  public static let walletCannotSign = DoorwardError.Code(rawValue: "wallet_cannot_sign")
}
