package import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire

extension Application {
  /// Refuses a sign-in at the API of an application that signs people in through the browser alone.
  ///
  /// Such a sign-in answers the whole account, and the name of the application that comes with it proves nothing:
  /// it is no way round a client's secret, or round scopes that an operator has listed without the account.
  package func requireDirectSignIn() throws(Problem) {
    guard signsInDirectly else {
      throw Problem(
        status: 403, code: WireCode.browserSignInRequired,
        detail:
          "This application signs people in through the browser: send them to /authorize. For an app that asks for proofs itself the operator lists an application that has no secret and lists no scopes, or account among them."
      )
    }
  }
}
