import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardStore
import DoorwardTexts
import Testing

@Suite struct CatalogTests {
  private let templates: MessageTemplates

  init() throws { templates = try MessageTemplates.load() }

  @Test(arguments: MessageKind.allCases)
  func everyKindHasMailAndSMS(_ kind: MessageKind) throws {
    guard case .mail(let mail) = templates.rendered(try .sample(kind)) else {
      Issue.record("there is no mail")
      return
    }
    let phone = Recipient.phone(try PhoneNumber("+4915112345678"))
    guard case .sms(let sms) = templates.rendered(try .sample(kind, to: phone)) else {
      Issue.record("there is no SMS")
      return
    }
    for text in [mail.subject, mail.text, mail.html, sms] {
      #expect(!text.contains("{{") && !text.contains("}}"))
    }
    // A user reads the code in the notification.
    #expect(mail.subject.hasPrefix("123456") == kind.hasCode && mail.subject.contains("Example"))
    for parameter in kind.parameters where parameter.isSecret {
      #expect(mail.text.contains(parameter.sample) && mail.html.contains(parameter.sample))
    }
    if kind.hasCode {
      #expect(sms.hasSuffix("\n\n@accounts.example.com #123456"))
      // An SMS of one segment is cheaper.
      #expect(sms.utf8.count <= 160)
    }
  }

  /// The server reads a catalog when it is needed, so this finds a malformed one.
  @Test(arguments: Language.all)
  func everyLanguageHasEveryMessage(_ language: Language) throws {
    for kind in MessageKind.allCases {
      for minutes in ["1", "2", "5", "11", "21"] {
        let few = kind.sampleParameters.filter { $0.key == .minutes || $0.key == .days }.mapValues { _ in
          minutes
        }
        guard
          case .mail(let mail) = templates.rendered(
            try .sample(kind, language: language.tag, parameters: few))
        else {
          Issue.record("\(language) has no mail \(kind)")
          continue
        }
        #expect(mail.language == language.tag)
        #expect(mail.subject.hasPrefix("123456") == kind.hasCode, "\(language) \(kind): \(mail.subject)")
        let title = try #require(mail.html.firstMatch(of: /<title>(.*)<\/title>/)?.1)
        #expect(!title.contains("<") && !title.contains("bdi"))
        #expect(mail.html.contains("dir=\"\(language.isRightToLeft ? "rtl" : "ltr")\">"))
        for text in [mail.subject, mail.text] { #expect(!text.contains("{{") && !text.contains("}}")) }
      }
    }
  }

  @Test(arguments: Language.all)
  func invitationOfTheApplicationNamesNoInviter(_ language: Language) throws {
    for recipient in [
      Recipient.email(try EmailAddress("ann@example.com")), .phone(try PhoneNumber("+4915112345678")),
    ] {
      var parameters = MessageKind.invitation.sampleParameters
      parameters[.inviter] = nil
      let message = try OutgoingMessage(
        id: try QueuedMessage.newID(), .invitation, to: recipient, applicationID: "shop",
        language: language.tag,
        parameters: parameters, createdAt: moment(0), expiresAt: moment(300))
      let text =
        switch templates.rendered(message) {
        case .mail(let mail): mail.text
        case .sms(let text): text
        case nil: ""
        }
      let words = text.split { $0.isWhitespace }
      #expect(
        text.contains("Example") && text.contains(MessageParameter.link.sample) && !words.contains("Ann"))
      #expect(!text.contains("{{") && !text.contains("  ") && text.first?.isWhitespace == false)
    }
  }

  @Test func numberHasThePluralFormOfItsLanguage() throws {
    func text(_ minutes: String) throws -> String {
      guard case .mail(let mail) = templates.rendered(try .sample(parameters: [.minutes: minutes])) else {
        return ""
      }
      return mail.text
    }
    #expect(try text("1").contains("expires in 1 minute."))
    #expect(try text("5").contains("expires in 5 minutes."))
  }

  @Test func wayToSignInHasItsName() throws {
    for (kind, name) in [
      ("authenticator", "Authenticator app"), ("email_codes", "Codes by email"), ("near", "NEAR account"),
    ] {
      let message = try OutgoingMessage.sample(.secondFactorAdded, parameters: [.method: kind])
      guard case .mail(let mail) = templates.rendered(message) else { continue }
      #expect(mail.text.contains("This was added: \(name), "))
    }
  }

