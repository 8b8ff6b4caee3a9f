internal import Doorward
public import Observation

/// Asks the server for the strength of a new password after the user has paused, as the hosted page does. Without an answer, the bar
/// stays as it is.
///
/// ```swift
/// driver.passwordEstimates.type(texts, in: content)
/// draw(driver.passwordEstimates.meter)
/// ```
@MainActor @Observable public final class PasswordEstimates {
  /// The bar of the present text.
  public private(set) var meter = PasswordMeter() {
    didSet { if meter != oldValue { onChange() } }
  }
  /// Called when the bar has changed, for a renderer that does not observe it.
  @ObservationIgnored package var onChange: @MainActor () -> Void = {}

  /// The pause after the last key. The server counts the requests.
  private static let pause = Duration.milliseconds(700)
  @ObservationIgnored private let doorward: Doorward
  @ObservationIgnored private let clock: DoorwardClock
  @ObservationIgnored private var asked: ScreenContent.PasswordAdvice.Question?
  @ObservationIgnored private var asking: Task<Void, Never>?

  init(_ doorward: Doorward, _ clock: DoorwardClock) {
    self.doorward = doorward
    self.clock = clock
  }

  deinit { asking?.cancel() }

  /// Takes the texts of a view when it appears, and when the user has typed. A view without a new password empties the bar.
  public func type(_ texts: FieldTexts, in content: ScreenContent) {
    let field = content.fields.first { $0.name == .newPassword }
    let question = field?.question(with: texts)
    guard question != asked else { return }
    asked = question
    asking?.cancel()
    meter.type(isEstimated: question != nil)
    guard let question, let advice = field?.advice else { return }
    asking = Task { [weak self, doorward, clock] in
      do {
        try await clock.sleep(Self.pause)
        let strength = try await doorward.password.strength(
          of: question.password.text, identifiers: question.identifiers)
        if !Task.isCancelled { self?.meter.take(strength.score, advice.sentence(for: strength)) }
      } catch {
        // The advice about the length stays.
      }
    }
  }
}
