package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
package import Encodings

/// The part of the page's state that does not depend on the user.
package struct PageConfiguration: Sendable {
  private let origins: PageOrigins
  private let applications: ApplicationDirectory
  private let limits: AccountLimits
  private let photos: UserPhotos

  /// - Parameters:
  ///   - origins: the origins of the page.
  ///   - applications: the applications. The page shows the name of the default one as the name of the provider.
  ///   - limits: the limits of accounts. The page states how long a deleted account can be kept.
  ///   - photos: the photos. The page offers them if the server can process them.
  package init(
    origins: PageOrigins, applications: ApplicationDirectory, limits: AccountLimits, photos: UserPhotos
  ) {
    self.origins = origins
    self.applications = applications
    self.limits = limits
    self.photos = photos
  }

  /// The `config` of the page's state.
  ///
  /// - Parameters:
  ///   - application: the application whose offer the page shows.
  ///   - look: the application whose look the page has.
  /// - Returns: the object.
  package func json(for application: Application, look: Application) -> JSONValue {
    let offers = SignInMethods.pageOffers(of: application, on: origins)
    var members: JSONObject = [
      "application_id": .string(look.id), "application_name": .string(application.name),
      "provider_name": .string(applications.standard.name),
      "methods": .strings(offers.map(\.name.rawValue)),
      "sign_up": .string(application.signUp.mode.rawValue),
      "sign_in_first": .string(application.signInFirst.rawValue),
      "deletion_grace": .integer(limits.deletionGrace),
      "second_factor_codes": .strings(application.secondFactor.codeChannels.map(\.rawValue)),
      "photos": .bool(photos.areOffered),
    ]
    for offer in offers { members[offer.member] = .object(offer.settings) }
    members["terms"] = application.terms.json
    members["appearance"] = [
      "title": application.appearance.title?.json ?? .null,
      "text": application.appearance.text?.json ?? .null,
    ]
    return .object(members)
  }
}
