import DoorwardColors
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardTexts
import DoorwardWire
import Encodings

/// The routes without authentication: health, readiness, signing keys, metadata, and the offer of an application.
struct DiscoveryRoutes: Sendable {
  let store: any Store
  let signingKeys: SigningKeys
  let applications: ApplicationDirectory
  let metadata: ProviderMetadata
  let photos: UserPhotos
  let logger: Logger

  func register(in router: inout Router) {
    router.on(.get, WirePath.health, by: .anyone) { _ in .json(["status": "ok"]) }
    router.on(.get, WirePath.readiness, by: .anyone) { request in
      do {
        try await store.check()
        return .privateJSON(["status": "ready"])
      } catch {
        logger.log(
          .error, "the store cannot read and write", traceID: request.traceID, LoggedError.members(of: error))
        throw Problem(
          status: 503, code: WireCode.storeUnavailable, detail: "The store does not respond.",
          fields: ["Retry-After": "5"])
      }
    }
    router.on(.get, WirePath.keySet, by: .anyone) { _ in
      var response = HTTPResponse.json(try await signingKeys.published())
      response.fields["Cache-Control"] = "public, max-age=\(SigningKeySchedule.publishedMaxAge)"
      response.fields["Content-Type"] = "application/jwk-set+json"
      return response
    }
    router.on(.get, WirePath.serverMetadata, by: .anyone) { _ in
      published(metadata.authorizationServer)
    }
    router.on(.get, WirePath.openIDMetadata, by: .anyone) { _ in published(metadata.openIDProvider) }
    router.on(.get, WirePath.configuration, by: .anyone) { request in
      var response = HTTPResponse.json(offer(try applications.named(request.applicationID())))
      // A header field names the application, so ``CrossOrigin`` adds it to `Vary`.
      response.fields["Cache-Control"] = "public, max-age=60"
      return response
    }
  }

  private func published(_ metadata: JSONObject) -> HTTPResponse {
    var response = HTTPResponse.json(.object(metadata))
    response.fields["Cache-Control"] = "public, max-age=300"
    return response
  }

  private func offer(_ application: Application) -> JSONValue {
    var members: JSONObject = [
      ConfigurationMembers.application: .string(application.id),
      ConfigurationMembers.name: .string(application.name),
      ConfigurationMembers.language: .text(application.language?.tag),
      ConfigurationMembers.methods: .strings(SignInMethods.names(offeredBy: application).map(\.rawValue)),
      ConfigurationMembers.directSignIn: .bool(application.signsInDirectly),
      ConfigurationMembers.signUp: .string(application.signUp.mode.rawValue),
      ConfigurationMembers.signInFirst: .string(application.signInFirst.rawValue),
      // The domains themselves would tell strangers whose users the application has.
      ConfigurationMembers.limitsEmailDomains: .bool(application.signUp.emailDomains != nil),
      ConfigurationMembers.passwordRules: nil, ConfigurationMembers.passwordIdentifiers: [],
      ConfigurationMembers.codeLength: nil, ConfigurationMembers.codeChannels: [],
      ConfigurationMembers.secondFactorCodes: .strings(
        application.secondFactor.codeChannels.map(\.rawValue)),
      ConfigurationMembers.photos: .bool(photos.areOffered),
    ]
    members.set(SignInMethods.published(application))
    members[ConfigurationMembers.terms] = application.terms.json
    let look = application.appearance
    members[ConfigurationMembers.appearance] = [
      ConfigurationMembers.color: .text(look.color?.text),
      ConfigurationMembers.logoURL: .text(
        AppearanceFiles(application).logoAddress.map { "\(metadata.origin)\($0)" }),
      ConfigurationMembers.title: look.title?.json ?? .null,
      ConfigurationMembers.text: look.text?.json ?? .null,
    ]
    return .object(members)
  }
}
