import ChildProcesses
import Doorward
import DoorwardOpenSSL
import DoorwardTesting
import Encodings
import Foundation
import JOSE
import JOSESignatures
import NEAR
import NEARSignatures
import Testing

/// The samples of the guide to authentication: the token that an app sends to its backend, and the states.
@MainActor struct BackendSampleTests {
  private static let email = "ada@example.com"
  private static let number = "+4915123456789"

  /// The value of the header field in the sample.
  private func header(_ doorwardAuthState: DoorwardAuthState) -> String? {
    doorwardAuthState.user?.credential.accessToken
  }

  /// The kind of a state, with a value for each case of the guide.
  private func kind(_ state: DoorwardAuthState) -> String {
    switch state {
    case .authenticated(let user): "authenticated \(user.info.identities.count)"
    case .anonymous(let user): "anonymous \(user.info.identities.count)"
    case .guest(let guest): "guest \(guest.credential == nil ? "without" : "with") a credential"
    case .error(let error): "error \(error)"
    case .undetermined: "undetermined"
    }
  }

  @Test(.timeLimit(.minutes(2))) func tokensOfEachMethodVerifyWithTheServersKeys() async throws {
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "methods": ["password", "code", "siwe", "near", "anonymous"]}],
         "rate_limits": {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000},
         "near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}}
        """)
    let client = try Client(server)
    let doorward = client.doorward
    let keys = try await DoorwardTransport.standard.send(
      DoorwardRequest(url: "\(server.origin)/.well-known/jwks.json"))
    let verifier = JWTVerifier(
      keys: try JSONWebKeySet(JSONParser.parse(keys.body)), algorithms: [.es256],
      context: try OpenSSLContext())
    let policy = JWTPolicy.all([
      .type("at+jwt"), .issuer(server.origin), .audience("\(server.origin)/applications/default"), .time(),
    ])

    /// Signs in, and checks the token that the sample sends.
    func check(_ methods: [String], _ signIn: () async throws -> Void) async throws {
      try await doorward.signOut()
      #expect(header(doorward.authState) == nil)
      try await signIn()
      let token = try #require(header(doorward.authState), "\(methods)")
      let claims = try verifier.verify(token, policy: policy, at: Timestamp(Date())).claims
      #expect(claims.subject == doorward.currentUser?.id, "\(methods)")
      #expect(claims["amr"] == .strings(methods))
      #expect(token == (try await doorward.accessToken()))
    }

    #expect(kind(await doorward.ready()) == "guest without a credential")
    try await check(["anonymous"]) { try await doorward.anonymous.login() }
    #expect(kind(doorward.authState) == "anonymous 0")
    try await check(["siwe"]) { try await client.signIn() }
    #expect(kind(doorward.authState) == "authenticated 1")
    try await check(["near"]) {
      let (key, challenge) = (try NEARSecretKey.throwaway(), try await doorward.near.challenge())
      try await doorward.near.login(challenge, proof: key.proof(challenge))
    }
    try await check(["otp"]) { try await client.register(Self.email) }
    try await client.addPhoneNumber(Self.number)
    try await check(["pwd"]) {
      try await doorward.password.login(identifier: Self.email, password: Client.password)
    }
    try await check(["sms"]) {
      let challenge = try await doorward.code.send(phoneNumber: Self.number)
      let code = try #require(await server.code(to: Self.number))
      try await doorward.code.verify(challenge, code: code)
    }
    let (authenticator, added) = try await client.addAuthenticator()
    for (method, code) in [
      (SecondFactorMethod.totp, try authenticator.code(at: Date().addingTimeInterval(30))),
      (.recoveryCode, added.recoveryCodes[0]),
    ] {
      try await check(["pwd", method == .totp ? "otp" : "recovery_code"]) {
        let outcome = try await doorward.password.login(identifier: Self.email, password: Client.password)
        try await doorward.secondFactor.verify(outcome.secondFactor, code: code, by: method)
      }
    }
  }
}
