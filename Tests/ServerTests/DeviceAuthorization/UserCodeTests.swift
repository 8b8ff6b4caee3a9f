import DoorwardProvider
import DoorwardStore
import Testing

@testable import DoorwardServer

/// RFC 8628 §6.1: what a person types.
@Suite struct UserCodeTests {
  @Test("Every letter of the alphabet comes as often as any other")
  func distribution() throws {
    var counts: [UInt8: Int] = [:]
    for _ in 0..<5000 {
      for letter in try UserCode(random: .system).letters { counts[letter, default: 0] += 1 }
    }
    #expect(Set(counts.keys) == Set(UserCode.alphabet) && UserCode.alphabet.count == 20)
    // 2000 of each are expected; six standard deviations to either side.
    for count in counts.values { #expect((1738...2262).contains(count)) }
  }

  @Test("A source that repeats bytes above the range is asked again, and nothing is left over")
  func rejection() throws {
    let source = RandomSource { count in (0..<count).map { $0 % 2 == 0 ? 255 : 19 } }
    #expect(try UserCode(random: source).shown == "ZZZZ-ZZZZ")
  }

  @Test(
    "What is typed is read in either case, whatever stands between the letters",
    arguments: [
      "WDJB-MJHT", "wdjb-mjht", "WDJBMJHT", "  w d j b m j h t ", "WDJB\u{2013}MJHT", "WDJB.MJHT",
      "é-WDJBMJHT",
    ])
  func accepted(_ typed: String) {
    #expect(UserCode(typed: typed)?.shown == "WDJB-MJHT")
  }

  @Test(
    "What is no code is none",
    arguments: [
      "", "WDJB-MJH", "WDJB-MJHTT", "ADJB-MJHT", "WDJB-MJH7", "WDJB-MJHY", "\u{ff37}DJB-MJHT",
      "WDJB" + String(repeating: "-", count: 64) + "MJHT",
    ])
  func refused(_ typed: String) {
    #expect(UserCode(typed: typed) == nil)
  }
}
