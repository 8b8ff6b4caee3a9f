import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardStore
import Testing

@Suite("Length of SMS")
struct SMSLengthTests {
  private let phone: Recipient

  init() throws { phone = .phone(try PhoneNumber("+4915112345678")) }

  /// A user agent chooses the name of the device, and each character outside the default alphabet makes all segments
  /// shorter.
  @Test(arguments: MessageKind.allCases, ["W", "я", "👩🏽‍🚀", "€", "e\u{301}\u{301}\u{301}"])
  func noValueMakesAnSMSLongerThanSixSegments(_ kind: MessageKind, _ unit: String) throws {
    var parameters = kind.sampleParameters
    for parameter in kind.parameters {
      switch parameter.form {
      case .text: parameters[parameter] = String(repeating: unit, count: 200)
      case .link: parameters[parameter] = "https://a.example/" + String(repeating: "a", count: 142)
      case .code: parameters[parameter] = String(repeating: "1", count: 16)
      case .host: parameters[parameter] = String(repeating: "a.", count: 49) + "aa"
      case .number: parameters[parameter] = "9999"
      }
    }
    let message = try OutgoingMessage.sample(kind, to: phone, parameters: parameters)
    guard case .sms(let text) = try MessageTemplates.load().rendered(message) else {
      Issue.record("there is no SMS")
      return
    }
    #expect(SMSSegments.count(text) <= 6)
  }

  @Test func longTextIsCutInAnSMSAndNotInAMail() throws {
    let templates = try MessageTemplates.load()
    let name = String(repeating: "abcde ", count: 20)
    let message = try OutgoingMessage.sample(.newDevice, to: phone, parameters: [.device: name])
    guard case .sms(let text) = templates.rendered(message) else { throw CancellationError() }
    #expect(text.contains("abcde abcde abcde abcde abcde abcde a...,"))
    let mail = try OutgoingMessage.sample(.newDevice, parameters: [.device: name])
    guard case .mail(let content) = templates.rendered(mail) else { throw CancellationError() }
    #expect(content.text.contains(name.dropLast()))
  }

  @Test(arguments: [
    (MessageParameter.link, "https://a.example/" + String(repeating: "a", count: 143)),
    (.code, String(repeating: "1", count: 17)), (.domain, String(repeating: "a.", count: 50) + "a"),
  ])
  func longerValueIsRefusedForAPhoneOnly(_ parameter: MessageParameter, _ value: String) throws {
    #expect(throws: MessageError(.invalidParameter, "")) {
      try OutgoingMessage.sample(to: phone, parameters: [parameter: value])
    }
    #expect(throws: Never.self) { try OutgoingMessage.sample(parameters: [parameter: value]) }
  }

  @Test func previewCountsSegments() throws {
    let previews = try TemplatePreview.all(MessageTemplates.load(), application: "shop", language: "en")
    for preview in previews {
      #expect((preview.segments != nil) == (preview.channel == .sms))
      // A notice with a link of usual length has at most two segments.
      #expect(preview.segments ?? 1 <= 2)
    }
  }
}
