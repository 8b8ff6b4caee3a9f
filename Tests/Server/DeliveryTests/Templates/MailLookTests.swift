import DoorwardColors
import DoorwardDelivery
import DoorwardStore
import Testing

/// The color and the logo of an application in its mails.
@Suite struct MailLookTests {
  private static let logo = MailLogo(.png, [0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
  private static let colors = [
    "#000000", "#ffffff", "#ffff00", "#00ff00", "#0000ff", "#ff0000", "#808080", "#1f5fd6", "#c04000",
  ]

  private func mail(
    _ kind: MessageKind = .newDevice, _ look: MailLook, _ parameters: [MessageParameter: String] = [:]
  ) throws -> MailContent {
    let templates = try MessageTemplates.load().inLooks { _ in look }
    guard case .mail(let mail) = templates.rendered(try .sample(kind, parameters: parameters)) else {
      throw CancellationError()
    }
    return mail
  }

  @Test(arguments: colors)
  func textOnAButtonAndTheButtonAreReadable(_ color: String) throws {
    let accent: AccentColor = try #require(AccentColor(color))
    let look = MailLook(color: accent, logo: nil)
    for (palette, paper) in [(look.light, MailLook.paper), (look.dark, MailLook.darkPaper)] {
      #expect(palette.ink.contrast(with: palette.accent) >= 4.5)
      #expect(palette.accent.contrast(with: paper) >= 4.5)
    }
    // The text of a code, in `MailLayout`.
    #expect(try #require(AccentColor("#1b1d21")).contrast(with: look.light.soft) >= 7)
    #expect(try #require(AccentColor("#f0f1f3")).contrast(with: look.dark.soft) >= 7)
    let html = try mail(look: look).html
    #expect(html.contains("background-color:\(look.light.accent.text);color:\(look.light.ink.text)"))
    #expect(html.contains("background-color: \(look.dark.accent.text) !important"))
  }

  private func mail(look: MailLook) throws -> MailContent { try mail(.newDevice, look) }

  @Test(arguments: MessageKind.allCases)
  func everyMailHasTheLogoAndNoPlaceThatIsNotFilled(_ kind: MessageKind) throws {
    let mail = try mail(kind, MailLook(color: AccentColor("#c04000"), logo: Self.logo))
    #expect(mail.logo == Self.logo)
    #expect(mail.html.matches(of: /<img src="cid:[^"]+" alt=""/).count == 1)
    #expect(!mail.html.contains("((") && !mail.text.contains("(("))
    #expect(mail.html.contains("border-top:4px solid #"))
    let plain = try self.mail(kind, .standard)
    #expect(plain.logo == nil && !plain.html.contains("<img") && !plain.html.contains("(("))
  }

  @Test func valueIsNoPlaceOfTheLook() throws {
    let device = MailLook.Place.allCases.map(\.rawValue).joined(separator: " ")
    let mail = try mail(.newDevice, MailLook(color: nil, logo: Self.logo), [.device: device])
    #expect(mail.html.contains("<bdi>\(device)</bdi>"))
    #expect(mail.html.matches(of: /<img/).count == 1)
  }

  @Test func ownHTMLOfTheOperatorStaysAsItIs() throws {
    let folder = try TemporaryDirectory()
    let html = "<p>{{code}} {{application}} {{minutes}}</p>\n"
    try folder.write(html, to: "@all/en/sign_in_code.html")
    let templates = try MessageTemplates.load(folder: folder.path).inLooks { _ in
      MailLook(color: nil, logo: Self.logo)
    }
    guard case .mail(let mail) = templates.rendered(try .sample(.signInCode)) else {
      Issue.record("there is no mail")
      return
    }
    #expect(mail.logo == nil && mail.html.hasPrefix("<p>") && !mail.html.contains("cid:"))
  }

  @Test func previewShowsTheLogoInABrowser() throws {
    let templates = try MessageTemplates.load().inLooks { _ in MailLook(color: nil, logo: Self.logo) }
    let previews = try TemplatePreview.all(templates, application: "default", language: "en")
    for preview in previews {
      guard case .mail(let mail) = preview.message else { continue }
      #expect(mail.html.contains("src=\"\(Self.logo.uri)\"") && !mail.html.contains("cid:"))
    }
  }
}
