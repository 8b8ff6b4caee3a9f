import DoorwardDelivery
import Testing

@Suite struct AddressTests {
  @Test(arguments: [
    "ann@example.com", "a.b+c_d@sub.example.co", "o'hara@example.com", "a@localhost",
    "a@xn--bcher-kva.example",
    String(repeating: "a", count: 64) + "@example.com",
  ])
  func ordinaryEmailAddressIsAccepted(_ text: String) throws {
    #expect(try EmailAddress(text).text == text)
  }

  @Test(arguments: [
    "", "ann", "@example.com", "ann@", "ann@@example.com", "a b@example.com", "ann@example.com\r\nBcc: b@c.d",
    "ann@example.com\n", "\"ann\"@example.com", "ann@[127.0.0.1]", "<ann@example.com>", "ann@example..com",
    ".ann@example.com", "ann.@example.com", "a..b@example.com", "ann@-example.com", "ann@example.com.",
    "ann@exämple.com", "änn@example.com", "ann@example.com,bob@example.com", "ann@example.com ",
    "ann\u{0}@b.c",
    "ann>@example.com", String(repeating: "a", count: 65) + "@example.com",
    "a@" + String(repeating: "b.", count: 130) + "com", "a@" + String(repeating: "b", count: 64) + ".com",
  ])
  func otherEmailAddressIsRefused(_ text: String) {
    #expect(throws: AddressError(.invalidEmail, "")) { try EmailAddress(text) }
  }

  @Test func hugeAddressIsRefusedQuickly() {
    let huge = String(repeating: "a", count: 10 << 20)
    #expect(throws: AddressError(.invalidEmail, "")) { try EmailAddress(huge + "@example.com") }
    #expect(throws: AddressError(.invalidPhone, "")) { try PhoneNumber("+" + huge) }
  }

  @Test func onlyE164NumbersAreAccepted() throws {
    #expect(try PhoneNumber("+4915112345678").text == "+4915112345678")
    for text in [
      "", "+", "4915112345678", "+0151123456", "+49 151 1234", "+491511234567890123", "+123456",
      "+49151٣٤٥٦٧", "+4915112345678\n", "+49151-1234567",
    ] {
      #expect(throws: AddressError(.invalidPhone, "")) { try PhoneNumber(text) }
    }
  }

  @Test func descriptionsHideTheAddress() throws {
    let email = Recipient.email(try EmailAddress("ann.smith@example.com"))
    let phone = Recipient.phone(try PhoneNumber("+4915112345678"))
    #expect("\(email)" == "a…@example.com")
    #expect("\(phone)" == "+49…78")
  }
}
