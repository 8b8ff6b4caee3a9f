import Foundation
import Testing

@testable import Doorward

/// The clock of the server, by the `Date` of its answers.
@Suite struct ServerClockTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599),
  ])
  func timeIsRead(_ text: String, _ seconds: Double) {
    #expect(HTTPDateParser.time(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 30 Feb 2026 08:49:37 GMT",
    "Sun, 06 Nob 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 9223372036854775807 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37Z GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
  ])
  func otherTextLeavesTheClockAsItIs(_ text: String) {
    let now = Date(timeIntervalSince1970: 1_000)
    let clock = ServerClock(DoorwardClock(now: { now }, sleep: { _ in }))
    clock.learn(text)
    #expect(clock.time == now)
    clock.learn("Thu, 01 Jan 1970 01:00:00 GMT")
    #expect(clock.time == Date(timeIntervalSince1970: 3_600))
  }
}
