#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import DoorwardTexts
  internal import SwiftUI

  /// An item of a list with its steps: one as a button, several as a menu.
  struct RowView: View {
    let row: ScreenContent.Row
    let screen: DoorwardScreen
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      HStack(alignment: .firstTextBaseline, spacing: 12) {
        texts
        Spacer(minLength: 8)
        if row.actions.count == 1 {
          ForEach(row.actions, id: \.id) {
            ScreenButton(button: $0, screen: screen, style: .plain).buttonStyle(.borderless)
          }
        } else if !row.actions.isEmpty {
          menu
        }
      }
      .padding(.vertical, 4)
    }

    private var texts: some View {
      HStack(alignment: .firstTextBaseline, spacing: 12) {
        if let symbol = row.symbol { SymbolView(symbol) }
        VStack(alignment: .leading, spacing: 2) {
          HStack(spacing: 8) {
            Text(verbatim: row.title)
              .lineLimit(row.isIdentifier ? 1 : nil)
              .truncationMode(.middle)
              .environment(\.layoutDirection, direction)
            if let badge = row.badge {
              Text(verbatim: badge).font(theme.font(.caption)).foregroundStyle(.secondary)
            }
          }
          if let detail = row.detail {
            Text(verbatim: detail).font(theme.font(.footnote)).foregroundStyle(.secondary)
          }
        }
      }
      .accessibilityElement(children: .combine)
      .accessibilityIdentifier(row.id)
    }

    private var menu: some View {
      Menu {
        ForEach(row.actions, id: \.id) { ScreenButton(button: $0, screen: screen, style: .plain) }
      } label: {
        Image(systemName: "ellipsis.circle").accessibilityHidden(true)
      }
      .accessibilityLabel(row.menuLabel ?? row.title)
      .accessibilityIdentifier("\(row.id).menu")
    }

    private var direction: LayoutDirection {
      row.isIdentifier || !screen.content.isRightToLeft ? .leftToRight : .rightToLeft
    }
  }

  /// The photo of the user, with the menu that changes it.
  struct PhotoView: View {
    let photo: ScreenContent.Photo
    let screen: DoorwardScreen
    @Environment(\.doorwardTexts) private var words

    var body: some View {
      VStack(spacing: 8) {
        Avatar(url: photo.url, initials: photo.initials, side: 96, isBusy: photo.isBusy)
          .accessibilityElement()
          .accessibilityLabel(photo.label)
          .accessibilityValue(photo.isBusy ? words.text("windows.busy") : "")
          .accessibilityAddTraits(.isImage)
          .accessibilityIdentifier(photo.id)
        ForEach(photo.actions, id: \.id) { ScreenButton(button: $0, screen: screen) }
      }
    }
  }
#endif
