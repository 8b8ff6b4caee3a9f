#if canImport(SwiftUI)
  internal import Doorward
  public import DoorwardFlow
  internal import DoorwardTexts
  public import SwiftUI

  /// The account of the signed-in user: the profile, the ways to sign in, passkeys, the password, second factors and sessions, and
  /// the deletion of the account.
  ///
  /// ```swift
  /// NavigationStack { DoorwardAccountView() }
  /// ```
  ///
  /// A change that needs a recent sign-in asks the user to sign in again first. When the user signs out, the view dismisses itself.
  /// When the user deletes the account, it shows what happens next.
  public struct DoorwardAccountView: View {
    private let config: DoorwardAuthenticationFlowConfig
    private let links: AccountLinks
    @State private var session = AccountSession()
    @State private var picking = PhotoPicking()
    @Environment(\.doorward) private var doorward
    @Environment(\.chosenTexts) private var chosen
    @Environment(\.doorwardTexts) private var around
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var isPresented
    @Environment(\.unsavedCodes) private var unsavedCodes

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - flowConfig: The configuration of the views, and of the sign-in that confirms the user.
    ///   - links: The wallets that the app can add to the account.
    public init(
      flowConfig: DoorwardAuthenticationFlowConfig = .default, links: AccountLinks = AccountLinks()
    ) {
      config = flowConfig
      self.links = links
    }

    public var body: some View {
      let window = window
      let words = around.inLanguage(of: window.page)
      ScreenView(window.page, replacement: config.replacement(for: window.page), perform: press)
        .id(window.page.name)
        .sheet(isPresented: isShown(window.dialog)) {
          AccountDialogView(
            dialog: window.dialog, estimates: session.driver?.passwordEstimates, config: config, press: press)
        }
        .modifier(
          PhotoSources(picking: picking) { photo in
            // The server says in the language of the user that a file is no photo.
            session.driver?.setPhoto(photo ?? Data())
          }
        )
        .modifier(
          Ticking(
            time: window.dialog?.content.changesAt ?? window.page.changesAt, now: session.now,
            tick: session.tick)
        )
        .onAppear(perform: begin)
        .onDisappear(perform: keepCodes)
        .toolbar {
          if isPresented, session.driver?.flow.end == .deleted {
            ToolbarItem(placement: .cancellationAction) {
              Button {
                dismiss()
              } label: {
                Text(verbatim: words.text("windows.close"))
              }
              .keyboardShortcut(.cancelAction)
              .accessibilityIdentifier("doorward.account.finished.close")
            }
          }
        }
        // A deleted account shows what happens next.
        .onChange(of: session.driver?.flow.end) { _, end in
          if end == .closed || end == .signedOut { dismiss() }
        }
        .environment(\.doorwardTexts, words)
    }

    private func begin() {
      let session = session.renewed(isLoggedIn: doorward.isLoggedIn)
      self.session = session
      session.begin { AccountDriver(doorward, links: links, proofs: config.proofs) }
    }

    private func keepCodes() {
      if unsavedCodes?.keep(.account(session, config)) == true { session = AccountSession() }
    }

    private var window: WindowContent {
      let content = AccountContent(
        SignInContent(chosen, configuration: config.content), photoSources: photoSources,
        languages: Language.all.map(\.tag))
      var window = content.window(
        of: session.driver?.state ?? AccountState(flow: AccountFlow()), at: session.now)
      if !isPresented { window.page.close = nil }
      return window
    }

    private var photoSources: [PhotoSource] {
      #if canImport(UIKit)
        CameraView.isAvailable ? [.library, .camera] : [.library]
      #else
        [.library]
      #endif
    }

    private func isShown(_ dialog: WindowContent.Dialog?) -> Binding<Bool> {
      Binding(
        get: { @MainActor in dialog != nil },
        set: { @MainActor isShown in
          if !isShown, let leave = dialog?.content.leave { press(leave, FieldTexts()) }
        })
    }

    private func press(_ button: ScreenContent.Button, _ texts: FieldTexts) {
      switch button.action {
      case .choosePhoto(.library), .choosePhoto(.file): picking.showsLibrary = true
      case .choosePhoto(.camera): picking.showsCamera = true
      case .signIn, .account, .copy, .save, .open: session.driver?.perform(button.action, with: texts)
      }
    }
  }
#endif
