public import Doorward

extension DoorwardError.Code {
  /// The wallet connects and cannot sign messages, so that nothing proves whose the account is.
  public static let walletCannotSign = DoorwardError.Code(rawValue: "wallet_cannot_sign")
  /// The person said no, in the wallet or by closing its window.
  public static let rejected = DoorwardError.Code(rawValue: "rejected")
}
