import Doorward
import DoorwardTesting
import DoorwardTexts
import Foundation
import Testing

@testable import DoorwardFlow

/// The look that the operator of an application has chosen, in the content of the views.
@MainActor struct ApplicationLookTests {
  private static let look = SignInOffer.Appearance(
    color: "#c04000", logoURL: "https://accounts.example/logo.png",
    titles: ["default": "Welcome aboard", "de": "Willkommen an Bord"], texts: ["default": "Your boats wait."])

  private func flow(_ look: SignInOffer.Appearance = look) -> SignInFlow {
    .started(SignInChoices(passwordIdentifiers: [.email], applicationName: "Harbor", appearance: look))
  }

  private func start(
    _ look: SignInOffer.Appearance = look, _ configuration: SignInConfiguration = .default,
    in language: Language = .english
  ) -> ScreenContent {
    SignInContent(Texts(language), configuration: configuration).screen(of: flow(look), at: FlowEvent.time(0))
  }

  @Test func firstViewHasTheLookOfTheApplication() {
    let start = start()
    #expect(start.title == "Welcome aboard" && start.lead == "Your boats wait.")
    #expect(
      start.brand == ScreenContent.Brand(name: "Harbor", logo: "https://accounts.example/logo.png"))
    #expect(start.colors != nil && start.colors == ScreenColors("#c04000"))
  }

  @Test func textsAreThoseOfTheLanguage() throws {
    let german = start(in: try #require(Language(tag: "de")))
    #expect(german.title == "Willkommen an Bord" && german.lead == "Your boats wait.")
  }

  @Test func otherViewsHaveOnlyTheColor() {
    var flow = flow()
    _ = flow.perform(.continueWith("ada@example.com"))
    let password = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(password.title == "Enter your password" && password.brand == nil && password.colors != nil)
  }

  @Test func accountHasTheColor() {
    var flow = AccountFlow()
    _ = flow.begin()
    flow.answer(.read(AccountUser(), AccountOffer(SignInChoices(appearance: Self.look))))
    let window = AccountContent.inEnglish.window(of: AccountState(flow: flow), at: FlowEvent.time(0))
    #expect(window.page.colors == ScreenColors("#c04000"))
    _ = flow.perform(.begin(.deleteAccount))
    let dialog = AccountContent.inEnglish.window(of: AccountState(flow: flow), at: FlowEvent.time(0)).dialog
    #expect(dialog?.content.colors == ScreenColors("#c04000"))
  }

  @Test func configurationOfTheAppWins() {
    var configuration = SignInConfiguration.default
    configuration.screens["start"] = .init(title: "Hello")
    #expect(start(configuration).title == "Hello" && start(configuration).lead == "Your boats wait.")
    configuration.screens["start"] = .init(lead: "The club's own sentence.")
    #expect(start(configuration).lead == "The club's own sentence.")
  }

  private func start(_ configuration: SignInConfiguration) -> ScreenContent {
    start(Self.look, configuration)
  }

  /// The texts and the logo of the operator speak of another application then.
  @Test func nameOfTheAppReplacesLogoAndTexts() {
    let start = start(SignInConfiguration(brand: .init(name: "The Club")))
    #expect(start.title == "Sign in to The Club" && start.lead == nil)
    #expect(start.brand == ScreenContent.Brand(name: "The Club"))
  }

  @Test func confirmationIsNoWelcome() {
    let choices = SignInChoices(
      passwordIdentifiers: [.email], appearance: Self.look,
      known: KnownIdentifiers([.email: "ada@example.com"]), confirmation: .oldSignIn)
    let screen = SignInContent.inEnglish.screen(of: .started(choices), at: FlowEvent.time(0))
    #expect(screen.title != "Welcome aboard" && screen.lead != "Your boats wait.")
  }

  @Test(arguments: ["", "c04000", "#c0400", "#c040000", "red", "#c0400g", "#c04000;}"])
  func malformedColorIsIgnored(_ color: String) {
    #expect(start(SignInOffer.Appearance(color: color)).colors == nil)
  }

  @Test(arguments: [
    "", "logo.png", "http://accounts.example/logo.png", "http://127.0.0.1:8787/logo.png",
    "http://localhost/logo.png", "file:///etc/passwd", "javascript:alert(1)", "data:image/png;base64,AAAA",
    "https://",
  ])
  func logoThatOthersCouldReplaceIsIgnored(_ address: String) {
    let brand = start(SignInOffer.Appearance(logoURL: address)).brand
    #expect(brand?.name == "Harbor" && brand?.logo == nil)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["http://127.0.0.1:8787/logo.png", "http://localhost:8787/logo.png"])
  func loopbackLogoNeedsLoopbackServer(_ address: String) async throws {
    var offer = DoorwardTestOffer()
    offer.logoURL = address
    let (local, remote) = (
      DoorwardTestServer(offer, origin: "http://localhost:8787"), DoorwardTestServer(offer)
    )
    #expect(try await Doorward(local.configuration).offer().appearance.logoURL == address)
    #expect(try await Doorward(remote.configuration).offer().appearance.logoURL == nil)
  }

  @Test(arguments: ["", "  ", "\n"])
  func emptyTextIsIgnored(_ text: String) {
    let look = SignInOffer.Appearance(titles: ["default": text], texts: ["default": text])
    #expect(start(look).title == "Sign in to Harbor" && start(look).lead == nil)
  }

  /// WCAG 2.2 §1.4.3.
  @Test(arguments: ["#000000", "#ffffff", "#ffff00", "#c04000", "#000080", "#7a3cf0", "#808080"])
  func textIsReadableInLightAndDark(_ text: String) throws {
    let colors = try #require(ScreenColors(text))
    let gray = { (part: Double) in ScreenColors.Color(red: part / 255, green: part / 255, blue: part / 255) }
    for (accent, backgrounds) in [(colors.light, [255, 0xf2]), (colors.dark, [0, 0x35])] {
      #expect(accent.text.contrast(with: accent.color) >= 4.5)
      for background in backgrounds { #expect(accent.color.contrast(with: gray(Double(background))) >= 4.5) }
    }
  }

  @Test(.timeLimit(.minutes(1))) func serverSaysTheLook() async {
    var offer = DoorwardTestOffer()
    offer.name = "Harbor"
    offer.color = "#c04000"
    offer.logoURL = "https://accounts.example/logo.png"
    offer.signInTitle = ["default": "Welcome aboard"]
    offer.signInText = ["default": "Your boats wait."]
    let view = await DrivenSignIn(DoorwardTestServer(offer))
    let screen = SignInContent(Texts(.english)).screen(of: view.driver.flow, at: view.driver.now)
    #expect(screen.title == "Welcome aboard" && screen.lead == "Your boats wait.")
    #expect(screen.brand?.logo == "https://accounts.example/logo.png")
    #expect(screen.colors == ScreenColors("#c04000"))
  }
}
