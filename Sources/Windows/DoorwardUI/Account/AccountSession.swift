#if canImport(SwiftUI)
  internal import DoorwardFlow

  /// The account in a view.
  typealias AccountSession = DriverSession<AccountDriver>
#endif
