package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// `GET /session/state`: the first request of every hosted page.
package struct PageStateRoute: Sendable {
  private let gate: PageGate
  private let states: PageStates
  private let cookies: SessionCookies
  private let applications: ApplicationDirectory
  private let random: RandomSource

  package init(
    gate: PageGate, states: PageStates, cookies: SessionCookies, applications: ApplicationDirectory,
    random: RandomSource
  ) {
    self.gate = gate
    self.states = states
    self.cookies = cookies
    self.applications = applications
    self.random = random
  }

  package func register(in router: inout Router) {
    router.on(.get, PagePath.state, by: .page) { request in
      let caller = try await gate.optionalCaller(request)
      var response = HTTPResponse.privateJSON(try await states.json(of: caller, for: applications.standard))
      try cookies.bind(&response, to: request, random)
      return response
    }
  }
}
