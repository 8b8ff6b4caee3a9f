package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
package import Encodings

/// The part of the page's state that does not depend on the user.
package struct PageConfiguration: Sendable {
  private let origins: PageOrigins
  private let applications: ApplicationDirectory

  /// - Parameters:
  ///   - origins: the origins of the page.
  ///   - applications: the applications. The page shows the name of the default one as the name of the provider.
  package init(origins: PageOrigins, applications: ApplicationDirectory) {
    self.origins = origins
    self.applications = applications
  }

  /// The `config` of the page's state.
  package func json(for application: Application) -> JSONValue {
    let offers = SignInMethods.pageOffers(of: application, on: origins)
    var members: JSONObject = [
      "application_name": .string(application.name),
      "provider_name": .string(applications.standard.name),
      "methods": .strings(offers.map(\.name.rawValue)),
      "sign_up": .string(application.signUp.mode.rawValue),
    ]
    for offer in offers { members[offer.member] = .object(offer.settings) }
    members["terms"] = application.terms.json
    return .object(members)
  }
}
