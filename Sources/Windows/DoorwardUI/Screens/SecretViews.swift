#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import SwiftUI

  /// The QR code of a new authenticator, black on white in every look.
  struct QRCodeView: View {
    let code: ScreenContent.QRCode
    @ScaledMetric private var side = 200.0

    var body: some View {
      // Without the image, the user types the key.
      if let modules = QRModules(svg: code.svg) {
        QRShape(modules: modules)
          .fill(Color.black)
          .frame(width: CGFloat(side), height: CGFloat(side))
          .background(Color.white)
          .frame(maxWidth: .infinity)
          .accessibilityElement()
          .accessibilityLabel(code.label)
          .accessibilityAddTraits(.isImage)
          .accessibilityIdentifier(code.id)
          .privacySensitive()
      }
    }
  }

  private struct QRShape: Shape {
    let modules: QRModules

    nonisolated func path(in rect: CGRect) -> Path {
      let unit = min(Double(rect.width), Double(rect.height)) / Double(modules.side)
      var path = Path()
      for run in modules.runs {
        path.addRect(
          CGRect(
            x: Double(run.column) * unit, y: Double(run.row) * unit, width: Double(run.length) * unit,
            height: unit))
      }
      return path
    }
  }

  /// The key of a new authenticator in groups, and the button that copies it.
  struct SecretView: View {
    let secret: ScreenContent.Secret
    let screen: DoorwardScreen
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        Text(verbatim: secret.label).font(theme.font(.subheadline)).accessibilityHidden(true)
        Text(verbatim: secret.groups.joined(separator: " "))
          .font(.system(.body, design: .monospaced))
          .textSelection(.enabled)
          .environment(\.layoutDirection, .leftToRight)
          .accessibilityLabel(secret.label)
          // One character after the other.
          .accessibilityValue(
            secret.groups.map { $0.map(String.init).joined(separator: " ") }.joined(separator: ", ")
          )
          .accessibilityIdentifier(secret.id)
          .privacySensitive()
        if let hint = secret.hint {
          Text(verbatim: hint).font(theme.font(.footnote)).foregroundStyle(.secondary)
        }
        ScreenButton(button: secret.copy, screen: screen)
      }
    }
  }

  /// Recovery codes, and the buttons that keep them.
  struct CodesView: View {
    let codes: ScreenContent.CodeList
    let screen: DoorwardScreen

    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        VStack(alignment: .leading, spacing: 4) {
          ForEach(codes.codes, id: \.self) { code in
            Text(verbatim: code).font(.system(.body, design: .monospaced)).textSelection(.enabled)
          }
        }
        .environment(\.layoutDirection, .leftToRight)
        .accessibilityElement(children: .contain)
        .accessibilityLabel(codes.label)
        .accessibilityIdentifier(codes.id)
        .privacySensitive()
        ForEach(codes.actions, id: \.id) { ScreenButton(button: $0, screen: screen) }
      }
    }
  }
#endif
