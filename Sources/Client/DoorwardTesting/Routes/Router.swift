import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import WebAuthn

extension DoorwardTestServer {
  /// The calls of the SDK, except those of the browser sign-in and of device codes, and the keys for the app's
  /// backends.
  nonisolated var router: Router {
    var router = Router()
    router.on(.get, WirePath.keySet) { _ in try await self.keySet() }
    router.on(.get, WirePath.configuration) { request in try await self.configuration(request) }
    router.on(.post, WirePath.ethereumMessage) { request in try await self.ethereumMessage(request) }
    router.on(.post, WirePath.ethereumSignIn) { try await self.signIn($0, EthereumProof.self) }
    router.on(.post, WirePath.ethereumLink) { request in
      try await self.link(request, EthereumProof.self)
    }
    router.on(.post, WirePath.nearChallenge) { request in try await self.nearChallenge(request) }
    router.on(.post, WirePath.nearSignIn) { try await self.signIn($0, NearProofBody.self) }
    router.on(.post, WirePath.nearLink) { request in try await self.link(request, NearProofBody.self) }
    router.on(.post, WirePath.passwordStrength) { request in try await self.passwordStrength(request) }
    router.on(.post, WirePath.passwordSignUp) { try await self.signUp($0) }
    router.on(.post, WirePath.passwordSignIn) { try await self.signInByPassword($0) }
    router.on(.post, WirePath.passwordChange) { request in try await self.changePassword(request) }
    router.on(.post, WirePath.passwordReset) { request in try await self.resetPassword(request) }
    router.on(.post, WirePath.passwordResetConfirm) { try await self.confirmReset($0) }
    router.on(.post, WirePath.codeSend) { request in try await self.sendCode(request) }
    router.on(.post, WirePath.codeSignIn) { try await self.signInByCode($0) }
    router.on(.post, WirePath.codeVerify) { try await self.verifyCode($0) }
    router.on(.post, WirePath.passkeyRegistrationOptions) { request in
      try await self.passkeyCreationOptions(request)
    }
    router.on(.post, WirePath.passkeyRegistration) { try await self.registerPasskey($0) }
    router.on(.post, WirePath.passkeyAuthenticationOptions) { request in
      try await self.passkeyRequestOptions(request)
    }
    router.on(.post, WirePath.passkeyAuthentication) { try await self.signInByPasskey($0) }
    router.on(.get, WirePath.passkeys) { request in try await self.listPasskeys(request) }
    router.on(.patch, WirePath.passkey) { try await self.renamePasskey($0, $0.pathParameters["id"]) }
    router.on(.delete, WirePath.passkey) {
      try await self.unlink($0, $0.pathParameters["id"], of: WireIdentity.Kind.passkey)
    }
    router.on(.post, WirePath.secondFactorVerify) { try await self.verifySecondFactor($0) }
    router.on(.post, WirePath.secondFactorEnroll) { request in try await self.enroll(request) }
    router.on(.get, WirePath.secondFactors) { request in try await self.listSecondFactors(request) }
    router.on(.post, WirePath.totp) { request in try await self.addAuthenticator(request) }
    router.on(.post, WirePath.totpConfirm) { request in try await self.confirmAuthenticator(request) }
    router.on(.post, WirePath.codeFactor) { request in try await self.chooseCode(request) }
    router.on(.delete, WirePath.secondFactor) {
      try await self.removeSecondFactor($0, $0.pathParameters["id"])
    }
    router.on(.post, WirePath.recoveryCodes) { request in try await self.replaceRecoveryCodes(request) }
    router.on(.post, WirePath.anonymous) { try await self.anonymous($0) }
    router.on(.post, WirePath.guest) { request in try await self.guest(request) }
    router.on(.post, WirePath.token) { request in try await self.refresh(request) }
    router.on(.post, WirePath.revoke) { request in try await self.revoke(request) }
    router.on(.post, WirePath.signOut) { request in try await self.signOut(request) }
    router.on(.get, WirePath.sessions) { request in try await self.listSessions(request) }
    router.on(.delete, WirePath.session) { try await self.deleteSession($0, $0.pathParameters["id"]) }
    router.on(.get, WirePath.user) { request in try await self.readUser(request) }
    router.on(.patch, WirePath.user) { request in try await self.patchUser(request) }
    router.on(.delete, WirePath.user) { request in try await self.removeUser(request) }
    router.on(.put, WirePath.userPhoto) { request in try await self.setPhoto(request) }
    router.on(.delete, WirePath.userPhoto) { request in try await self.removePhoto(request) }
    router.on(.get, WirePath.photo) { try await self.photo($0, $0.pathParameters["id"]) }
    router.on(.get, WirePath.activity) { request in try await self.listActivity(request) }
    router.on(.get, WirePath.export) { request in try await self.exportUser(request) }
    router.on(.get, WirePath.identities) { request in try await self.listIdentities(request) }
    router.on(.delete, WirePath.identity) { try await self.unlink($0, $0.pathParameters["id"]) }
    return router
  }

