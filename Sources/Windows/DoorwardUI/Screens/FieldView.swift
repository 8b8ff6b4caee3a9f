#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import DoorwardTexts
  internal import SwiftUI

  /// A field with its label above and its hint or problem below.
  struct FieldView: View {
    let field: ScreenContent.Field
    let screen: DoorwardScreen
    let focus: FocusState<FieldName?>.Binding
    @State private var isShown = false
    @Environment(\.doorwardTheme) private var theme
    @Environment(\.colorSchemeContrast) private var contrast
    @Environment(\.doorwardTexts) private var words

    var body: some View {
      if case .choice(let options) = field.kind {
        ChoiceView(field: field, options: options, text: screen.text(field.name))
      } else {
        VStack(alignment: .leading, spacing: 6) {
          Text(verbatim: field.label)
            .font(theme.font(.subheadline).weight(.semibold))
            // The field has the same label.
            .accessibilityHidden(true)
          HStack(spacing: 8) {
            input
            if field.isSecret { showButton }
          }
          .padding(12)
          .background {
            RoundedRectangle(cornerRadius: CGFloat(theme.cornerRadius))
              .stroke(outline, lineWidth: contrast == .increased || hasProblem ? 2 : 1)
          }
          if let problem = screen.content.problem, hasProblem {
            ProblemView(problem: problem, screen: screen)
          }
          if let tooLong = field.tooLong, field.isTooLong(screen.texts[field.name]) {
            Text(verbatim: tooLong)
              .font(theme.font(.footnote))
              .foregroundStyle(Color.red)
              .accessibilityIdentifier("\(field.id).too-long")
          }
          if field.advice != nil { MeterView(meter: screen.meter) }
          if !hasProblem, let advice = advice {
            Text(verbatim: advice)
              .font(theme.font(.footnote))
              .fixedSize(horizontal: false, vertical: true)
              .accessibilityIdentifier("\(field.id).advice")
          }
          if let hint = field.hint {
            Text(verbatim: hint)
              .font(theme.font(.footnote))
              .foregroundStyle(.secondary)
              .fixedSize(horizontal: false, vertical: true)
              // It is the hint of the field.
              .accessibilityHidden(true)
          }
          if let name = field.accountName { AccountNameField(name: name) }
        }
      }
    }

    private var input: some View {
      typing
        .textFieldStyle(.plain)
        .modifier(TypingTraits(field: field))
        .focused(focus, equals: field.name)
        .submitLabel(isLast ? .go : .next)
        .onSubmit { screen.submit(field.name) }
        .environment(\.layoutDirection, direction)
        .accessibilityHint(field.hint ?? "")
        .accessibilityIdentifier(field.id)
        .privacySensitive(field.isSecret)
    }

    @ViewBuilder private var typing: some View {
      let text = screen.text(field.name)
      if field.isSecret, !isShown {
        SecureField(field.label, text: text, prompt: nil)
      } else {
        TextField(field.label, text: text, prompt: nil)
      }
    }

    private var showButton: some View {
      Button {
        isShown.toggle()
        focus.wrappedValue = field.name
      } label: {
        Image(systemName: isShown ? "eye.slash" : "eye").accessibilityHidden(true)
      }
      .buttonStyle(.borderless)
      .accessibilityLabel(words.text(isShown ? "field.hidePassword" : "field.showPassword"))
      .accessibilityIdentifier("\(field.id).show")
    }

    /// The sentence about a new password: that of the server's estimate, once there is one.
    private var advice: String? {
      let own = field.advice(with: screen.texts)
      return own == nil ? nil : screen.meter.advice ?? own
    }
    private var hasProblem: Bool { screen.content.problem?.field == field.name }
    private var isLast: Bool { screen.content.fields.last?.name == field.name }
    private var outline: Color {
      hasProblem ? .red : focus.wrappedValue == field.name ? theme.color ?? .accentColor : .secondary
    }
    private var direction: LayoutDirection {
      field.isLeftToRight || !screen.content.isRightToLeft ? .leftToRight : .rightToLeft
    }
  }

  /// The bar of a new password: a part for each point of the score. The sentence below it says the same.
  private struct MeterView: View {
    let meter: PasswordMeter
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      HStack(spacing: 4) {
        ForEach(0..<PasswordMeter.highestScore, id: \.self) { place in
          RoundedRectangle(cornerRadius: 2).fill(place < meter.score ? color : Color.secondary.opacity(0.25))
            .frame(height: 4)
        }
      }
      .accessibilityHidden(true)
    }

    private var color: Color { meter.isFine ? theme.color ?? .accentColor : .secondary }
  }

  /// A choice of some options.
  private struct ChoiceView: View {
    let field: ScreenContent.Field
    let options: [ScreenContent.Field.Option]
    let text: Binding<String>

    var body: some View {
      Picker(field.label, selection: text) {
        ForEach(options, id: \.id) { option in Text(verbatim: option.label).tag(option.id) }
      }
      .accessibilityIdentifier(field.id)
    }
  }

  /// The name of the account, which a password manager stores with the password. The user does not see it.
  private struct AccountNameField: View {
    let name: String

    var body: some View {
      TextField("", text: .constant(name), prompt: nil)
        .textContentType(.username)
        .disabled(true)
        .frame(width: 0, height: 0)
        .accessibilityHidden(true)
    }
  }
#endif
