#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import SwiftUI

  /// A dialog of the account. It keeps its content while it closes.
  struct AccountDialogView: View {
    let dialog: WindowContent.Dialog?
    let estimates: PasswordEstimates?
    let config: DoorwardAuthenticationFlowConfig
    let press: (ScreenContent.Button, FieldTexts) -> Void
    @State private var last: WindowContent.Dialog?

    var body: some View {
      NavigationStack {
        if let shown = dialog ?? last {
          ScreenView(
            shown.content, estimates: estimates, replacement: config.replacement(for: shown.content),
            perform: press
          )
          .id(shown.content.name)
          .interactiveDismissDisabled(shown.content.leave?.isEnabled != true)
          .disabled(dialog == nil)
        }
      }
      .onChange(of: dialog, initial: true) { _, dialog in if let dialog { last = dialog } }
      #if os(macOS)
        .frame(minWidth: 440, minHeight: 400)
      #endif
    }
  }

  /// The recovery codes of an account whose view the app has removed.
  struct AccountCodesView: View {
    let session: AccountSession
    let config: DoorwardAuthenticationFlowConfig
    @Environment(\.chosenTexts) private var chosen

    var body: some View {
      AccountDialogView(
        dialog: dialog, estimates: session.driver?.passwordEstimates, config: config
      ) { button, texts in
        session.driver?.perform(button.action, with: texts)
      }
    }

    private var dialog: WindowContent.Dialog? {
      guard let state = session.driver?.state else { return nil }
      return AccountContent(SignInContent(chosen, configuration: config.content))
        .window(of: state, at: session.now).dialog
    }
  }

  extension ScreenContent {
    /// The button that leaves a dialog without a change.
    var leave: Button? { close ?? buttons.first { $0.role == .cancel } }
  }
#endif
