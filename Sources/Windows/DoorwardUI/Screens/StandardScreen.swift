#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import SwiftUI

  /// Doorward's own view of a content: the texts and controls in their order, and the buttons of the toolbar.
  struct StandardScreen: View {
    let screen: DoorwardScreen
    @FocusState private var focus: FieldName?
    @Environment(\.doorwardTheme) private var theme
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    private var content: ScreenContent { screen.content }

    var body: some View {
      ScrollView {
        VStack(alignment: .leading, spacing: 16) {
          ScreenHeader(content: content)
          if let problem = content.problem, problem.field == nil {
            ProblemView(problem: problem, screen: screen)
          }
          if let notice = content.notice { NoticeView(text: notice, id: "\(content.id).notice") }
          ForEach(Array(content.elements.enumerated()), id: \.offset) { _, element in
            ElementView(element: element, screen: screen, focus: $focus)
          }
        }
        .frame(maxWidth: 440, alignment: .leading)
        .padding(24)
        .frame(maxWidth: .infinity)
      }
      .scrollDismissesKeyboard(.interactively)
      .tint(theme.color)
      .font(theme.font(.body))
      .animation(reducesMotion ? nil : .default, value: content.problem)
      .toolbar { ScreenToolbar(screen: screen) }
      // The content chooses the field; the user may choose another one.
      .onChange(of: screen.focus, initial: true) { _, field in focus = field }
      .onChange(of: focus) { _, field in screen.focus = field }
    }
  }

  /// The buttons of the toolbar.
  struct ScreenToolbar: ToolbarContent {
    let screen: DoorwardScreen

    @ToolbarContentBuilder var body: some ToolbarContent {
      if let back = screen.content.back {
        ToolbarItem(placement: .navigation) { ScreenButton(button: back, screen: screen, style: .plain) }
      }
      if let close = screen.content.close {
        ToolbarItem(placement: .cancellationAction) {
          ScreenButton(button: close, screen: screen, style: .plain).keyboardShortcut(.cancelAction)
        }
      }
    }
  }

  /// The logo, the heading and the lead.
  struct ScreenHeader: View {
    let content: ScreenContent
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      if content.brand != nil || theme.logo != nil { BrandLogo(brand: content.brand) }
      Text(verbatim: content.title)
        .font(theme.font(.title).weight(.bold))
        .fixedSize(horizontal: false, vertical: true)
        .accessibilityAddTraits(.isHeader)
        .accessibilityIdentifier("\(content.id).title")
      if let lead = content.lead {
        Text(verbatim: lead)
          .foregroundStyle(.secondary)
          .fixedSize(horizontal: false, vertical: true)
          .accessibilityIdentifier("\(content.id).lead")
      }
    }
  }

  /// The logo of the theme, or of the application.
  struct BrandLogo: View {
    let brand: ScreenContent.Brand?
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      Group {
        if let logo = theme.logo {
          logo.resizable().aspectRatio(contentMode: .fit)
        } else if let url = brand?.logo.flatMap(URL.init(string:)) {
          AsyncImage(url: url) { phase in
            if case .success(let logo) = phase { logo.resizable().aspectRatio(contentMode: .fit) }
          }
        }
      }
      .frame(maxHeight: 56)
      // The heading has the name.
      .accessibilityHidden(true)
    }
  }

  /// The reason why a step failed.
  struct ProblemView: View {
    let problem: ScreenContent.Problem
    let screen: DoorwardScreen
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        HStack(alignment: .firstTextBaseline) {
          Image(systemName: "exclamationmark.triangle.fill").accessibilityHidden(true)
          Text(verbatim: problem.text)
            .fixedSize(horizontal: false, vertical: true)
            .accessibilityIdentifier(problem.id)
        }
        .font(theme.font(.subheadline))
        // The symbol also distinguishes it, for users who do not see the color.
        .foregroundStyle(Color.red)
        if let retry = problem.retry { ScreenButton(button: retry, screen: screen) }
      }
    }
  }

  /// A sentence about a step that has succeeded.
  struct NoticeView: View {
    let text: String
    let id: String
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      HStack(alignment: .firstTextBaseline) {
        Image(systemName: "checkmark.circle.fill").accessibilityHidden(true)
        Text(verbatim: text).accessibilityIdentifier(id)
      }
      .font(theme.font(.subheadline))
    }
  }
#endif
