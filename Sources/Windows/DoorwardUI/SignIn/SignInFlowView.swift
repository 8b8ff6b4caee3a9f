#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import DoorwardTexts
  internal import SwiftUI

  /// The views of a sign-in, one after the other.
  struct SignInFlowView: View {
    let session: SignInSession
    let config: DoorwardAuthenticationFlowConfig
    /// Whether the user can close the views.
    let canClose: Bool
    @Environment(\.chosenTexts) private var chosen
    @Environment(\.doorwardTexts) private var words

    var body: some View {
      let content = content
      NavigationStack {
        Group {
          if content.isFinished {
            // The window closes, or shows the app.
            ProgressView(words.inLanguage(of: content).text("signIn.done"))
          } else {
            ScreenView(
              content, estimates: session.driver?.passwordEstimates,
              replacement: config.replacement(for: content)
            ) { button, texts in
              session.driver?.perform(button.action, with: texts)
            }
            .id(content.name)
          }
        }
        #if canImport(UIKit)
          .navigationBarTitleDisplayMode(.inline)
        #endif
      }
      .interactiveDismissDisabled(session.holdsRecoveryCodes)
      .modifier(Ticking(time: content.changesAt, now: session.now, tick: session.tick))
    }

    private var content: ScreenContent {
      var content = SignInContent(chosen, configuration: config.content)
        .screen(of: session.driver?.flow ?? SignInFlow(), at: session.now)
      if !canClose { content.close = nil }
      return content
    }
  }

  extension ScreenContent {
    /// Whether the sign-in has ended and shows nothing.
    var isFinished: Bool { name.hasPrefix("finished") }
  }
#endif
