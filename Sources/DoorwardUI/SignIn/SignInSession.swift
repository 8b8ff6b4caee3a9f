#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import Foundation
  internal import Observation

  /// One sign-in in a view: its driver, which is made when the view appears and knows the client.
  @MainActor @Observable final class SignInSession {
    private(set) var driver: SignInDriver?
    /// Changes when a text with a remaining time changes.
    private var ticks = 0
    @ObservationIgnored private var isClosed = false

    /// The time of the server.
    var now: Date {
      _ = ticks
      return driver?.now ?? Date()
    }

    /// Whether the view must stay although the user is signed in: it shows something more, or waits for an answer that can have
    /// recovery codes. The server shows them only once.
    var mustStay: Bool {
      guard let flow = driver?.flow else { return false }
      switch flow.screen {
      case .finished: return false
      default: return flow.screen.isAfterSignIn || flow.isBusy
      }
    }

    /// Begins the sign-in. A later call does nothing.
    ///
    /// - Returns: The driver, if this call has begun the sign-in.
    @discardableResult func begin(_ make: () -> SignInDriver) -> SignInDriver? {
      guard driver == nil, !isClosed else { return nil }
      let driver = make()
      self.driver = driver
      driver.begin()
      return driver
    }

    /// Whether the user must save recovery codes before the view closes.
    var holdsRecoveryCodes: Bool { driver?.flow.holdsRecoveryCodes ?? false }

    func tick() { ticks += 1 }

    /// Ends the sign-in in every view.
    func close() {
      isClosed = true
      driver?.close()
    }
  }
#endif
