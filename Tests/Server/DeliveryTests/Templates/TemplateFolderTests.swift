import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("The operator's templates")
struct TemplateFolderTests {
  private func mail(
    _ folder: TemporaryDirectory, application: String = "shop", language: String = "en",
    default defaultLanguage: String = "en"
  ) throws -> MailContent {
    let templates = try MessageTemplates.load(folder: folder.path, defaultLanguage: defaultLanguage)
    let message = try OutgoingMessage.sample(language: language, application: application)
    guard case .mail(let mail) = templates.rendered(message) else { throw CancellationError() }
    return mail
  }

  /// The error of reading a folder with one file.
  private func error(_ file: String, _ text: String) throws -> TemplateError? {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: file)
    return #expect(throws: TemplateError.self) { try MessageTemplates.load(folder: folder.path) }
  }

  @Test func fileReplacesOnlyItsPart() throws {
    let folder = try TemporaryDirectory()
    try folder.write("Hello from {{ application }}\n", to: "shop/en/sign_in_code.subject")
    let changed = try mail(folder)
    let other = try mail(folder, application: "bank")
    #expect(changed.subject == "Hello from Example")
    #expect(other.subject == "123456 is your sign-in code for Example")
    #expect(changed.text == other.text && changed.html == other.html)
  }

  @Test func filesOfTheApplicationComeBeforeThoseOfAll() throws {
    let folder = try TemporaryDirectory()
    try folder.write("all {{application}}", to: "@all/en/sign_in_code.subject")
    try folder.write("all {{code}} {{#link}}{{link}}{{/link}}", to: "@all/en/sign_in_code.txt")
    try folder.write("shop {{application}}", to: "shop/en/sign_in_code.subject")
    let shop = try mail(folder)
    let bank = try mail(folder, application: "bank")
    #expect(shop.subject == "shop Example" && bank.subject == "all Example")
    #expect(shop.text == bank.text && shop.text.hasPrefix("all 123456 https:"))
  }

  @Test func templateSkipsByteOrderMark() throws {
    let folder = try TemporaryDirectory()
    try folder.write("\u{feff}Hello from {{application}}", to: "shop/en/sign_in_code.subject")
    try folder.write("\u{feff}{{code}} {{#link}}{{link}}{{/link}}", to: "shop/en/sign_in_code.txt")
    let changed = try mail(folder)
    #expect(changed.subject.unicodeScalars.first == "H" && changed.text.unicodeScalars.first == "1")
  }

  @Test func languageOfTheUserComesFirst() throws {
    let folder = try TemporaryDirectory()
    for (language, word) in [("pt-BR", "Olá"), ("pt", "Bom dia"), ("he", "שלום")] {
      try folder.write(word, to: "@all/\(language)/sign_in_code.subject")
      try folder.write("\(word) {{code}} {{#link}}{{link}}{{/link}}", to: "@all/\(language)/sign_in_code.txt")
      try folder.write(
        "<p dir=rtl>{{code}} {{#link}}{{link}}{{/link}}</p>", to: "@all/\(language)/sign_in_code.html")
    }
    #expect(try mail(folder, language: "pt-BR").subject == "Olá")
    #expect(try mail(folder, language: "pt_BR").language == "pt-br")
    #expect(try mail(folder, language: "pt-PT").subject == "Bom dia")
    #expect(try mail(folder, language: "xx").subject == "123456 is your sign-in code for Example")
    #expect(try mail(folder, language: "xx", default: "he").subject == "שלום")
    #expect(
      try mail(folder, language: "he").html
        == "<p dir=rtl>123456 https://accounts.example.com/continue#sample</p>")
  }

  @Test func secretsOfASMSTemplateStayInItsLastLine() throws {
    let folder = try TemporaryDirectory()
    try folder.write("{{code}}!\n", to: "@all/en/sign_in_code.sms")
    let templates = try MessageTemplates.load(folder: folder.path)
    let phone = Recipient.phone(try PhoneNumber("+4915112345678"))
    #expect(
      templates.rendered(try .sample(to: phone)) == .sms("123456!\n\n@accounts.example.com #123456"))
  }

  @Test func mistakesNameFileAndLine() throws {
    let name = "shop/en/sign_in_code"
    let unknown = try error("\(name).txt", "{{code}}\n\n\nDear {{name}},")
    #expect(unknown?.code == .unknownPlaceholder && unknown?.line == 4)
    #expect(unknown?.file.hasSuffix("/shop/en/sign_in_code.txt") == true)
    #expect(unknown?.description.contains("sign_in_code.txt:4:") == true)
    let foreign = try error("\(name).html", "{{code}}{{device}}")
    #expect(foreign?.code == .unknownPlaceholder && foreign?.line == 1)
    let open = try error("\(name).txt", "a\n{{code\n}}")
    #expect(open?.code == .malformed && open?.line == 2)
    let missing = try error("\(name).html", "<p>{{application}}</p>")
    #expect(missing?.code == .missingPlaceholder && missing?.description.contains("{{code}}") == true)
    #expect(try error("shop/en/invitation.txt", "{{application}}")?.code == .missingPlaceholder)
    #expect(try error("\(name).txt", "{{#link}}{{code}}{{/link}}")?.code == .missingPlaceholder)
    for (text, line) in [
      ("{{code}}\n{{link}}", 2), ("{{code}}{{#link}}\n\n", 1), ("{{code}}\n{{/link}}", 2),
      ("{{#link}}\n{{#domain}}", 2), ("{{#code}}{{code}}{{/code}}", 1), ("{{#link}}\n{{/domain}}", 2),
      ("{{code}}{{#domain}}\n{{link}}{{/domain}}", 2),
    ] {
      let section = try error("\(name).txt", text)
      #expect(section?.code == .malformed && section?.line == line, "\(text)")
    }
    for form in [
      "{{#minutes:one}}1{{/minutes:one}}", "{{#minutes:some}}1{{/minutes:some}}",
      "{{#code:other}}1{{/code:other}}",
      "{{#minutes:other}}1{{/minutes}}", "{{#minutes}}1{{/minutes}}",
    ] {
      #expect(try error("\(name).txt", "{{code}}\(form)")?.code == .malformed, "\(form)")
    }
    let secret = try error("\(name).subject", "Code {{code}} {{#link}}{{link}}{{/link}}")
    #expect(secret?.code == .forbiddenPlaceholder && secret?.line == 1)
    let lines = try error("\(name).subject", "one\ntwo")
    #expect(lines?.code == .malformed && lines?.line == 2)
    // A message without a link has the code twice, the host and the name of the application.
    let short = String(repeating: "x", count: 6 * 67 - 16 - 16 - 100 - 40 - 5)
    #expect(try error("\(name).sms", "{{code}}{{application}}\(short)x")?.code == .tooLong)
    let folder = try TemporaryDirectory()
    try folder.write("{{code}}{{application}}\(short)", to: "\(name).sms")
    #expect(throws: Never.self) { try MessageTemplates.load(folder: folder.path) }
    #expect(try error("shop/en/sign_in_cod.txt", "")?.code == .unknownFile)
    #expect(try error("shop/en/sign_in_code.xml", "")?.code == .unknownFile)
    #expect(try error("shop/not a language/sign_in_code.txt", "")?.code == .unknownFile)
    #expect(try error("shop/sv/sign_in_code.subject", "Hej")?.code == .incomplete)
    #expect(try error("shop/en", "")?.code == .unreadable)
    let large = String(repeating: "x", count: 300_000)
    #expect(try error("\(name).txt", large)?.code == .unreadable)
  }

  @Test func fileThatIsNotUTF8IsNamedWithItsLine() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "shop/en/sign_in_code.txt")
    try Data([0x61, 0x0a, 0xff, 0x0a]).write(to: URL(filePath: folder.file("shop/en/sign_in_code.txt")))
    let error = #expect(throws: TemplateError.self) { try MessageTemplates.load(folder: folder.path) }
    #expect(error?.code == .unreadable && error?.line == 2)
  }

  @Test func sectionIsOmittedWithoutItsValue() throws {
    let folder = try TemporaryDirectory()
    try folder.write("{{code}}{{#link}} or {{link}}{{/link}}.", to: "@all/en/sign_in_code.txt")
    let templates = try MessageTemplates.load(folder: folder.path)
    var parameters = MessageKind.signInCode.sampleParameters
    parameters[.link] = nil
    let message = try OutgoingMessage(
      id: try QueuedMessage.newID(), .signInCode, to: .email(try EmailAddress("ann@example.com")),
      applicationID: "shop", language: "en", parameters: parameters, createdAt: moment(0),
      expiresAt: moment(9))
    guard case .mail(let mail) = templates.rendered(message) else { throw CancellationError() }
    #expect(mail.text == "123456.")
  }

  @Test func catalogOfTheFolderAddsARightToLeftLanguage() throws {
    let folder = try TemporaryDirectory()
    let english = try #require(englishCatalog)
    let hebrew = english.replacing("\"language\": \"en\"", with: "\"language\": \"he\"")
      .replacing("\"direction\": \"ltr\"", with: "\"direction\": \"rtl\"")
      .replacing("\"subject\": \"{{code}} is your sign-in code for", with: "\"subject\": \"הקוד שלך עבור")
    try folder.write(hebrew, to: "he.json")
    let mail = try mail(folder, language: "he-IL")
    #expect(mail.language == "he" && mail.subject == "הקוד שלך עבור Example")
    #expect(mail.html.hasPrefix("<!DOCTYPE html>\n<html lang=\"he\" dir=\"rtl\">"))
    // Codes and addresses have their own direction.
    #expect(mail.html.contains("<p class=\"code\" dir=\"ltr\""))
    try folder.write("שלום", to: "shop/he/sign_in_code.subject")
    #expect(try self.mail(folder, language: "he").subject == "שלום")
    #expect(try self.mail(folder, language: "en").html.contains("dir=\"ltr\""))
  }

  @Test func mistakesInACatalogNameFileAndPlace() throws {
    let english = try #require(englishCatalog)
    func change(_ text: String, _ replacement: String) throws -> TemplateError? {
      #expect(english.contains(text))
      return try error("en.json", english.replacing(text, with: replacement))
    }
    let syntax = try error("en.json", "{\n\"language\": \"en\",\n,}")
    #expect(syntax?.code == .malformed && syntax?.line == 3 && syntax?.file.hasSuffix("/en.json") == true)
    let unknown = try change(
      "\"subject\": \"{{code}} is your sign-in code for {{application}}",
      "\"subject\": \"Your code for {{aplication}}")
    #expect(unknown?.code == .unknownPlaceholder)
    #expect(unknown?.file.hasSuffix("en.json messages.sign_in_code.subject") == true)
    let long = String(repeating: "x", count: 300)
    #expect(
      try change(
        "Invitation to {{application}}{{#inviter}} from {{inviter}}{{/inviter}}: {{link}}", "{{link}} \(long)"
      )?.code == .tooLong
    )
    #expect(try change("\"invitation\": {", "\"invitatoin\": {")?.code == .unknownFile)
    #expect(
      try change("\"heading\": \"Confirm your address\",", "")?.description.contains("verify_address.heading")
        == true)
    #expect(try change("\"language\": \"en\"", "\"language\": \"de\"")?.code == .unknownFile)
    #expect(
      try change("    \"device\": \"an unknown device\",\n", "")?.description.contains("unknown.device")
        == true)
    #expect(try change("\"direction\": \"ltr\"", "\"direction\": \"up\"")?.code == .malformed)
    #expect(try change("      \"button\": \"Keep my account\",\n", "")?.code == .malformed)
  }

  @Test func fileOfTheOperatorMayHavePluralForms() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      "{{code}} {{#minutes:one}}a minute{{/minutes:one}}{{#minutes:other}}{{minutes}} minutes{{/minutes:other}}",
      to: "shop/en/sign_in_code.txt")
    let templates = try MessageTemplates.load(folder: folder.path)
    for (minutes, text) in [("1", "123456 a minute"), ("5", "123456 5 minutes")] {
      guard case .mail(let mail) = templates.rendered(try .sample(parameters: [.minutes: minutes])) else {
        continue
      }
      #expect(mail.text == text)
    }
  }

  @Test func missingFolderIsAnError() {
    #expect(throws: TemplateError(.unreadable, file: "", "")) {
      try MessageTemplates.load(folder: "/nonexistent/templates")
    }
  }
}
