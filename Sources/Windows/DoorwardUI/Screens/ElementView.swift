#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import SwiftUI

  /// A control, a text or an image.
  struct ElementView: View {
    let element: ScreenContent.Element
    let screen: DoorwardScreen
    let focus: FocusState<FieldName?>.Binding

    var body: some View {
      switch element {
      case .section(let section): SectionView(section: section, screen: screen, focus: focus)
      default: SimpleElement(element: element, screen: screen, focus: focus)
      }
    }
  }

  /// A group with a heading.
  private struct SectionView: View {
    let section: ScreenContent.Section
    let screen: DoorwardScreen
    let focus: FocusState<FieldName?>.Binding
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: 12) {
        if let title = section.title {
          HStack {
            if let symbol = section.symbol { SymbolView(symbol) }
            Text(verbatim: title).font(theme.font(.headline))
          }
          .accessibilityElement(children: .combine)
          .accessibilityAddTraits(.isHeader)
          .accessibilityIdentifier(section.id)
        }
        ForEach(Array(section.elements.enumerated()), id: \.offset) { _, element in
          SimpleElement(element: element, screen: screen, focus: focus)
        }
        if let footer = section.footer {
          Text(verbatim: footer)
            .font(theme.font(.footnote))
            .foregroundStyle(.secondary)
            .accessibilityIdentifier("\(section.id).footer")
        }
      }
      .padding(.vertical, 8)
    }
  }

  /// An element that has no elements in it.
  private struct SimpleElement: View {
    let element: ScreenContent.Element
    let screen: DoorwardScreen
    let focus: FocusState<FieldName?>.Binding

    var body: some View {
      switch element {
      case .field(let field): FieldView(field: field, screen: screen, focus: focus)
      case .button(let button): ScreenButton(button: button, screen: screen)
      case .text(let text): ParagraphView(paragraph: text)
      case .divider(let word): DividerView(word: word)
      case .progress(let progress):
        HStack(spacing: 12) { ProgressView(progress.label).accessibilityIdentifier(progress.id) }
      case .qrCode(let code): QRCodeView(code: code)
      case .secret(let secret): SecretView(secret: secret, screen: screen)
      case .codes(let codes): CodesView(codes: codes, screen: screen)
      case .photo(let photo): PhotoView(photo: photo, screen: screen)
      case .row(let row): RowView(row: row, screen: screen)
      // A section has no sections in it.
      case .section: EmptyView()
      }
    }
  }

  /// A text.
  struct ParagraphView: View {
    let paragraph: ScreenContent.Paragraph
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      HStack(alignment: .firstTextBaseline) {
        if paragraph.style == .warning { SymbolView(.warning) }
        Text(verbatim: paragraph.text)
          .font(theme.font(paragraph.style == .caption ? .footnote : .body))
          .foregroundStyle(isQuiet ? Color.secondary : Color.primary)
          .fixedSize(horizontal: false, vertical: true)
          .accessibilityIdentifier(paragraph.id)
      }
    }

    private var isQuiet: Bool { paragraph.style == .caption || paragraph.style == .empty }
  }

  /// A line, with a word in it.
  struct DividerView: View {
    let word: String?
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      HStack(spacing: 12) {
        VStack { Divider() }
        if let word {
          Text(verbatim: word).font(theme.font(.footnote)).foregroundStyle(.secondary)
          VStack { Divider() }
        }
      }
    }
  }
#endif
