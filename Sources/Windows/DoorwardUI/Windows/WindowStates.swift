#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import DoorwardTexts
  internal import SwiftUI

  /// A window while the stored session is being read. Reading usually takes a moment, so the progress appears late.
  struct WindowProgress: View {
    @State private var isLate = false
    @Environment(\.doorwardTexts) private var words

    var body: some View {
      ZStack {
        Color.clear
        if isLate {
          ProgressView(words.text("windows.account.loading")).accessibilityIdentifier(
            "doorward.window.progress")
        }
      }
      .task {
        try? await Task.sleep(for: .milliseconds(400))
        isLate = !Task.isCancelled
      }
    }
  }

  /// A window that could not read the state.
  struct WindowFailure: View {
    let error: DoorwardError?
    let retry: () async -> Void
    @State private var isTrying = false
    @Environment(\.doorwardTexts) private var words
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      VStack(spacing: 16) {
        SymbolView(.warning)
        Text(verbatim: sentence)
          .multilineTextAlignment(.center)
          .accessibilityIdentifier("doorward.window.problem")
        Button {
          isTrying = true
          Task {
            await retry()
            isTrying = false
          }
        } label: {
          Text(verbatim: words.text("action.tryAgain"))
        }
        .buttonStyle(.borderedProminent)
        .keyboardShortcut(.defaultAction)
        .disabled(isTrying)
        .accessibilityIdentifier("doorward.window.retry")
      }
      .font(theme.font(.body))
      .tint(theme.color)
      .padding(24)
      .frame(maxWidth: 440)
    }

    private var sentence: String {
      error.map { words.sentence(for: $0) } ?? words.text("windows.error.unknown")
    }
  }
#endif
