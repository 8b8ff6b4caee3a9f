import DoorwardProvider
import DoorwardStore
import Testing

@testable import DoorwardServer

/// The code that a user types (RFC 8628 §6.1).
@Suite struct UserCodeTests {
  @Test("Every letter of the alphabet is equally likely")
  func distribution() throws {
    var counts: [UInt8: Int] = [:]
    for _ in 0..<5000 {
      for letter in try UserCode(random: .system).letters { counts[letter, default: 0] += 1 }
    }
    #expect(Set(counts.keys) == Set(UserCode.alphabet) && UserCode.alphabet.count == 20)
    // 2000 of each letter are expected; the tolerance is six standard deviations.
    for count in counts.values { #expect((1738...2262).contains(count)) }
  }

  @Test("Random bytes above the range are replaced by new ones")
  func rejection() throws {
    let source = RandomSource { count in (0..<count).map { $0 % 2 == 0 ? 255 : 19 } }
    #expect(try UserCode(random: source).shown == "ZZZZ-ZZZZ")
  }

  @Test(
    "Typed text is accepted in either case and with any separators",
    arguments: [
      "WDJB-MJHT", "wdjb-mjht", "WDJBMJHT", "  w d j b m j h t ", "WDJB\u{2013}MJHT", "WDJB.MJHT",
      "é-WDJBMJHT",
    ])
  func accepted(_ typed: String) {
    #expect(UserCode(typed: typed)?.shown == "WDJB-MJHT")
  }

  @Test(
    "Text that is not a code is refused",
    arguments: [
      "", "WDJB-MJH", "WDJB-MJHTT", "ADJB-MJHT", "WDJB-MJH7", "WDJB-MJHY", "\u{ff37}DJB-MJHT",
      "WDJB" + String(repeating: "-", count: 64) + "MJHT",
    ])
  func refused(_ typed: String) {
    #expect(UserCode(typed: typed) == nil)
  }
}
