#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import Observation
  internal import SwiftUI

  /// The views of a window that the app has removed before the user has saved new recovery codes. The server shows them only once,
  /// so the window shows them in a sheet, one view after the other.
  @MainActor @Observable final class UnsavedCodes {
    /// A removed view.
    struct Removed {
      /// Whether the user must still save the codes.
      let holdsCodes: @MainActor () -> Bool
      /// Draws the codes.
      let view: AnyView
      /// The user has saved the codes, and the sheet is gone.
      let end: @MainActor () -> Void
    }

    /// The removed views, the oldest first, until the sheet is gone.
    private var removed: [Removed] = []
    private var unsaved: Removed? { removed.first { $0.holdsCodes() } }

    var isShown: Bool { unsaved != nil }
    /// The view in the sheet. While the sheet closes, it is the last one.
    var view: AnyView? { (unsaved ?? removed.last)?.view }

    /// Keeps a removed view if it has recovery codes.
    ///
    /// - Returns: Whether it is kept. The session of the view then belongs to the sheet.
    @discardableResult func keep(_ view: Removed) -> Bool {
      guard view.holdsCodes() else { return false }
      removed.append(view)
      return true
    }

    /// The sheet is gone. If another view was removed while it closed, it opens again.
    func forget() {
      let saved = removed.filter { !$0.holdsCodes() }
      removed.removeAll { !$0.holdsCodes() }
      for view in saved { view.end() }
    }
  }

  extension UnsavedCodes.Removed {
    /// A sign-in.
    static func signIn(
      _ session: SignInSession, _ config: DoorwardAuthenticationFlowConfig,
      end: @escaping @MainActor () -> Void
    ) -> Self {
      let view = SignInFlowView(session: session, config: config, canClose: true)
      return Self(
        holdsCodes: { session.holdsRecoveryCodes }, view: AnyView(view.id(ObjectIdentifier(session))),
        end: end)
    }

    /// The dialog of an account.
    static func account(_ session: AccountSession, _ config: DoorwardAuthenticationFlowConfig) -> Self {
      let view = AccountCodesView(session: session, config: config)
      return Self(
        holdsCodes: { session.holdsRecoveryCodes }, view: AnyView(view.id(ObjectIdentifier(session))),
        end: session.close)
    }
  }

  /// Shows the recovery codes of removed views above the window, which keeps them: SwiftUI forgets the state of a modifier when its
  /// view is another branch of a condition.
  struct ShowsUnsavedCodes: ViewModifier {
    let codes: UnsavedCodes

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
