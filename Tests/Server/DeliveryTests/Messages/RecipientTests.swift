import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardServerRules
import DoorwardStore
import Testing

@Suite struct RecipientTests {
  @Test(arguments: [
    (DeliveryChannel.email, "o'hara+news@example.com", "o'hara+news@example.com"),
    (.email, "Ann@BÜCHER.example", "Ann@xn--bcher-kva.example"), (.sms, "+49 151 12345678", "+4915112345678"),
  ])
  func addressIsWrittenInASCIIAndReadAgain(_ channel: DeliveryChannel, _ text: String, _ ascii: String) throws
  {
    let recipient = try Recipient(channel, text)
    #expect(recipient.text == ascii && recipient.channel == channel)
    #expect(try Recipient(channel, recipient.text) == recipient)
  }

  /// Texts that would change a header field or an SMTP command.
  @Test(arguments: [
    "", "ann", "@example.com", "ann@", "ann@@example.com", "a b@example.com", "ann@example.com\r\nBcc: b@c.d",
    "ann@example.com\n", "\"ann\"@example.com", "ann@[127.0.0.1]", "<ann@example.com>", "ann@example..com",
    ".ann@example.com", "ann.@example.com", "a..b@example.com", "ann@-example.com", "änn@example.com",
    "ann@example.com,bob@example.com", "ann@example.com ", "ann\u{0}@b.c", "ann>@example.com",
    String(repeating: "a", count: 65) + "@example.com", "a@" + String(repeating: "b.", count: 130) + "com",
  ])
  func hostileAddressIsRefused(_ text: String) {
    #expect(throws: IdentifierError.self) { try Recipient(.email, text) }
    #expect(throws: IdentifierError.self) { try Recipient(.sms, text) }
  }

  @Test func hugeAddressIsRefusedQuickly() {
    let huge = String(repeating: "a", count: 10 << 20)
    #expect(throws: IdentifierError(.emailTooLong, "")) { try Recipient(.email, huge + "@example.com") }
    #expect(throws: IdentifierError(.phoneTooLong, "")) { try Recipient(.sms, "+" + huge) }
  }

  @Test(arguments: [
    (DeliveryChannel.email, "ann.smith@example.com", "a…@example.com"), (.sms, "+4915112345678", "+49…678"),
  ])
  func descriptionHidesTheAddress(_ channel: DeliveryChannel, _ text: String, _ masked: String) throws {
    let recipient = try Recipient(channel, text)
    #expect("\(recipient)" == masked)
    var dumped = ""
    dump(recipient, to: &dumped)
    #expect(!dumped.contains("smith") && !dumped.contains("12345"))
  }
}
