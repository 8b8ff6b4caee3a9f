#if DEBUG && canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import DoorwardTexts
  package import SwiftUI

  /// The views of the previews: each view in each state that looks different. `Previews.swift` shows them, and the tests of the
  /// package draw each one.
  @MainActor package enum PreviewViews {
    /// A view in a state.
    struct Preview {
      /// The name of the view, such as `sign-in.start`.
      let screen: String
      let state: String
      let view: AnyView

      var name: String { "\(screen): \(state)" }

      init<Shown: View>(_ screen: String, _ state: String, view: Shown) {
        self.screen = screen
        self.state = state
        self.view = AnyView(view)
      }
    }

    static var all: [Preview] { signIn + account + windows + controls }

    package static var names: [String] { all.map(\.name) }

    /// The view of a name.
    package static subscript(name: String) -> some View { all.first { $0.name == name }?.view }

    private static var signIn: [Preview] {
      // A finished sign-in has no view.
      SignInSamples.all.filter { !$0.view.hasPrefix("finished") }.map {
        Preview("sign-in.\($0.view)", $0.state, view: SignInPreview(flow: $0.flow))
      }
    }

    private static var account: [Preview] {
      // The view dismisses itself at the other ends.
      AccountSamples.all.filter { !["finished.closed", "finished.signed-out"].contains($0.view) }.map {
        Preview("account.\($0.view)", $0.state, view: AccountPreview(flow: $0.flow))
      }
    }

    private static var windows: [Preview] {
      let window = { (state: DoorwardAuthState) in
        DoorwardRequiredAuthWindow {
          Text(verbatim: "The app")
        } unauthenticatedContent: {
          Text(verbatim: "The sign-in")
        }
        .environment(\.doorward, .preview(state))
      }
      let error = DoorwardError(code: .storageLocked, reason: "The keychain is locked.")
      return [
        Preview("window", "loading", view: WindowProgress()),
        Preview("window", "failed", view: WindowFailure(error: error) {}),
        Preview("window", "signed out", view: window(.guest(.preview()))),
        Preview("window", "signed in", view: window(.authenticated(.preview()))),
      ]
    }

    private static var controls: [Preview] {
      let wallets = [
        DoorwardWallet(id: "meteor", name: "Meteor Wallet", detail: "mainnet"),
        DoorwardWallet(id: "other", name: "Other"),
      ]
      let (user, guest) = (DoorwardAuthState.authenticated(.preview()), DoorwardAuthState.guest(.preview()))
      return [
        Preview("user", "signed in", view: DoorwardUserButton().doorward(.preview(user))),
        Preview("user", "signed out", view: DoorwardUserButton().doorward(.preview(guest))),
        Preview("photo", "signed in", view: DoorwardProfilePhotoWell().doorward(.preview(user))),
        Preview("photo", "signed out", view: DoorwardProfilePhotoWell().doorward(.preview(guest))),
        Preview("wallets", "two", view: DoorwardWalletList(wallets: wallets) { _ in }),
      ]
    }
  }

  private struct SignInPreview: View {
    let flow: SignInFlow
    @Environment(\.doorwardTexts) private var words

    var body: some View {
      NavigationStack {
        ScreenView(SignInContent(words).screen(of: flow, at: SampleTime.after(0))) { _, _ in }
      }
    }
  }

  /// The account, or its dialog if one is open.
  private struct AccountPreview: View {
    let flow: AccountFlow
    @Environment(\.doorwardTexts) private var words

    var body: some View {
      let content = AccountSamples.content(SignInContent(words))
      let window = content.window(of: AccountState(flow: flow), at: SampleTime.after(0))
      NavigationStack { ScreenView(window.dialog?.content ?? window.page) { _, _ in } }
    }
  }
#endif
