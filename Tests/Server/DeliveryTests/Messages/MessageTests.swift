import DoorwardDelivery
import Sampling
import Testing

@Suite struct MessageTests {
  @Test func eachKindNeedsItsParametersAndNoOther() throws {
    for kind in MessageKind.allCases {
      let all = kind.sampleParameters
      #expect(throws: Never.self) { try MessageValues(all, for: kind) }
      for parameter in MessageParameter.allCases {
        var changed = all
        if kind.parameters.contains(parameter) {
          changed[parameter] = nil
          if kind.required.contains(parameter) {
            #expect(throws: MessageError(.missingParameter, "")) { try MessageValues(changed, for: kind) }
          } else {
            #expect(try MessageValues(changed, for: kind)[parameter] == "")
          }
        } else {
          changed[parameter] = parameter.sample
          #expect(throws: MessageError(.unknownParameter, "")) { try MessageValues(changed, for: kind) }
        }
      }
    }
  }

  /// The content of a text may come from a user agent. The content of another value comes from the server.
  @Test(arguments: CaseSample.of(MessageParameter.allCases, oneIn: 4))
  func textOfTenMegabytesIsCutAndAnotherValueRefused(_ parameter: MessageParameter) throws {
    let kind = try #require(MessageKind.allCases.first { $0.parameters.contains(parameter) })
    var values = kind.sampleParameters
    for unit in ["a", " ", "\u{301}", "é 👩🏽‍🚀"] {
      values[parameter] = String(repeating: unit, count: (10 << 20) / unit.utf8.count)
      if parameter.form == .text {
        #expect(try MessageValues(values, for: kind)[parameter].count <= 201)
      } else {
        #expect(throws: MessageError(.invalidParameter, "")) { try MessageValues(values, for: kind) }
      }
    }
  }

  @Test(arguments: [
    "", " ", "\r\n", "\u{202e}", "\u{200b}", "\u{feff}\u{ad}", "\u{3164}", "\u{2800}", "\u{0}",
  ])
  func blankTextIsShownAsUnknown(_ blank: String) throws {
    var parameters = MessageKind.newDevice.sampleParameters
    for parameter in parameters.keys where parameter.form == .text { parameters[parameter] = blank }
    let message = try OutgoingMessage.sample(.newDevice, parameters: parameters)
    guard case .mail(let mail) = try MessageTemplates.load().rendered(message) else {
      Issue.record("there is no mail")
      return
    }
    #expect(mail.subject == "New sign-in to this service")
    for text in [mail.text, mail.html] {
      #expect(text.contains("an unknown device") && text.contains("unknown time"))
      // The network is optional, so a blank one is left out.
      #expect(!text.contains("network"))
    }
  }

  @Test func unknownValueIsInTheLanguageOfTheTemplate() throws {
    let folder = try TemporaryDirectory()
    let english = try #require(englishCatalog)
    let german = english.replacing("\"language\": \"en\"", with: "\"language\": \"de\"")
      .replacing("an unknown device", with: "ein unbekanntes Gerät")
    try folder.write(german, to: "de.json")
    try folder.write("{{device}}", to: "shop/de/new_device.subject")
    try folder.write("{{device}}", to: "shop/sv/new_device.subject")
    try folder.write("{{link}}", to: "shop/sv/new_device.txt")
    try folder.write("{{link}}", to: "shop/sv/new_device.html")
    let templates = try MessageTemplates.load(folder: folder.path)
    for (language, text) in [("de-AT", "ein unbekanntes Gerät"), ("sv", "an unknown device")] {
      let message = try OutgoingMessage.sample(.newDevice, language: language, parameters: [.device: ""])
      guard case .mail(let mail) = templates.rendered(message) else {
        Issue.record("there is no mail")
        return
      }
      #expect(mail.subject == text)
    }
  }

  @Test(arguments: [
    (MessageParameter.code, ["", "12 34", "12\n34", "<b>", "١٢٣", String(repeating: "1", count: 65)]),
    (.minutes, ["", "five", "-1", "12345", "٥"]),
    (.domain, ["", "a b", "a@b", "-a", "a\nb", "https://a"]),
    (
      .link,
      [
        "", "http://example.com/", "javascript:alert(1)", "https://", "https:///path", "//example.com",
        "https://example.com/a b", "https://example.com/\"onclick=", "https://example.com/<",
        "ftp://example.com",
        "https://user@example.com/", "https://example.com\r\n", "http://127.0.0.1.evil.example/",
        "http://localhost@evil.example/", "http://[::1]@evil.example/", "http://localhost.evil.example/",
        "https://exämple.com/", "https://example.com:port/", "http://127.1/",
      ]
    ),
  ])
  func valueOfAnotherFormIsRefused(_ parameter: MessageParameter, _ values: [String]) {
    for value in values {
      var parameters = MessageKind.signInCode.sampleParameters
      parameters[parameter] = value
      #expect(throws: MessageError(.invalidParameter, ""), "\(value)") {
        try MessageValues(parameters, for: .signInCode)
      }
    }
  }

  @Test(arguments: [
    "https://example.com", "https://accounts.example.com:8443/a/b?c=d#e", "http://localhost:8787/x",
    "http://127.0.0.1/", "http://[::1]:8787/", "https://[2001:db8::1]/", "http://accounts.localhost:1/",
  ])
  func httpsAndLoopbackLinksAreAccepted(_ link: String) throws {
    var parameters = MessageKind.signInCode.sampleParameters
    parameters[.link] = link
    #expect(try MessageValues(parameters, for: .signInCode)[.link] == link)
  }

  /// A user of a stolen session must not be able to suppress the notice by the name of the device.
  @Test func textOfUsersIsCleanedAndNotRefused() throws {
    var parameters = MessageKind.newDevice.sampleParameters
    parameters[.device] = " Phone\r\nBcc: x\u{202e}\u{0}\u{2028}\tend\u{200e} "
    parameters[.network] = String(repeating: "n", count: 500)
    parameters[.time] = "e" + String(repeating: "\u{301}", count: 500) + "now"
    let values = try MessageValues(parameters, for: .newDevice)
    #expect(values[.device] == "Phone Bcc: x end")
    #expect(values[.network] == String(repeating: "n", count: 200) + "…")
    #expect(values[.time] == "now")
  }

  @Test func emojiAndRightToLeftTextStay() throws {
    var parameters = MessageKind.newDevice.sampleParameters
    parameters[.device] = "הטלפון של 👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿"
    #expect(try MessageValues(parameters, for: .newDevice)[.device] == "הטלפון של 👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿")
  }

  @Test func descriptionsHideAddressAndValues() throws {
    let message = try OutgoingMessage.sample()
    var dumped = ""
    dump(message, to: &dumped)
    for text in ["\(message)", String(reflecting: message), dumped] {
      #expect(!text.contains("123456") && !text.contains("ann@example.com"))
    }
  }
}
