package import DoorwardHTTP

/// A sign-in method with its own routes, because it proves no identity.
package protocol RoutedMethod: SignInMethod {
  /// Adds the routes of the method.
  func register(in router: inout Router, _ services: SignInServices)
}
