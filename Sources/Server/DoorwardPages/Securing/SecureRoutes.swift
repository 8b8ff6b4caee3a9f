import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// The page of the link in a notice, and its requests: one shows the effects of the link, the other applies them.
///
/// The token is after `#` in the link, so no log contains it. Opening the link has no effect, because programs that
/// look for harmful links open them too.
package struct SecureRoutes: Sendable {
  private static let member = "token"

  private let page: AccountPage
  private let carrier: CookieCarrier
  private let clock: WallClock
  private let links: NoticeLinks
  private let securing: AccountSecuring
  private let limits: RequestLimits
  private let security: SecurityLog

  package init(
    page: AccountPage, carrier: CookieCarrier, clock: WallClock, links: NoticeLinks,
    securing: AccountSecuring, limits: RequestLimits, security: SecurityLog
  ) {
    self.page = page
    self.carrier = carrier
    self.clock = clock
    self.links = links
    self.securing = securing
    self.limits = limits
    self.security = security
  }

  package func register(in router: inout Router) {
    page.register(.secure, at: WirePath.secure, in: &router)
    router.on(.post, PagePath.secure, by: .page, limits: [.pageStep]) { request in
      let token = try token(of: request)
      try await limits.admit(request)
      guard let link = links.link(token) else { throw Problem.invalidChallenge }
      return .privateJSON(answer(link, try await securing.preview(link)))
    }
    router.on(.post, PagePath.secureConfirm, by: .page, limits: [.pageStep]) { request in
      let token = try token(of: request)
      try await limits.admit(request)
      return try await security.attempt(.accountSecuring, request) { details in
        guard let link = links.link(token) else { throw Problem.invalidChallenge }
        details.user = link.user.text
        details.choice = link.kind.rawValue
        let effect = try await securing.secure(
          by: link, in: carrier.application(toSignIn: request.jsonObject(), request),
          request.clientDescription, language: request.preferredLanguage)
        var response = HTTPResponse.privateJSON(answer(link, effect))
        // Unknown devices may be using up the guesses of the identifier. The user signs in next, in this browser.
        try carrier.keepDevice(of: effect.user, request, at: clock.now, in: &response)
        return response
      }
    }
  }

  private func token(of request: HTTPRequest) throws(Problem) -> String {
    let body = try request.jsonObject()
    return try body.text(Self.member)
  }

  private func answer(_ link: NoticeLink, _ effect: AccountSecuring.Effect) -> JSONValue {
    [
      "notice": .string(link.kind.rawValue), "occurred_at": .time(link.occurredAt),
      "expires_at": .time(link.expiresAt), "subject": .text(link.subject),
      "undoes": .text(effect.undone.undoName), "removes_password": .bool(effect.removesPassword),
      "address": .string(link.address.identifier),
    ]
  }
}
