#if canImport(SwiftUI)
  internal import DoorwardFlow

  /// One sign-in in a view.
  typealias SignInSession = DriverSession<SignInDriver>

  extension DriverSession<SignInDriver> {
    /// Whether the view must stay although the user is signed in: it shows something more, or waits for an answer that can have
    /// recovery codes. The server shows them only once.
    var mustStay: Bool {
      guard let flow = driver?.flow else { return false }
      switch flow.screen {
      case .finished: return false
      default: return flow.screen.isAfterSignIn || flow.isBusy
      }
    }
  }
#endif
