/// A step of the account window. With the texts of the dialog's fields, it is an act of the account's machine.
public enum AccountAction: Hashable, Sendable {
  /// Begins a change: opens its dialog, or the sheet of the system.
  case begin(AccountChange)
  /// Does the step of the open dialog.
  case confirm
  /// Sends another code.
  case sendCode
  /// The user has saved the recovery codes.
  case savedCodes
  /// Closes the open dialog without a change.
  case dismiss
  /// Reads a list again.
  case reload(AccountList)
  /// Repeats the step that the server could not answer.
  case retry
  /// Closes the window.
  case close
}

extension AccountAction {
  /// The act of the user.
  ///
  /// - Parameter texts: The texts of the open dialog.
  /// - Returns: The act, for `AccountFlow.allows(_:)` and the driver.
  public func act(with texts: FieldTexts) -> AccountAct {
    switch self {
    case .begin(let change): .begin(change)
    case .confirm: .confirm(texts)
    case .sendCode: .sendCode
    case .savedCodes: .savedCodes
    case .dismiss: .dismiss
    case .reload(let list): .reload(list)
    case .retry: .retry
    case .close: .close
    }
  }
}
