#if canImport(SwiftUI)
  internal import Foundation
  public import SwiftUI

  extension EnvironmentValues {
    /// Sign-in for the views inside of `.doorward(…)`. Other views get a signed-out instance: calls that need a
    /// user throw `not_signed_in`, and calls that would reach the server throw `invalid_configuration`.
    public var doorward: Doorward {
      get { self[DoorwardKey.self] }
      set { self[DoorwardKey.self] = newValue }
    }

    /// The sign-in state of `\.doorward`.
    public var doorwardAuthState: DoorwardAuthState {
      get { self[AuthStateKey.self] }
      set { self[AuthStateKey.self] = newValue }
    }
  }

  extension View {
    /// Provides `\.doorward` and `\.doorwardAuthState` to the views inside. Passes the URLs that open the app to a
    /// sign-in in the browser.
    @MainActor public func doorward(_ doorward: Doorward) -> some View {
      modifier(DoorwardEnvironment(doorward: doorward))
    }
  }

  private struct DoorwardEnvironment: ViewModifier {
    let doorward: Doorward

    func body(content: Content) -> some View {
      content
        .environment(\.doorward, doorward)
        .environment(\.doorwardAuthState, doorward.authState)
        .onOpenURL { url in Task { await doorward.handle(url: url) } }
    }
  }

  private let signedOut = DoorwardAuthState.guest(DoorwardGuest(credential: nil))

  private struct DoorwardKey: EnvironmentKey {
    static let defaultValue = Doorward.withoutServer(
      .invalidConfiguration("no view around this one has .doorward(…)"), showing: signedOut)
  }

  private struct AuthStateKey: EnvironmentKey {
    static let defaultValue = signedOut
  }
#endif
