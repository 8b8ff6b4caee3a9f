package import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire

extension Application {
  /// Refuses a sign-in at the API if users of the application sign in only through the browser.
  ///
  /// A direct sign-in gives access to the whole account, and a client can send the id of any application. Without
  /// this check, it would bypass a client's secret and the scopes that the operator has listed.
  package func requireDirectSignIn() throws(Problem) {
    guard signsInDirectly else {
      throw Problem(
        status: 403, code: WireCode.browserSignInRequired,
        detail:
          "This application signs users in through the browser only: send the user to /authorize. For direct sign-in, use an application that has no secret and lists no scopes or lists account."
      )
    }
  }
}
