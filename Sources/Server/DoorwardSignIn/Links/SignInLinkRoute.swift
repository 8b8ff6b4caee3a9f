import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The sign-in by the link of an administrator, on the hosted page only.
struct SignInLinkRoute: Sendable {
  private static let member = "token"

  let carrier: any SessionCarrier
  let links: SignInLinks
  let services: SignInServices

  func register(in router: inout Router) {
    router.on(.post, PagePath.signInLink, by: carrier.signedOutCaller, limits: [.signIn]) { request in
      let details = SecurityLog.Details(method: SignInMethodName.link.rawValue)
      return try await services.security.attempt(.signIn, request, details) { details in
        let body = try request.jsonObject()
        let secret = try body.text(Self.member)
        let (opening, context) = try await services.beginSignIn(
          by: carrier, body, request, noting: &details, mayKeepAccount: false)
        guard let link = links.link(secret) else { throw Problem.invalidChallenge }
        switch try await services.admission.signIn(by: link, opening) {
        case .signedIn(let signedIn):
          details.add(signedIn.user, signedIn.session)
          return try await carrier.answer(signedIn, context.application)
        case .secondFactorRequired(let pending):
          details.user = link.user.text
          throw try services.secondFactors.problem(pending, opening.application, binding: context.binding)
        }
      }
    }
  }
}
