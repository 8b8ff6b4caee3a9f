#if canImport(SwiftUI)
  internal import Doorward
  public import DoorwardFlow
  internal import DoorwardTexts
  public import SwiftUI

  /// The photo of the user as a button with a menu: the account, and sign out. Signed-out users see a button that signs in.
  ///
  /// ```swift
  /// .toolbar { ToolbarItem { DoorwardUserButton() } }
  /// ```
  public struct DoorwardUserButton: View {
    private let flowConfig: DoorwardAuthenticationFlowConfig
    private let links: AccountLinks
    @State private var showsAccount = false
    @State private var isSigningIn = false
    @Environment(\.doorward) private var doorward
    @Environment(\.doorwardAuthState) private var state
    @Environment(\.doorwardTexts) private var words

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - flowConfig: The configuration of the sign-in, and of the account's ways to sign in.
    ///   - links: The wallets that the app can add to the account.
    public init(
      flowConfig: DoorwardAuthenticationFlowConfig = .default, links: AccountLinks = AccountLinks()
    ) {
      self.flowConfig = flowConfig
      self.links = links
    }

    public var body: some View {
      // The sheets must stay when the user signs in or out, so they are not those of a branch.
      HStack {
        if case .authenticated(let user) = state { menu(of: user.info) } else { signIn }
      }
      .sheet(isPresented: $showsAccount) {
        NavigationStack { DoorwardAccountView(flowConfig: flowConfig, links: links) }
          #if os(macOS)
            .frame(minWidth: 480, minHeight: 640)
          #endif
      }
      .presentDoorwardSignInView(isPresented: $isSigningIn, flowConfig: flowConfig)
    }

    private func menu(of user: DoorwardUserInfo) -> some View {
      Menu {
        Button {
          showsAccount = true
        } label: {
          Text(verbatim: words.text("account.title"))
        }
        .accessibilityIdentifier("doorward.user.account")
        Button {
          // The user is signed out on this device at once. The SDK repeats the request to the server.
          Task { _ = try? await doorward.signOut() }
        } label: {
          Text(verbatim: words.text("account.signOut"))
        }
        .accessibilityIdentifier("doorward.user.sign-out")
      } label: {
        Avatar(url: user.photoURL(side: 128)?.absoluteString, initials: Initials.of(user.name), side: 32)
          .accessibilityHidden(true)
      }
      .accessibilityLabel(words.text("account.title"))
      .accessibilityValue(user.name ?? "")
      .accessibilityIdentifier("doorward.user")
    }

    private var signIn: some View {
      Button {
        isSigningIn = true
      } label: {
        Text(verbatim: words.text("signIn.title"))
      }
      .disabled(state == .undetermined)
      .accessibilityIdentifier("doorward.user.sign-in")
    }
  }
#endif
