#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import Foundation
  internal import Observation

  /// The driver of an account view, which is made when the view appears and knows the client.
  @MainActor @Observable final class AccountSession {
    private(set) var driver: AccountDriver?
    /// Changes when a text with a remaining time changes.
    private var ticks = 0

    var now: Date {
      _ = ticks
      return driver?.now ?? Date()
    }

    /// Whether the user must save recovery codes before the view closes.
    var holdsRecoveryCodes: Bool { driver?.flow.holdsRecoveryCodes ?? false }

    /// Reads the account. A later call does nothing.
    func begin(_ make: () -> AccountDriver) {
      guard driver == nil else { return }
      let driver = make()
      self.driver = driver
      driver.begin()
    }

    func tick() { ticks += 1 }
  }
#endif
