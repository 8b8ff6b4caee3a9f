#if canImport(SwiftUI)
  internal import SwiftUI

  /// Evaluates a view again when a text with a remaining time changes.
  struct Ticking: ViewModifier {
    /// The time of the change; nil for none. It is compared with the time of the server.
    let time: Date?
    let now: Date
    let tick: () -> Void

    func body(content: Content) -> some View {
      content.task(id: time) {
        guard let time else { return }
        try? await Task.sleep(for: .seconds(max(0, time.timeIntervalSince(now))))
        if !Task.isCancelled { tick() }
      }
    }
  }
#endif
