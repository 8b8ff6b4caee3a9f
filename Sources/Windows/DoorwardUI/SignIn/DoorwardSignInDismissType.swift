public import Doorward
internal import DoorwardFlow

/// The end of a sign-in sheet.
public enum DoorwardSignInDismissType: Sendable {
  /// The user or the app has closed the sheet, and the user is not signed in by it.
  case cancelled
  /// The user is signed in.
  case completed
  /// The sheet could not offer a sign-in, and the user has closed it.
  case failed(DoorwardError)
}

extension DoorwardSignInDismissType {
  init(_ result: SignInResult) {
    switch result {
    case .completed: self = .completed
    case .cancelled: self = .cancelled
    case .failed(let error): self = .failed(error)
    }
  }
}
