#if canImport(SwiftUI)
  internal import Foundation
  public import SwiftUI

  extension EnvironmentValues {
    /// Sign-in for the views inside of `.doorward(…)`. Elsewhere it knows nobody, and everything it is asked for
    /// throws `invalid_configuration`.
    public var doorward: Doorward {
      get { self[DoorwardKey.self] }
      set { self[DoorwardKey.self] = newValue }
    }

    /// Whether somebody is signed in.
    public var doorwardAuthState: DoorwardAuthState {
      get { self[AuthStateKey.self] }
      set { self[AuthStateKey.self] = newValue }
    }
  }

  extension View {
    /// Gives the views inside `\.doorward` and `\.doorwardAuthState`, and what the app is opened with to a sign-in in
    /// the browser.
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

  // SwiftUI asks for a default on the main actor, where alone one can be made.
  private struct DoorwardKey: @preconcurrency EnvironmentKey {
    @MainActor static let defaultValue: Doorward = {
      let missing = DoorwardError.invalidConfiguration("no view around this one has .doorward(…)")
      return Doorward(
        DoorwardConfiguration(
          serverURL: URL(fileURLWithPath: "/"), storage: InMemorySessionStorage(),
          transport: DoorwardTransport { _ in throw missing }, visitors: .stayNobody, renewsAhead: false),
        showing: .undetermined)
    }()
  }

  private struct AuthStateKey: EnvironmentKey {
    static let defaultValue = DoorwardAuthState.undetermined
  }
#endif
