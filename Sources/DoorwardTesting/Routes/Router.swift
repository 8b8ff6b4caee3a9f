import DoorwardHTTP
import Encodings

extension DoorwardTestServer {
  /// The calls of the SDK, but for those of the browser sign-in and of device codes, and the keys for the app's
  /// backends.
  nonisolated var router: Router {
    var router = Router()
    router.on(.get, "/.well-known/jwks.json") { _, _ in try await self.keySet() }
    router.on(.get, "/v1/config") { request, _ in try await self.config(request) }
    router.on(.post, "/v1/ethereum/message") { request, _ in try await self.ethereumMessage(request) }
    router.on(.post, "/v1/ethereum/sign-in") { try await self.signIn($0, $1, EthereumProof.self) }
    router.on(.post, "/v1/ethereum/link") { request, _ in try await self.link(request, EthereumProof.self) }
    router.on(.post, "/v1/near/challenge") { request, _ in try await self.nearChallenge(request) }
    router.on(.post, "/v1/near/sign-in") { try await self.signIn($0, $1, NearProofBody.self) }
    router.on(.post, "/v1/near/link") { request, _ in try await self.link(request, NearProofBody.self) }
    router.on(.post, "/v1/anonymous") { try await self.anonymous($0, $1) }
    router.on(.post, "/v1/guest") { request, _ in try await self.guest(request) }
    router.on(.post, "/v1/token") { request, _ in try await self.refresh(request) }
    router.on(.post, "/v1/revoke") { request, _ in try await self.revoke(request) }
    router.on(.post, "/v1/sign-out") { request, _ in try await self.signOut(request) }
    router.on(.get, "/v1/sessions") { request, _ in try await self.listSessions(request) }
    router.on(.delete, "/v1/sessions/{id}") { try await self.deleteSession($0, $1.pathParameters["id"]) }
    router.on(.get, "/v1/user") { request, _ in try await self.readUser(request) }
    router.on(.patch, "/v1/user") { request, _ in try await self.patchUser(request) }
    router.on(.delete, "/v1/user") { request, _ in try await self.removeUser(request) }
    router.on(.get, "/v1/user/export") { request, _ in try await self.exportUser(request) }
    router.on(.get, "/v1/user/identities") { request, _ in try await self.listIdentities(request) }
    router.on(.delete, "/v1/user/identities/{id}") { try await self.unlink($0, $1.pathParameters["id"]) }
    return router
  }

  private func keySet() throws -> HTTPResponse {
    var response = HTTPResponse.json(.object(try jwks()))
    response.fields["Cache-Control"] = "public, max-age=300"
    response.fields["Content-Type"] = "application/jwk-set+json"
    return response
  }

  private func config(_ request: HTTPRequest) throws -> HTTPResponse {
    try requireApplication(request)
    let offer = application.offer
    let known = ["siwe", "near", "anonymous", "guest"]
    var response = HTTPResponse.json([
      "application": .string(application.id), "name": .string(offer.name),
      "methods": .strings(known.filter(offer.methods.contains)), "direct_sign_in": true,
      "password_rules": nil,
      "code_length": nil,
      "chains": .array(
        offer.chains.map { ["id": .integer($0), "name": .string($0 == 1 ? "Ethereum" : "Chain \($0)")] }),
      "networks": .strings(offer.networks), "terms": ["terms_url": nil, "privacy_url": nil],
    ])
    response.fields["Cache-Control"] = "public, max-age=60"
    return response
  }
}
