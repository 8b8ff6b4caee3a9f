/// Decides whether a page still runs its scripts, from the answers to questions that it is asked at each beat.
///
/// The pulse counts beats and reads no clock. Beats do not occur while the system suspends the app, and a beat
/// counts against the page only if the app itself ran, so neither looks like a page that is blocked.
struct BridgePulse {
  enum Action: Equatable {
    /// Ask the page the question with this number.
    case ask(UInt64)
    /// Wait for the next beat.
    case wait
    /// The page is blocked.
    case giveUp
  }

  /// The time between two beats.
  static let interval: Duration = .milliseconds(750)
  /// A question that is unanswered after so many beats means that the page is blocked. A page that blocks right
  /// after an answer is asked again after one interval, so this takes 6 intervals at most: 4.5 s.
  static let maximumMisses = 5

  private var asked: UInt64?
  private var lastNumber: UInt64 = 0
  private var misses = 0
  private var isPaused = false

  /// Advances by one beat.
  ///
  /// - Parameter isSuspended: Whether the system does not run the page at the moment.
  /// - Returns: What is to be done about the page now.
  mutating func beat(isSuspended: Bool = false) -> Action {
    guard asked != nil else {
      lastNumber += 1
      asked = lastNumber
      return .ask(lastNumber)
    }
    guard !isPaused, !isSuspended else { return .wait }
    misses += 1
    return misses < Self.maximumMisses ? .wait : .giveUp
  }

  /// Takes an answer of the page.
  mutating func answered(_ number: UInt64) {
    guard number == asked else { return }
    asked = nil
    misses = 0
    isPaused = false
  }

  /// Stops counting until the page answers a question that is asked after this call: a dialog such as `confirm`
  /// stops the scripts of the page until the user answers it.
  mutating func pause() {
    asked = nil
    misses = 0
    isPaused = true
  }
}
