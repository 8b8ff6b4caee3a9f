#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import Foundation
  internal import Observation

  /// A sign-in or an account in a view: its driver, which is made when the view appears and knows the client, and the time of its
  /// content.
  @MainActor @Observable final class DriverSession<Driver: ViewDriver> {
    private(set) var driver: Driver?
    /// Changes when a text with a remaining time changes.
    private var ticks = 0
    @ObservationIgnored private var isClosed = false

    /// The time of the server.
    var now: Date {
      _ = ticks
      return driver?.now ?? Date()
    }

    /// Begins. A later call does nothing.
    ///
    /// - Returns: The driver, if this call has begun.
    @discardableResult func begin(_ make: () -> Driver) -> Driver? {
      guard driver == nil, !isClosed else { return nil }
      let driver = make()
      self.driver = driver
      driver.begin()
      return driver
    }

    /// Whether the user must save recovery codes before the view closes.
    var holdsRecoveryCodes: Bool { driver?.holdsRecoveryCodes ?? false }

    /// The session of a view that appears.
    ///
    /// A view also appears when the user comes back to its tab, so it keeps the end of a sign-in while the user is signed in,
    /// and the end of an account while no user is.
    ///
    /// - Parameter isLoggedIn: Whether a registered user is signed in.
    /// - Returns: Another session if this one was closed, or has ended and another one can begin.
    func renewed(isLoggedIn: Bool) -> DriverSession {
      let canBegin = driver?.isOver == true && isLoggedIn == Driver.needsUser
      return isClosed || canBegin ? DriverSession() : self
    }

    func tick() { ticks += 1 }

    /// Ends in every view.
    func close() {
      isClosed = true
      driver?.close()
    }
  }

  /// A driver that a view begins and draws.
  @MainActor protocol ViewDriver: AnyObject {
    var now: Date { get }
    var holdsRecoveryCodes: Bool { get }
    /// Whether the driver has ended.
    var isOver: Bool { get }
    /// Whether the driver is for a user who is signed in, and not for one who signs in.
    static var needsUser: Bool { get }
    func begin()
    func close()
  }

  extension SignInDriver: ViewDriver {
    var holdsRecoveryCodes: Bool { flow.holdsRecoveryCodes }
    var isOver: Bool { flow.screen.isFinished }
    static var needsUser: Bool { false }
  }

  extension AccountDriver: ViewDriver {
    var holdsRecoveryCodes: Bool { flow.holdsRecoveryCodes }
    var isOver: Bool { flow.end != nil }
    static var needsUser: Bool { true }
  }

  /// The account in a view.
  typealias AccountSession = DriverSession<AccountDriver>

  /// One sign-in in a view.
  typealias SignInSession = DriverSession<SignInDriver>

  extension DriverSession<SignInDriver> {
    /// Whether the view must stay although the user is signed in: it shows something more, or waits for an answer that can have
    /// recovery codes. The server shows them only once.
    var mustStay: Bool {
      guard let flow = driver?.flow else { return false }
      switch flow.screen {
      case .finished: return false
      default: return flow.screen.isAfterSignIn || flow.isBusy
      }
    }
  }
#endif
