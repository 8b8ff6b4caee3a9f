/// An act of the user in an account window. Typing is not one: the view keeps its texts until the user submits them.
public enum AccountAct: Hashable, Sendable {
  /// Begins a change.
  case begin(AccountChange)
  /// Does the step of the open dialog.
  case confirm(FieldTexts)
  /// Sends another code.
  case sendCode
  /// The user has saved the recovery codes.
  case savedCodes
  /// Closes the open dialog. If recovery codes are shown, it only warns.
  case dismiss
  /// Sends the photo that the driver keeps.
  case setPhoto
  /// Reads a list again.
  case reload(AccountList)
  /// Repeats the step that the server could not answer.
  case retry
  /// Closes the window. If recovery codes are shown, it only warns.
  case close
}