  @Test(arguments: MessageKind.allCases)
  func htmlIsAccessibleAndLoadsNothing(_ kind: MessageKind) throws {
    guard case .mail(let mail) = templates.rendered(try .sample(kind)) else { return }
    #expect(mail.html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">"))
    #expect(mail.html.contains("<meta name=\"color-scheme\" content=\"light dark\">"))
    #expect(mail.html.contains("<title>") && mail.html.contains("<h1 "))
    for element in ["<img", "<script", "<link", "<iframe", "<form", "src=", "url(", "@import", "<table"] {
      #expect(!mail.html.contains(element))
    }
    let addresses = mail.html.matches(of: /https?:[^"<]*/).map { String($0.output) }
    #expect(addresses.allSatisfy { $0 == MessageParameter.link.sample })
  }

  @Test func valuesAreEscapedInHTMLAndNotInText() throws {
    let hostile = "<b onclick='x'>\"&amp;\" {{code}}"
    let message = try OutgoingMessage.sample(
      .newDevice, parameters: [.device: hostile, .application: hostile])
    guard case .mail(let mail) = templates.rendered(message) else {
      Issue.record("there is no mail")
      return
    }
    #expect(mail.text.contains(hostile))
    #expect(mail.subject.contains(hostile))
    #expect(!mail.html.contains("<b onclick"))
    #expect(
      mail.html.contains(
        "<bdi>&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;amp;&quot; {{code}}</bdi>"))
  }

  /// A user who has not caused the change must be able to undo it or to lock the account.
  @Test(arguments: [
    MessageKind.newDevice, .passwordChanged, .passwordRemoved, .emailChanged, .phoneChanged, .userNameChanged,
    .secondFactorAdded,
    .secondFactorRemoved, .recoveryCodesReplaced, .recoveryCodeUsed, .secondFactorCodesUnused,
    .signInMethodAdded, .signInMethodRemoved,
    .deletionScheduled,
  ])
  func securityNoticeNeedsALinkAndHasNoCode(_ kind: MessageKind) {
    #expect(kind.required.contains(.link) && !kind.hasCode)
  }

  /// Sign-up answers the same for a known address and for a new one. Only the owner of the address learns the difference.
  @Test func messageAboutAnExistingAccountHasNoCode() throws {
    #expect(!MessageKind.accountExists.hasCode && MessageKind.signUpCode.hasCode)
    guard case .mail(let mail) = templates.rendered(try .sample(.accountExists)) else {
      Issue.record("there is no mail")
      return
    }
    #expect(mail.text.contains("already have an account") && mail.text.contains(MessageParameter.link.sample))
  }

  @Test(arguments: [
    MessageKind.signInCode, .signUpCode, .accountExists, .verifyAddress, .changeAddress, .passwordReset,
    .newDevice,
  ])
  func optionalValuesMayBeMissing(_ kind: MessageKind) throws {
    let values = kind.sampleParameters.filter { kind.required.contains($0.key) }
    for recipient in [
      Recipient.email(try EmailAddress("ann@example.com")), .phone(try PhoneNumber("+4915112345678")),
    ] {
      let message = try OutgoingMessage(
        id: try QueuedMessage.newID(), kind, to: recipient, applicationID: "shop", language: "en",
        parameters: values, createdAt: moment(0), expiresAt: moment(9))
      switch templates.rendered(message) {
      case .mail(let mail):
        for text in [mail.text, mail.html] {
          #expect(!text.contains("{{") && !text.contains("href=\"\"") && !text.contains(", ,"))
          #expect(text.contains("https:") == kind.required.contains(.link))
        }
        #expect(!mail.text.contains("\n\n\n"))
      case .sms(let text): #expect(!text.contains("{{") && !text.contains("@") && !text.contains("#123456"))
      case nil: Issue.record("there is no template")
      }
    }
  }

  @Test func unknownLanguageGetsEnglish() throws {
    let huge = String(repeating: "a-", count: 5 << 20)
    for language in ["xx", "", "en-GB", "en_US", "EN", "../../etc", "de-DE-x-private", huge] {
      #expect(templates.rendered(try .sample(language: language)) != nil)
    }
  }

  @Test func previewShowsEveryKindOnBothChannels() throws {
    let previews = try TemplatePreview.all(templates, application: "shop", name: "Shop", language: "en")
    #expect(previews.count == MessageKind.allCases.count * 2)
    for preview in previews {
      switch preview.message {
      case .mail(let mail): #expect(mail.text.contains("Shop"))
      case .sms(let text): #expect(text.contains("Shop"))
      }
    }
  }
}
