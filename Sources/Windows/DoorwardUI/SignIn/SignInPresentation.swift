public import Doorward
internal import DoorwardFlow

#if canImport(SwiftUI)
  /// One sign-in in a sheet. Reports its end once, when the sheet is gone.
  ///
  /// The sheet ends in one of these ways: the user signs in, presses the close button or swipes the sheet down; the app sets the
  /// binding to false; or the view that presents the sheet disappears with it. In each of them, the driver is closed and says
  /// whether the server has signed the user in, also if it did so in the last moment. A sheet with recovery codes ends when the
  /// user has saved them: it stays, or ``UnsavedCodes`` shows them again.
  @MainActor final class SignInPresentation {
    let session = SignInSession()
    private let dismissed: AsyncStream<Void>
    private let isDismissed: AsyncStream<Void>.Continuation
    private var reporting: Task<Void, Never>?

    init() { (dismissed, isDismissed) = AsyncStream.makeStream() }

    deinit {
      isDismissed.finish()
      reporting?.cancel()
    }

    /// Begins the sign-in. A later call does nothing.
    ///
    /// - Parameters:
    ///   - make: Makes the driver.
    ///   - close: Closes the sheet.
    ///   - report: Gets the end of the sheet.
    func begin(
      _ make: () -> SignInDriver, close: @escaping @MainActor () -> Void,
      report: @escaping @MainActor (DoorwardSignInDismissType) -> Void
    ) {
      guard let driver = session.begin(make) else { return }
      reporting = Task { [dismissed] in
        let result = await driver.result()
        // The task is cancelled if the view has disappeared. Its binding may belong to nothing then.
        if !Task.isCancelled {
          close()
          for await _ in dismissed {}
        }
        report(DoorwardSignInDismissType(result))
      }
    }

    /// The sheet is gone.
    func end() {
      session.close()
      isDismissed.finish()
    }
  }
#endif

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
