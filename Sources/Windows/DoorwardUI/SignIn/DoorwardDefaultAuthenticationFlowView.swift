#if canImport(SwiftUI)
  internal import Doorward
  public import SwiftUI

  /// The views of a sign-in with the methods that the application offers.
  ///
  /// ``DoorwardRequiredAuthWindow`` shows it to signed-out users. In another place, it signs in the client of
  /// `\.doorward`, and the app reads the result from `\.doorwardAuthState`.
  public struct DoorwardDefaultAuthenticationFlowView: View {
    private let config: DoorwardAuthenticationFlowConfig
    @State private var session = SignInSession()
    @Environment(\.doorward) private var doorward
    @Environment(\.signInHold) private var hold
    @Environment(\.unsavedCodes) private var unsavedCodes

    /// Makes the views.
    public init(flowConfig: DoorwardAuthenticationFlowConfig = .default) { config = flowConfig }

    public var body: some View {
      SignInFlowView(session: session, config: config, canClose: false)
        .onAppear(perform: begin)
        .onDisappear(perform: keepCodes)
    }

    private func begin() {
      let session = session.renewed(isLoggedIn: doorward.isLoggedIn)
      self.session = session
      hold?.session = session
      session.begin { config.driver(doorward) }
    }

    private func keepCodes() {
      let session = session
      let isKept = unsavedCodes?.keep(.signIn(session, config, end: session.close)) == true
      if isKept { self.session = SignInSession() }
    }
  }
#endif
