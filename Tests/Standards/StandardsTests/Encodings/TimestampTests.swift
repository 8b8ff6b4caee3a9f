import Encodings
import Foundation
import Testing

@Suite("Time stamps (RFC 3339)")
struct TimestampTests {
  @Test(
    "date-times are parsed to the instants of RFC 3339",
    arguments: [
      ("1970-01-01T00:00:00Z", Int64(0), Int32(0)),
      ("1985-04-12T23:20:50.52Z", 482_196_050, 520_000_000),  // RFC 3339 §5.8
      ("1996-12-19T16:39:57-08:00", 851_042_397, 0),
      ("1990-12-31T23:59:60Z", 662_688_000, 0),
      ("1990-12-31T15:59:60-08:00", 662_688_000, 0),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_173, 870_000_000),
      ("2021-09-30t16:25:24z", 1_633_019_124, 0),
      ("2021-09-30T16:25:24-00:00", 1_633_019_124, 0),
      ("2021-09-30T16:25:24.123456789123Z", 1_633_019_124, 123_456_789),
      ("2024-02-29T00:00:00Z", 1_709_164_800, 0), ("2000-02-29T00:00:00Z", 951_782_400, 0),
      ("2015-06-30T23:59:60.999Z", 1_435_708_800, 0),
      ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
      ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
    ])
  func reads(text: String, seconds: Int64, nanoseconds: Int32) throws {
    let timestamp = try Timestamp(rfc3339: text)
    #expect(timestamp.seconds == seconds)
    #expect(timestamp.nanoseconds == nanoseconds)
  }

  @Test(
    "text outside RFC 3339 and dates that do not exist are refused",
    arguments: [
      "", "2021-09-30", "2021-09-30T16:25:24", "2021-09-30 16:25:24Z", "2021-09-30T16:25Z",
      "20210930T162524Z",
      "2021-9-30T16:25:24Z", "2021-09-30T16:25:24.Z", "2021-09-30T16:25:24,5Z", "2021-09-30T16:25:24+0200",
      "2021-09-30T16:25:24+02", "2021-09-30T16:25:24+24:00", "2021-09-30T16:25:24+02:60",
      "2021-09-30T16:25:24Z ", " 2021-09-30T16:25:24Z", "2021-09-30T16:25:24ZZ", "2021-09-30T16:25:24Z+00:00",
      "2021-00-30T16:25:24Z", "2021-13-30T16:25:24Z", "2021-09-00T16:25:24Z", "2021-09-31T16:25:24Z",
      "2021-02-29T16:25:24Z", "2100-02-29T16:25:24Z", "2022-02-30T16:25:24Z", "2021-09-30T24:00:00Z",
      "2021-09-30T16:60:24Z", "2021-09-30T16:25:61Z", "2021-09-30T16:25:60Z", "2021-09-30T23:59:60Z",
      "2016-12-31T23:59:60+01:00", "-021-09-30T16:25:24Z", "+2021-09-30T16:25:24Z", "12021-09-30T16:25:24Z",
      "2021-09-30T16:25:24é", "２021-09-30T16:25:24Z", "2021-09-30T16:25:24.5", "2021-09-30T16:25:24.5-",
      "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)",
      "2021-09-30T16:25:24.\u{0}Z", "2021-W39-4T16:25:24Z", "2021-273T16:25:24Z0000",
    ])
  func refuses(text: String) {
    #expect(throws: EncodingsError(code: .invalidTimestamp, reason: "")) { try Timestamp(rfc3339: text) }
  }

  @Test("every day of eight centuries round-trips")
  func everyDay() throws {
    let start = try Timestamp(rfc3339: "1600-01-01T12:34:56.789Z")
    var previous = start
    for day in 1..<292_194 {
      let next = Timestamp(seconds: start.seconds + Int64(day) * 86_400, nanoseconds: start.nanoseconds)
      #expect(try Timestamp(rfc3339: next.rfc3339) == next)
      #expect(next.rfc3339 > previous.rfc3339)
      previous = next
    }
    #expect(previous.rfc3339 == "2399-12-31T12:34:56.789Z")
  }

  @Test("dates convert in both directions, and dates beyond year 9999 are limited to the bounds")
  func dates() throws {
    let timestamp = try Timestamp(rfc3339: "2026-11-21T05:00:10.250Z")
    #expect(timestamp.date == Date(timeIntervalSince1970: 1_795_237_210.25))
    #expect(Timestamp(timestamp.date) == timestamp)
    #expect(Timestamp(Date(timeIntervalSince1970: -0.5)).rfc3339 == "1969-12-31T23:59:59.500Z")
    #expect(Timestamp(.distantFuture) < Timestamp(Date(timeIntervalSince1970: .infinity)))
    #expect(Timestamp(Date(timeIntervalSince1970: .infinity)).rfc3339 == "9999-12-31T23:59:59.000Z")
    #expect(Timestamp(Date(timeIntervalSince1970: -.infinity)).rfc3339 == "0000-01-01T00:00:00.000Z")
    #expect(Timestamp(Date(timeIntervalSince1970: .nan)).rfc3339 == "1970-01-01T00:00:00.000Z")
    #expect(Timestamp(seconds: .max, nanoseconds: .max).rfc3339 == "9999-12-31T23:59:59.999Z")
  }

  @Test("durations advance instants within the bounds")
  func advances() throws {
    let timestamp = try Timestamp(rfc3339: "2026-11-21T05:00:00.600Z")
    #expect(timestamp.advanced(by: .milliseconds(500)).rfc3339 == "2026-11-21T05:00:01.100Z")
    #expect(timestamp.advanced(by: .milliseconds(-700)).rfc3339 == "2026-11-21T04:59:59.900Z")
    #expect(timestamp.advanced(by: .seconds(86_400)).rfc3339 == "2026-11-22T05:00:00.600Z")
    #expect(timestamp.advanced(by: .seconds(Int64.max)).rfc3339.hasPrefix("9999-12-31T23:59:59"))
    #expect(timestamp.advanced(by: .seconds(Int64.min)).rfc3339.hasPrefix("0000-01-01T00:00:00"))
  }
}
