#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import Observation
  internal import SwiftUI

  /// The view of a window that the app has removed before the user has saved new recovery codes. The server shows them only once,
  /// so the window shows them in a sheet.
  @MainActor @Observable final class UnsavedCodes {
    /// A removed view.
    struct Removed {
      /// Whether the user must still save the codes.
      let holdsCodes: @MainActor () -> Bool
      /// Draws the codes.
      let view: AnyView
      /// The user has saved the codes.
      let end: @MainActor () -> Void
    }

    private var removed: Removed?

    var isShown: Bool { removed?.holdsCodes() ?? false }
    var view: AnyView? { removed?.view }

    /// Keeps the sign-in of a removed view if it has recovery codes.
    ///
    /// - Parameters:
    ///   - session: The sign-in.
    ///   - config: Its configuration.
    ///   - end: Called when the user has saved the codes.
    func keep(
      _ session: SignInSession, _ config: DoorwardAuthenticationFlowConfig,
      end: @escaping @MainActor () -> Void
    ) {
      guard session.holdsRecoveryCodes else { return }
      let view = SignInFlowView(session: session, config: config, canClose: true)
      removed = Removed(holdsCodes: { session.holdsRecoveryCodes }, view: AnyView(view), end: end)
    }

    /// Keeps the dialog of a removed account view if it has recovery codes.
    func keep(_ session: AccountSession, _ config: DoorwardAuthenticationFlowConfig) {
      guard session.holdsRecoveryCodes else { return }
      let view = AccountCodesView(session: session, config: config)
      removed = Removed(
        holdsCodes: { session.holdsRecoveryCodes }, view: AnyView(view), end: { session.driver?.close() })
    }

    func forget() {
      // Another view can have been removed while the sheet closed.
      guard !isShown else { return }
      removed?.end()
      removed = nil
    }
  }

  /// Shows the recovery codes of a removed view above the window.
  struct ShowsUnsavedCodes: ViewModifier {
    @State private var codes = UnsavedCodes()

    func body(content: Content) -> some View {
      let isShown = codes.isShown
      content
        .environment(\.unsavedCodes, codes)
        .sheet(
          isPresented: Binding(get: { @MainActor in isShown }, set: { @MainActor _ in }),
          onDismiss: codes.forget
        ) {
          codes.view
            #if os(macOS)
              .frame(minWidth: 440, minHeight: 560)
            #endif
        }
    }
  }

  extension EnvironmentValues {
    /// The place of the window for recovery codes; nil outside of the windows of Doorward.
    var unsavedCodes: UnsavedCodes? {
      get { self[UnsavedCodesKey.self] }
      set { self[UnsavedCodesKey.self] = newValue }
    }
  }

  private struct UnsavedCodesKey: EnvironmentKey {
    static let defaultValue: UnsavedCodes? = nil
  }
#endif