  private func keySet() throws -> HTTPResponse {
    var response = HTTPResponse.json(.object(try jwks()))
    response.fields["Cache-Control"] = "public, max-age=300"
    response.fields["Content-Type"] = "application/jwk-set+json"
    return response
  }

  private static func texts(_ texts: [String: String]) -> JSONValue {
    texts.isEmpty
      ? .null : .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }

  private func configuration(_ request: HTTPRequest) throws -> HTTPResponse {
    try requireApplication(request)
    let offer = application.offer
    var members: JSONObject = [
      ConfigurationMembers.application: .string(application.id),
      ConfigurationMembers.name: .string(offer.name),
      ConfigurationMembers.language: .text(offer.language),
      ConfigurationMembers.appearance: [
        ConfigurationMembers.color: .text(offer.color), ConfigurationMembers.logoURL: .text(offer.logoURL),
        ConfigurationMembers.title: Self.texts(offer.signInTitle),
        ConfigurationMembers.text: Self.texts(offer.signInText),
      ],
      ConfigurationMembers.methods: .strings(application.methods),
      ConfigurationMembers.directSignIn: true, ConfigurationMembers.signUp: .string(offer.signUp),
      ConfigurationMembers.signInFirst: .string(offer.signInFirst),
      ConfigurationMembers.limitsEmailDomains: .bool(offer.emailDomains != nil),
      ConfigurationMembers.passwordRules: nil, ConfigurationMembers.codeLength: nil,
      ConfigurationMembers.chains: .array(
        (application.offers(WireMethod.ethereum) ? offer.chains : []).map {
          [
            ConfigurationMembers.chainID: .integer($0),
            ConfigurationMembers.chainName: .string($0 == 1 ? "Ethereum" : "Chain \($0)"),
          ]
        }),
      ConfigurationMembers.networks: .strings(application.offers(WireMethod.near) ? offer.networks : []),
      ConfigurationMembers.passwordIdentifiers: [], ConfigurationMembers.codeChannels: [],
      ConfigurationMembers.secondFactorCodes: .strings(offer.secondFactorCodeChannels),
      ConfigurationMembers.photos: .bool(offer.acceptsPhotos),
      ConfigurationMembers.terms: [
        ConfigurationMembers.termsURL: nil, ConfigurationMembers.privacyURL: nil,
      ],
    ]
    if application.offers(WireMethod.password) {
      members[ConfigurationMembers.passwordRules] = application.passwordRules.json
      members[ConfigurationMembers.passwordIdentifiers] = .strings(offer.passwordIdentifiers)
    }
    if application.offers(WireMethod.code) {
      members[ConfigurationMembers.codeLength] = .integer(Int64(OneTimeCode.length))
      members[ConfigurationMembers.codeChannels] = .strings(offer.codeChannels)
    }
    if let party = application.passkeyParty {
      members[ConfigurationMembers.passkeys] = [WirePasskeyList.Members.relyingPartyID: .string(party.id)]
    }
    var response = HTTPResponse.json(.object(members))
    response.fields["Cache-Control"] = "public, max-age=60"
    return response
  }
}
