#if canImport(SwiftUI)
  internal import Observation
  internal import SwiftUI

  /// The sign-in inside of a window. The window keeps it while it must stay.
  @MainActor @Observable final class SignInHold {
    var session: SignInSession?
    var mustStay: Bool { session?.mustStay ?? false }
  }

  extension EnvironmentValues {
    var signInHold: SignInHold? {
      get { self[SignInHoldKey.self] }
      set { self[SignInHoldKey.self] = newValue }
    }
  }

  private struct SignInHoldKey: EnvironmentKey {
    static let defaultValue: SignInHold? = nil
  }
#endif
