/// Decides whether a page still runs its scripts, from its answers to regular questions.
///
/// The type counts beats and reads no clock. Beats do not occur while the system suspends the app, and a miss
/// counts only if the app itself ran. Neither case is mistaken for a blocked page.
struct BridgePulse {
  enum Action: Equatable {
    /// Send the question with this number to the page.
    case ask(UInt64)
    /// Wait for the next beat.
    case wait
    /// The page is blocked.
    case reportBlocked
  }

  /// The time between two beats.
  static let interval: Duration = .milliseconds(750)
  /// The number of beats without an answer after which the page counts as blocked. If a page blocks right after
  /// an answer, the next question follows after one interval, so detection takes at most 6 intervals: 4.5 s.
  static let maximumMisses = 5

  private var asked: UInt64?
  private var lastNumber: UInt64 = 0
  private var misses = 0
  private var isPaused = false

  /// Advances by one beat.
  ///
  /// - Parameter isSuspended: Whether the system currently suspends the page.
  /// - Returns: The action to take.
  mutating func beat(isSuspended: Bool = false) -> Action {
    guard asked != nil else {
      lastNumber += 1
      asked = lastNumber
      return .ask(lastNumber)
    }
    guard !isPaused, !isSuspended else { return .wait }
    misses += 1
    return misses < Self.maximumMisses ? .wait : .reportBlocked
  }

  /// Records an answer of the page.
  mutating func answered(_ number: UInt64) {
    guard number == asked else { return }
    asked = nil
    misses = 0
    isPaused = false
  }

  /// Stops counting until the page answers a question that is asked after this call. A dialog such as `confirm`
  /// stops the scripts of the page until the user answers it.
  mutating func pause() {
    asked = nil
    misses = 0
    isPaused = true
  }
}
