import Doorward
import DoorwardTesting
import SwiftUI
import Testing

@testable import DoorwardFlow
@testable import DoorwardUI

/// The look that the operator of an application has chosen, in the views.
@MainActor struct ApplicationColorTests {
  /// The theme inside of a view of the sign-in.
  @MainActor private final class Seen {
    var theme: DoorwardTheme?
  }

  private struct Probe: View {
    let seen: Seen
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      let _ = seen.theme = theme
      Text(verbatim: "The app's own view").accessibilityIdentifier("probe")
    }
  }

  private let logo = "https://accounts.example/logo.png"

  private func scene() async throws -> SignInScene {
    let logo = logo
    return try await SignInScene {
      $0.color = "#c04000"
      $0.logoURL = logo
      $0.signInTitle = ["default": "Welcome aboard"]
      $0.signInText = ["default": "Your boats wait."]
    }
  }

  /// The theme that the first view has with a theme of the app.
  private func theme(_ theme: DoorwardTheme, _ scheme: ColorScheme = .light) async throws -> DoorwardTheme {
    let seen = Seen()
    let view = DoorwardDefaultAuthenticationFlowView(
      flowConfig: .forTests.replacing("start") { _ in Probe(seen: seen) })
    let screen = try await scene().screen(view.doorwardTheme(theme))
    screen.change { $0.colorScheme = scheme }
    try #require(await screen.wait { screen.has("probe") })
    return try #require(seen.theme)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [ColorScheme.light, .dark])
  func colorOfTheApplicationIsDrawn(scheme: ColorScheme) async throws {
    let colors = try #require(ScreenColors("#c04000"))
    let accent = scheme == .dark ? colors.dark : colors.light
    let theme = try await theme(DoorwardTheme(cornerRadius: 4), scheme)
    #expect(theme.color == Color(accent.color) && theme.textOnColor == Color(accent.text))
    #expect(theme.cornerRadius == 4)
  }

  @Test(.timeLimit(.minutes(1))) func themeOfTheAppWins() async throws {
    let own = DoorwardTheme(color: .red, textOnColor: .black)
    #expect(try await theme(own) == own)
  }

  @Test func textOnTheColorOfTheAppIsReadable() {
    let text = { (theme: DoorwardTheme) in theme.textOnColor(in: EnvironmentValues()) }
    #expect(text(DoorwardTheme(color: Color(red: 1, green: 1, blue: 0))) == Color(red: 0, green: 0, blue: 0))
    #expect(
      text(DoorwardTheme(color: Color(red: 0, green: 0, blue: 0.5))) == Color(red: 1, green: 1, blue: 1))
    #expect(text(DoorwardTheme(color: .red, textOnColor: .black)) == .black)
    #expect(text(DoorwardTheme()) == .white)
  }

  @Test(.timeLimit(.minutes(1))) func logoAndTextsOfTheApplicationAreShown() async throws {
    let screen = try await scene().screen(DoorwardDefaultAuthenticationFlowView(flowConfig: .forTests))
    screen.images[logo] = .success(Image(systemName: "the logo"))
    try #require(await screen.wait { screen.has("\(start).identifier") })
    #expect(screen.elements.flatMap(\.all).contains { $0.isHidden && $0.label == "the logo" })
    expectTree("start.look", screen)
  }
}
