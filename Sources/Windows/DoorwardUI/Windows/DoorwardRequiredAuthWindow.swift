internal import Doorward

#if canImport(SwiftUI)
  internal import Observation
  public import SwiftUI

  /// A window of an app whose users must sign in.
  ///
  /// ```swift
  /// WindowGroup {
  ///   DoorwardRequiredAuthWindow {
  ///     ContentView()
  ///   } unauthenticatedContent: {
  ///     DoorwardDefaultAuthenticationFlowView(flowConfig: .default)
  ///   }
  /// }
  /// ```
  ///
  /// The content is made when a registered user is signed in, and not before. It can rely on
  /// `\.doorwardAuthState` being `.authenticated`. While the stored session is being read, the window shows neither the content
  /// nor the sign-in; if it cannot be read, the window says so and offers to try again.
  public struct DoorwardRequiredAuthWindow<Content: View, Unauthenticated: View>: View {
    private let content: () -> Content
    private let unauthenticated: () -> Unauthenticated
    @State private var codes = UnsavedCodes()
    @Environment(\.doorward) private var doorward

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - content: The app, for registered users.
    ///   - unauthenticatedContent: The sign-in, for all others.
    public init(
      @ViewBuilder content: @escaping () -> Content,
      @ViewBuilder unauthenticatedContent: @escaping () -> Unauthenticated
    ) {
      self.content = content
      unauthenticated = unauthenticatedContent
    }

    public var body: some View {
      PhaseView(content: content, unauthenticated: unauthenticated)
        .modifier(ShowsUnsavedCodes(codes: codes))
        .doorward(doorward)
    }
  }

  extension DoorwardRequiredAuthWindow where Unauthenticated == DoorwardDefaultAuthenticationFlowView {
    /// Makes a window with Doorward's sign-in.
    public init(@ViewBuilder content: @escaping () -> Content) {
      self.init(content: content) { DoorwardDefaultAuthenticationFlowView(flowConfig: .default) }
    }
  }

  private struct PhaseView<Content: View, Unauthenticated: View>: View {
    let content: () -> Content
    let unauthenticated: () -> Unauthenticated
    @State private var hold = SignInHold()
    /// The reason why the state is still not known after the stored session was tried.
    @State private var reason: DoorwardError?
    @Environment(\.doorward) private var doorward
    @Environment(\.doorwardAuthState) private var state
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
      Group {
        switch WindowPhase(state, mustStay: hold.mustStay, isStuck: reason != nil) {
        case .loading: WindowProgress()
        case .failed: WindowFailure(error: error) { await retry() }
        case .signIn: unauthenticated().environment(\.signInHold, hold)
        case .content: content()
        }
      }
      .task(id: isUndetermined) { reason = isUndetermined ? await doorward.undeterminedReason() : nil }
      // A keychain can be unlocked while the app is in the background.
      .onChange(of: scenePhase) { _, phase in
        if phase == .active, reason != nil { Task { await retry() } }
      }
    }

    private var isUndetermined: Bool { state == .undetermined }
    private var error: DoorwardError? { if case .error(let error) = state { error } else { reason } }

    private func retry() async {
      await doorward.retry()
      reason = await doorward.undeterminedReason()
    }
  }

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

/// The content of a window that needs a signed-in user.
enum WindowPhase: Hashable {
  /// It is not known yet whether a user is signed in. Neither the app nor the sign-in is shown.
  case loading
  /// The state could not be read.
  case failed
  /// The sign-in is shown.
  case signIn
  /// The app is shown.
  case content

  /// `mustStay` says whether a sign-in that is shown still has something to show, such as recovery codes. `isStuck`
  /// says whether the state is still not known after the stored session was tried, such as in a locked keychain.
  init(_ state: DoorwardAuthState, mustStay: Bool, isStuck: Bool) {
    switch state {
    case .undetermined: self = isStuck ? .failed : .loading
    case .error: self = .failed
    case .authenticated: self = mustStay ? .signIn : .content
    // An anonymous user has no proven identity.
    case .guest, .anonymous: self = .signIn
    }
  }
}
