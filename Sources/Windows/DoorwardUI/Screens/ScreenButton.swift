#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import DoorwardTexts
  internal import SwiftUI

  /// A button in the weight of its role.
  struct ScreenButton: View {
    /// Where the button is drawn.
    enum Style {
      case role
      /// In a toolbar or a menu, which have their own look.
      case plain
    }

    let button: ScreenContent.Button
    let screen: DoorwardScreen
    var style = Style.role
    @Environment(\.doorwardTexts) private var words

    var body: some View {
      switch (style, button.role) {
      case (.plain, _): control
      case (.role, .primary):
        control
          .buttonStyle(.borderedProminent)
          .controlSize(.large)
          // In a field, the Return key submits the field.
          .keyboardShortcut(screen.content.fields.isEmpty ? .defaultAction : nil)
      case (.role, .secondary), (.role, .destructive):
        control.buttonStyle(.bordered).controlSize(.large)
      case (.role, .cancel):
        control.buttonStyle(.bordered).controlSize(.large).keyboardShortcut(.cancelAction)
      case (.role, .link): control.buttonStyle(.borderless)
      }
    }

    private var control: some View {
      Button(role: role) {
        screen.press(button)
      } label: {
        ButtonLabel(button: button, isWide: style == .role && button.role != .link)
      }
      .disabled(!screen.isEnabled(button))
      .accessibilityHint(button.hint ?? "")
      // Users who do not see the progress hear that the step waits.
      .accessibilityValue(button.isBusy ? words.text("windows.busy") : "")
      .modifier(SpokenLabel(label: button.accessibilityLabel))
      .accessibilityIdentifier(button.id)
    }

    private var role: ButtonRole? {
      switch button.role {
      case .destructive: .destructive
      case .cancel: .cancel
      case .primary, .secondary, .link: nil
      }
    }
  }

  /// The symbol, the label and the badge of a button, or the progress of its step.
  private struct ButtonLabel: View {
    let button: ScreenContent.Button
    let isWide: Bool
    @Environment(\.doorwardTheme) private var theme
    @Environment(\.self) private var environment

    var body: some View {
      HStack(spacing: 8) {
        if button.isBusy {
          ProgressView().accessibilityHidden(true)
        } else if let symbol = button.symbol {
          SymbolView(symbol)
        }
        Text(verbatim: button.label)
          .font(theme.font(.body).weight(.semibold))
          .multilineTextAlignment(.center)
        if let badge = button.badge {
          Text(verbatim: badge).font(theme.font(.caption)).foregroundStyle(.secondary)
        }
      }
      .frame(maxWidth: isWide ? .infinity : nil)
      .foregroundStyle(color)
    }

    private var color: Color {
      switch button.role {
      case .primary: theme.textOnColor(in: environment)
      case .destructive: .red
      default: theme.color ?? .accentColor
      }
    }
  }

  /// The label that assistive technology reads instead of the one that is shown.
  private struct SpokenLabel: ViewModifier {
    let label: String?

    func body(content: Content) -> some View {
      if let label { content.accessibilityLabel(label) } else { content }
    }
  }
#endif
