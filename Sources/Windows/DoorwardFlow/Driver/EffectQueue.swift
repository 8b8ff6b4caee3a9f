/// Performs the effects of steps in their order.
///
/// An effect may take another step, as the handler of a cancelled closure of the app does. The effects of that step follow.
@MainActor final class EffectQueue<Effect> {
  private var effects: [Effect] = []
  private var isPerforming = false

  /// Adds the effects of a step, and performs all that wait.
  ///
  /// `perform` performs one effect.
  ///
  /// - Returns: False if an earlier call, which is on the stack, performs them.
  func perform(_ new: [Effect], _ perform: (Effect) -> Void) -> Bool {
    effects += new
    guard !isPerforming else { return false }
    isPerforming = true
    while !effects.isEmpty { perform(effects.removeFirst()) }
    isPerforming = false
    return true
  }
}
