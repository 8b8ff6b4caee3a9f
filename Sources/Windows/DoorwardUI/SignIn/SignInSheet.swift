#if canImport(SwiftUI)
  internal import Doorward
  public import DoorwardFlow
  public import SwiftUI

  extension View {
    /// Presents the sign-in as a sheet.
    ///
    /// ```swift
    /// Button("Sign in") { isSigningIn = true }
    ///   .presentDoorwardSignInView(isPresented: $isSigningIn) { dismissType in
    ///     if case .completed = dismissType { showProfile() }
    ///   }
    /// ```
    ///
    /// A user who gets recovery codes must save them before the sheet closes. Until then it stays, also if the app sets
    /// `isPresented` to false. If the app removes the view, its window shows the codes: ``DoorwardRequiredAuthWindow`` or
    /// ``DoorwardOptionalAuthWindow``.
    ///
    /// - Parameters:
    ///   - isPresented: Whether the sheet is shown. The sheet sets it to false when it ends.
    ///   - flowConfig: The configuration of the sign-in.
    ///   - onDismiss: Gets the end of the sheet, once for each time it was shown, when the sheet is gone.
    /// - Returns: The view.
    public func presentDoorwardSignInView(
      isPresented: Binding<Bool>, flowConfig: DoorwardAuthenticationFlowConfig = .default,
      onDismiss: @escaping @MainActor (DoorwardSignInDismissType) -> Void = { _ in }
    ) -> some View {
      modifier(
        SignInSheet(isPresented: isPresented, purpose: .signIn, config: flowConfig, report: onDismiss))
    }

    /// Asks the signed-in user to sign in again, as a sheet: for calls that need a recent sign-in
    /// (`DoorwardError.Code.recentSignInRequired`).
    ///
    /// ```swift
    /// Button("Delete my account") { isConfirming = true }
    ///   .presentDoorwardReauthenticationView(isPresented: $isConfirming) { dismissType in
    ///     if case .completed = dismissType { Task { try await doorward.user.delete() } }
    ///   }
    /// ```
    ///
    /// - Parameters:
    ///   - isPresented: Whether the sheet is shown. The sheet sets it to false when it ends.
    ///   - reason: The reason that the sheet tells the user: `ConfirmationReason(error.stepUp)`, after an error.
    ///   - flowConfig: The configuration of the ways to sign in.
    ///   - onDismiss: Gets the end of the sheet, once for each time it was shown, when the sheet is gone. With `.completed`, the
    ///     present session has a recent sign-in of the same user.
    /// - Returns: The view.
    public func presentDoorwardReauthenticationView(
      isPresented: Binding<Bool>, reason: ConfirmationReason = .oldSignIn,
      flowConfig: DoorwardAuthenticationFlowConfig = .default,
      onDismiss: @escaping @MainActor (DoorwardSignInDismissType) -> Void = { _ in }
    ) -> some View {
      modifier(
        SignInSheet(
          isPresented: isPresented, purpose: .confirmation(reason), config: flowConfig, report: onDismiss))
    }
  }

  private struct SignInSheet: ViewModifier {
    @Binding var isPresented: Bool
    let purpose: SignInPurpose
    let config: DoorwardAuthenticationFlowConfig
    let report: @MainActor (DoorwardSignInDismissType) -> Void
    @State private var presentation = SignInPresentation()
    @Environment(\.doorward) private var doorward
    @Environment(\.unsavedCodes) private var unsavedCodes

    func body(content: Content) -> some View {
      let mustStay = presentation.session.holdsRecoveryCodes
      let isShown = Binding(
        get: { @MainActor in isPresented || mustStay }, set: { @MainActor in isPresented = $0 })
      content.sheet(isPresented: isShown, onDismiss: end) {
        SignInFlowView(session: presentation.session, config: config, canClose: true)
          .onAppear(perform: begin)
          .onDisappear { keepCodes() }
          #if os(macOS)
            .frame(minWidth: 440, minHeight: 560)
          #endif
      }
    }

    private func begin() {
      let isPresented = $isPresented
      presentation.begin(
        { config.driver(doorward, for: purpose) }, close: { isPresented.wrappedValue = false },
        report: report)
    }

    /// The view disappears together with the sheet.
    private func keepCodes() {
      let presentation = presentation
      unsavedCodes?.keep(.signIn(presentation.session, config, end: presentation.end))
    }

    private func end() {
      // The view has disappeared with the sheet, whose recovery codes are kept.
      guard !presentation.session.holdsRecoveryCodes else { return }
      presentation.end()
      // The next sheet is another sign-in.
      presentation = SignInPresentation()
    }
  }
#endif
