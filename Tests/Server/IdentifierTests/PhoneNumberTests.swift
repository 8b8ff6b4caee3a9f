import DoorwardIdentifiers
import DoorwardServerRules
import Testing
import VectorFiles

@Suite("Phone numbers (E.164)")
struct PhoneNumberTests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var region: String
    var type: String
    var e164: String
    var nationalNumber: String
    var callingCode: String
    var testDescription: String { "\(region) \(type) \(e164)" }
  }

  /// The vectors are newer than the library of a stable distribution, so that it does not know a few of the numbers.
  @Test func exampleNumbersOfAllRegionsAreRead() throws {
    let vectors = try vectorCases("text/phone_e164.json", as: Vector.self)
    var (unknown, refused) = (0, 0)
    for vector in vectors {
      guard let number = try? PhoneNumber(vector.e164) else {
        #expect(vector.type != "mobile", "\(vector.testDescription)")
        refused += 1
        continue
      }
      #expect(number.e164 == vector.e164)
      #expect("\(number.callingCode)" == vector.callingCode)
      if number.kind == .unknown { unknown += 1 }
    }
    #expect(unknown * 50 < vectors.count, "\(unknown) of \(vectors.count) numbers are unknown")
    #expect(refused * 100 < vectors.count, "\(refused) of \(vectors.count) numbers are refused")
  }

  /// Mobile numbers of plans that are newer than the library's: of Benin with ten digits, of Côte d'Ivoire, of new areas of
  /// the United States, and of Japan.
  @Test(arguments: [
    ("+2290195123456", "BJ"), ("+2250705181123", "CI"), ("+19832345678", "US"), ("+17282345678", "US"),
    ("+816095900957", "JP"), ("+229 01 95 12 34 56", "BJ"), ("+1 (983) 234-5678", "US"),
  ])
  func numbersOfNewerPlansReceiveMessages(text: String, region: String) throws {
    let number = try PhoneNumber(text)
    #expect(number.e164 == "+" + text.filter(\.isNumber) && number.region == region)
    #expect(refusal { () throws(IdentifierError) in try number.checkReceivesMessages() } == nil)
  }

  /// Numbers that no plan can have, numbers without a country, and a premium number with more digits, which networks ignore.
  @Test(arguments: [
    ("+49110", IdentifierError.Code.phoneTooShort), ("+1911", .phoneTooShort), ("+4911", .phoneTooShort),
    ("+2291234567890123", .phoneTooLong), ("+19112345678", .phoneInvalid), ("+19831345678", .phoneInvalid),
    ("+11234567890", .phoneInvalid), ("+88213123456", .phoneInvalid), ("+8816312345678", .phoneInvalid),
    ("+4990012345677", .phoneNotForMessages), ("+4490912345678", .phoneNotForMessages),
    ("+979123456789", .phoneNotForMessages), ("+19005551234", .phoneNotForMessages),
  ])
  func impossibleAndExpensiveNumbersStayRefused(text: String, code: IdentifierError.Code) {
    let refused = refusal { () throws(IdentifierError) in try PhoneNumber(text).checkReceivesMessages() }
    #expect(refused == code)
  }

  /// Networks ignore digits after the last one of a number.
  @Test(arguments: [
    ("+49151234567890", "+4915123456789"), ("+491512345678900", "+4915123456789"),
    ("+336123456789", "+33612345678"), ("+33612345678999", "+33612345678"),
    ("+4474001234567", "+447400123456"),
    ("+4915123456789", "+4915123456789"), ("+12015550123", "+12015550123"),
    ("+2290195123456", "+2290195123456"), ("+2250705181123", "+2250705181123"),
    ("+19832345678", "+19832345678"),
    ("+816095900957", "+816095900957"),
  ])
  func digitsAfterANumberReachItsPhone(text: String, subscriber: String) throws {
    let number = try PhoneNumber(text)
    #expect(number.e164 == text && number.subscriber == subscriber)
    #expect(refusal { () throws(IdentifierError) in try number.checkReceivesMessages() } == nil)
  }

  /// An expensive number stays expensive with any digits after it.
  @Test func digitsAfterAnExpensiveNumberDoNotHideIt() throws {
    for vector in try vectorCases("text/phone_e164.json", as: Vector.self)
    where ["premiumRate", "sharedCost"].contains(vector.type) {
      guard let number = try? PhoneNumber(vector.e164), [.premiumRate, .sharedCost].contains(number.kind)
      else {
        continue
      }
      for digits in ["0", "7", "42"] {
        // The first digit of some numbers is also the prefix of calls within the country, which is no part of the number.
        guard let longer = try? PhoneNumber(vector.e164 + digits), longer.e164.hasPrefix(vector.e164),
          longer.kind == .unknown
        else { continue }
        Issue.record("\(vector.testDescription)\(digits)")
      }
    }
  }

  @Test func expensiveNumbersReceiveNoMessages() throws {
    let expensive = ["premiumRate", "sharedCost", "tollFree", "personalNumber", "uan", "pager", "voicemail"]
    let vectors = try vectorCases("text/phone_e164.json", as: Vector.self)
    for vector in vectors where expensive.contains(vector.type) {
      // The installed plans do not know a few of these newer numbers.
      guard let number = try? PhoneNumber(vector.e164), number.kind != .unknown else { continue }
      let code = refusal { () throws(IdentifierError) in try number.checkReceivesMessages() }
      #expect(code == .phoneNotForMessages, "\(vector.testDescription)")
    }
  }

  @Test func mobileNumbersReceiveMessages() throws {
    for vector in try vectorCases("text/phone_e164.json", as: Vector.self) where vector.type == "mobile" {
      guard let number = try? PhoneNumber(vector.e164) else { continue }
      let code = refusal { () throws(IdentifierError) in try number.checkReceivesMessages() }
      #expect(code == nil, "\(vector.testDescription)")
    }
  }

  @Test func numberingPlansLoadMoreThanOnce() throws {
    try PhoneNumberLibrary.load()
    try PhoneNumberLibrary.load()
    #expect(try PhoneNumber("+447400123456").region == "GB")
  }

  @Test(arguments: [
    "+49 1512 3456789", "+49 (1512) 345-67-89", "0151 23456789", "01512/3456789", "+49 (0) 151 23456789",
    "＋49 1512 3456789", "+٤٩ ١٥١٢ ٣٤٥٦٧٨٩", "0049 151 23456789", "+49\u{A0}151\u{2011}23456789",
  ])
  func writingsOfANumberAreTheSameNumber(text: String) throws {
    let number = try PhoneNumber(text, defaultRegion: "de")
    #expect(number.e164 == "+4915123456789")
    #expect(number.region == "DE")
    #expect(number.callingCode == 49)
    #expect(number.kind == .mobile)
  }

  @Test(arguments: [
    ("", IdentifierError.Code.empty), ("0151 23456789", .phoneCountry), ("+999 123456789", .phoneCountry),
    ("+49 1", .phoneTooShort), ("+49 1512 3456789 0123456789", .phoneTooLong),
    ("1-800-FLOWERS", .phoneInvalid),
    ("+49 1512 3456789 ext. 3", .phoneInvalid), ("tel:+4915123456789", .phoneInvalid), ("+", .phoneInvalid),
    ("+49 1512 3456789;phone-context=+1", .phoneInvalid), ("+1 111 111 1111", .phoneInvalid),
    ("+4915123456789\0", .phoneInvalid), (String(repeating: "1", count: 129), .phoneTooLong),
  ])
  func refusalsHaveCodes(text: String, code: IdentifierError.Code) {
    #expect(refusal { () throws(IdentifierError) in try PhoneNumber(text) } == code)
  }

  @Test(arguments: [
    ("+4915123456789", true), ("+12015550123", true), ("+447400123456", true),
    ("+4930123456", false), ("+499001234567", false), ("+448701234567", false), ("+447012345678", false),
    ("+18002345678", false), ("+19002345678", false),
  ])
  func messagesGoToMobileNumbersOnly(text: String, receives: Bool) throws {
    let number = try PhoneNumber(text)
    let code = refusal { () throws(IdentifierError) in try number.checkReceivesMessages() }
    #expect(code == (receives ? nil : .phoneNotForMessages))
  }

  @Test func maskedFormHidesTheMiddle() throws {
    let number = try PhoneNumber("+4915123456789")
    #expect(number.masked == "+49…789")
    #expect(try PhoneNumber("+16502530123").masked == "+1…123")
    var dumped = ""
    dump(number, to: &dumped)
    for text in ["\(number)", String(reflecting: number), dumped] { #expect(!text.contains("15123456")) }
  }

  @Test(arguments: ["DE", "de", "ZZ", "", "D", "DEU", "001", "\0\0", "ÄÖ", "🇩🇪"])
  func everyDefaultRegionIsHandled(region: String) {
    #expect(throws: Never.self) { try PhoneNumber("+4915123456789", defaultRegion: region) }
    _ = try? PhoneNumber("0151 23456789", defaultRegion: region)
  }

  @Test(arguments: hostileTexts)
  func hostileTextsAreRefused(text: String) {
    #expect(refusal { () throws(IdentifierError) in try PhoneNumber(text, defaultRegion: "US") } != nil)
  }

  @Test func threadsReadNumbersAtTheSameTime() async throws {
    let numbers = try await withThrowingTaskGroup(of: String.self) { group in
      for digit in 0..<200 {
        group.addTask {
          try PhoneNumber("0151 234567\(digit / 10 % 10)\(digit % 10)", defaultRegion: "DE").e164
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(numbers.count == 100)
  }
}
