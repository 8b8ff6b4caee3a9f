import DoorwardHTTP
import DoorwardWire
import Foundation

/// The codes that were sent, and the guesses of codes and passwords.
struct CodeBook: Sendable {
  static let lifetime: Double = 300
  /// The time between two codes, in seconds. The double does not refuse a code that is sent earlier.
  static let pause: Double = 60
  private static let guessesOfChallenge = 5
  private static let freeGuesses = 4

  var sent: [String: SentCode] = [:]
  /// The code of the last message to an address; nil if the message was a notice.
  var last: [Identity.Key: String] = [:]
  private var guesses: [String: (count: Int, lastAt: Date)] = [:]
  /// The guesses of each challenge.
  private var tries: [String: Int] = [:]
  private var numbers = 0

  /// A number above every earlier one. Codes and changes are in this order, because the clock stands still.
  mutating func number() -> Int {
    numbers += 1
    return numbers
  }

  /// Stores a code and returns its challenge.
  mutating func send(_ code: SentCode, to address: Identity.Key?, at now: Date) -> WireSentCode {
    var code = code
    code.number = number()
    code.expiresAt = now.addingTimeInterval(Self.lifetime)
    let id = "\(newID())\(newID())"
    sent[id] = code
    if let address { last[address] = code.recipient.map { _ in code.code } }
    return WireSentCode(
      challengeID: id, expiresAt: code.expiresAt, resendAt: now.addingTimeInterval(Self.pause))
  }

  /// Counts a guess of a secret, by the rules of the server. The caller compares the secret afterwards.
  mutating func count(_ subject: String, answering id: String? = nil, at now: Date) throws(Problem) {
    let known = guesses[subject].flatMap { now < $0.lastAt.addingTimeInterval(24 * 3600) ? $0 : nil }
    if let known, known.count > Self.freeGuesses {
      let pause = min(900, Double(1 << min(known.count - Self.freeGuesses - 1, 20)))
      let left = known.lastAt.addingTimeInterval(pause).timeIntervalSince(now)
      guard left <= 0 else { throw .tooManyGuesses(Int(left.rounded(.up))) }
    }
    if let id {
      guard tries[id, default: 0] < Self.guessesOfChallenge else { throw .codeExhausted }
      tries[id, default: 0] += 1
    }
    guesses[subject] = ((known?.count ?? 0) + 1, now)
  }

  mutating func forgetGuesses(of subject: String) { guesses[subject] = nil }

  /// Forgets the guesses that name the identifiers of a user who has signed in.
  mutating func forgetGuesses(of keys: [Identity.Key]) {
    for key in keys {
      forgetGuesses(of: Self.subject("password", key))
      forgetGuesses(of: Self.subject("code", key))
    }
  }

  static func subject(_ secret: String, _ key: Identity.Key) -> String {
    "\(secret) \(key.type) \(key.identifier)"
  }

  static func subject(ofSecondFactor user: String) -> String { "second factor \(user)" }

  static func subject(ofSignedIn user: String) -> String { "user \(user)" }
}
