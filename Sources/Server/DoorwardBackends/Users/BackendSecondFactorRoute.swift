package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// A backend removes the second factors of a user who has lost them.
package struct BackendSecondFactorRoute: Sendable {
  private let gate: BackendGate
  private let reset: SecondFactorReset
  private let security: SecurityLog

  package init(gate: BackendGate, reset: SecondFactorReset, security: SecurityLog) {
    self.gate = gate
    self.reset = reset
    self.security = security
  }

  package func register(in router: inout Router) {
    router.on(.delete, WirePath.userSecondFactors, by: .apiKey, limits: [.apiKeyFailure]) { request in
      let backend = try await gate.caller(request, for: .writeUsers)
      let id = request.userID
      try await security.attempt(.secondFactorsRemoval, request, .init(backend, user: id)) { _ in
        _ = try await reset.remove(for: backend.application) { try backend.requireAccount(of: id, in: $0) }
      }
      return .noContent
    }
  }
}
