import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Foundation

/// The codes that were sent, and the guesses of codes and passwords.
struct CodeBook: Sendable {
  private static let limits = GuessSettings()

  var sent: [String: SentCode] = [:]
  /// The code of the last message to an address; nil if the message was a notice.
  var last: [Identity.Key: OneTimeCode] = [:]
  private var guesses: [String: (count: Int64, lastAt: Date)] = [:]
  /// The guesses of each challenge.
  private var tries: [String: Int64] = [:]
  private var numbers = 0
  /// When the next code may be sent, by the text that the pause counts for.
  private var pauses: [String: Date] = [:]

  /// A number above every earlier one. Codes and changes are in this order, because the clock stands still.
  mutating func number() -> Int {
    numbers += 1
    return numbers
  }

  /// Begins the pause after a code. The server counts devices that know the user apart; here all are counted together.
  ///
  /// - Returns: the end of the pause.
  /// - Throws: `Problem` `rate_limited` if another pause is not over.
  mutating func pause(after recipient: String, for seconds: Int64, at now: Date) throws(Problem) -> Date {
    let left = pauses[recipient].map { $0.timeIntervalSince(now) } ?? 0
    guard left <= 0 else { throw .rateLimited(seconds: Int64(left.rounded(.up))) }
    let end = now.addingTimeInterval(Double(seconds))
    pauses[recipient] = end
    return end
  }

  /// Stores a code and returns its challenge.
  mutating func send(
    _ code: SentCode, to address: Identity.Key?, resendAt: Date, at now: Date
  ) -> WireSentCode {
    var code = code
    code.number = number()
    code.expiresAt = now.addingTimeInterval(StandardLimits.codeLifetime)
    let id = "\(newID())\(newID())"
    sent[id] = code
    if let address { last[address] = code.recipient.map { _ in code.code } }
    return WireSentCode(challengeID: id, expiresAt: code.expiresAt, resendAt: resendAt)
  }

  /// Counts a guess of a secret, by the rules of the server. The caller compares the secret afterwards.
  mutating func count(_ subject: String, answering id: String? = nil, at now: Date) throws(Problem) {
    let memory = TimeInterval(Self.limits.memory)
    let known = guesses[subject].flatMap { now < $0.lastAt.addingTimeInterval(memory) ? $0 : nil }
    let answered = id.flatMap { tries[$0] } ?? 0
    // The user of an exhausted challenge need not wait for it.
    guard answered < Self.limits.perChallenge else { throw .codeExhausted }
    if let known {
      let end = known.lastAt.addingTimeInterval(TimeInterval(Self.limits.pause(after: known.count)))
      guard now >= end else { throw .tooManyGuesses(until: end, at: now) }
    }
    if let id { tries[id] = answered + 1 }
    guesses[subject] = ((known?.count ?? 0) + 1, now)
  }

  /// Takes back a guess that was right, because the request is refused for another reason.
  mutating func takeBack(_ subject: String, answering id: String) {
    if let count = tries[id] { tries[id] = count - 1 }
    if let known = guesses[subject] { guesses[subject] = (known.count - 1, known.lastAt) }
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

/// A one-time code that was sent. The server seals these values into `challenge_id`; an app sees no difference.
struct SentCode: Sendable {
  /// The effect of a code.
  enum Purpose: Sendable {
    case signIn, signUp, verify, change, reset

    /// The purpose of a request; nil for a second factor, whose challenge is that of the sign-in.
    init?(_ purpose: CodePurpose) {
      switch purpose {
      case .signIn: self = .signIn
      case .verify: self = .verify
      case .change: self = .change
      case .secondFactor: return nil
      }
    }
  }

  /// The identifier, or the signed-in user, whose guesses are counted.
  var guessSubject: String {
    switch purpose {
    case .verify, .change: CodeBook.subject(ofSignedIn: user ?? "")
    case .signIn, .signUp, .reset: CodeBook.subject("code", identifier)
    }
  }

  let purpose: Purpose
  /// The identifier that the request named. The guesses of the code count for it.
  let identifier: Identity.Key
  /// The address that the code proves; nil if no code was sent. Then every code is wrong.
  let recipient: Identity.Key?
  let binding: WireBinding?
  /// The signed-in user, or the user of the reset.
  let user: String?
  var signUp: SignUpValues?
  var code = OneTimeCode { randomBytes($0) }
  var number = 0
  var expiresAt = Date(timeIntervalSince1970: 0)
  var isSpent = false
  /// The idempotency key of a first step that waits for a second factor.
  var waitingKey: String?
  var answer: AnsweredSignIn?
}
