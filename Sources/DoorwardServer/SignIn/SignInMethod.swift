import DoorwardHTTP

/// A way to sign in: what applications may offer by its name, and the calls of apps that it answers.
///
/// What it shows of a person is its own business; the user and the session are ``Admission``'s.
protocol SignInMethod: Sendable {
  static var name: SignInMethodName { get }

  /// Whether an application offers it whose configuration lists no methods.
  static var isStandard: Bool { get }

  /// - Parameter context: what it shares with the rest of the server.
  init(_ context: ServerContext)

  /// Adds the calls of apps.
  func register(in router: inout Router, _ context: ServerContext)
}

extension SignInMethod {
  static var isStandard: Bool { true }

  /// Refuses an application that does not offer this method.
  func requireOffer(_ application: Application) throws(Problem) {
    guard application.methods.contains(Self.name) else {
      throw Problem(
        status: 403, code: "method_not_offered",
        detail: "This application does not offer this way to sign in.")
    }
  }
}
