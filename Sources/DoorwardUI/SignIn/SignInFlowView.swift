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
    @Environment(\.doorwardTexts) private var words
    @State private var now = Date()

    var body: some View {
      let content = content
      NavigationStack {
        Group {
          if content.isFinished {
            // The window closes, or shows the app.
            ProgressView(words.text("signIn.done"))
          } else {
            ScreenView(content, replacement: config.replacement(for: content.name)) { button, texts in
              session.driver?.perform(button.action, with: texts)
            }
            .id(content.name)
          }
        }
        #if canImport(UIKit)
          .navigationBarTitleDisplayMode(.inline)
        #endif
      }
      .interactiveDismissDisabled(content.close == nil)
      .task(id: content.changesAt) { await waitForChange() }
    }

    private var content: ScreenContent {
      var content = SignInContent(words, configuration: config.content)
        .screen(of: session.driver?.flow ?? SignInFlow(), at: now)
      if !canClose { content.close = nil }
      return content
    }

    /// A text with a remaining time changes at a time that the content knows.
    private func waitForChange() async {
      guard let time = content.changesAt else { return }
      try? await Task.sleep(for: .seconds(max(0, time.timeIntervalSinceNow)))
      if !Task.isCancelled { now = max(Date(), time) }
    }
  }

  extension ScreenContent {
    /// Whether the sign-in has ended and shows nothing.
    var isFinished: Bool { name.hasPrefix("finished") }
  }
#endif
