import SwiftUI
import Testing

@testable import DoorwardUI

/// The views with the accessibility settings of the system.
@MainActor struct AccessibilitySettingTests {
  private func signIn(_ change: (inout EnvironmentValues) -> Void = { _ in }) -> Screen {
    Screen(PreviewViews["sign-in.start: everything"], change)
  }

  @Test func nothingMovesWithReducedMotion() {
    let screen = signIn()
    #expect(screen.count(.animation) > 0)
    screen.change { $0.accessibilityReduceMotion = true }
    #expect(screen.count(.animation) == 0)
  }

  @Test func fieldsHaveWiderOutlinesWithMoreContrast() {
    let screen = signIn()
    let fields = screen.count(.line(width: 1))
    #expect(fields > 0)
    screen.change { $0.colorSchemeContrast = .increased }
    #expect(screen.count(.line(width: 1)) == 0)
    #expect(screen.count(.line(width: 2)) == fields)
  }
}
