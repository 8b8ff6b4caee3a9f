package import DoorwardSessions
package import DoorwardStore

/// The administration as an OAuth client of this server.
package struct DashboardClient: Sendable {
  /// The lifetime of a session in the administration, in seconds.
  static let sessionLifetime: Int64 = 3600

  /// The origin of the administration.
  package let origin: WebOrigin
  private let secret: ClientSecret.Hash
  private let redirectURI: RedirectURI

  /// - Parameters:
  ///   - origin: the origin of the administration.
  ///   - random: the source of the secret, which no one knows. So only this program can redeem the codes of the client.
  /// - Throws: `RedirectURI.Flaw` for an origin that gets no codes; the errors of the random source.
  package init(origin: WebOrigin, random: RandomSource) throws {
    self.origin = origin
    secret = try ClientSecret(random: random).hash
    redirectURI = try RedirectURI("\(origin)\(AdministrationPath.callback)")
  }

  var redirect: String { redirectURI.text }

  /// The client, with the methods and the look of the default application.
  ///
  /// A sign-in needs a second factor, or a passkey that has verified the user. A code by email or SMS is not enough.
  package func application(besides standard: Application) -> Application {
    var application = standard
    application.id = Application.dashboardID
    application.name = "Doorward"
    application.audience = Application.dashboardID
    application.origins = []
    application.client = Application.Client(
      redirectURIs: [redirectURI], postLogoutRedirectURIs: [], secrets: [ClientSecret.Stored(secret)],
      scopes: Scopes([.openID]),
      idTokenAlgorithm: standard.client.idTokenAlgorithm, allowsDevices: false, isFirstParty: true)
    application.signsInDirectly = false
    application.signUp = SignUpPolicy()
    application.secondFactor = SecondFactorPolicy(isRequired: true)
    application.roles = []
    return application
  }
}
