import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import Encodings
import SoftwareAuthenticators
import Testing

/// Sign-ups and sign-ins with passkeys.
@Suite struct PasskeySignInTests {
  @Test("A passkey alone signs a new user up, and later signs the user in without a user name")
  func signUpAndSignIn() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      let options = try await passkey.registrationOptions(name: "Ada")
      #expect(options.status == 200 && options["rp"]["id"] == "example.org")
      #expect(options["user"]["name"] == "Ada")
      #expect(options["authenticatorSelection"]["residentKey"] == "required")
      let signedUp = try await passkey.register(passkey.registration(options))
      #expect(signedUp.status == 200 && signedUp["is_new_user"] == true)
      #expect(signedUp["user"]["name"] == "Ada")
      let claims = try signedUp.claims("access_token")
      // The authenticator has verified the user, so the passkey is two factors.
      #expect(claims["amr"] == ["passkey"] && claims["acr"] == "urn:doorward:acr:second-factor")
      let identity = signedUp["user"]["identities"]?.array?.first
      #expect(identity?["type"] == "passkey" && identity?["identifier"]?.string == passkey.id)
      #expect(identity?["name"] == "Passkey" && identity?["backed_up"] == false)

      let challenge = try await passkey.authenticationOptions()
      #expect(challenge["allowCredentials"].array?.isEmpty ?? true)
      let signedIn = try await passkey.signIn(passkey.authentication(challenge))
      #expect(signedIn.status == 200 && signedIn["is_new_user"] == false)
      #expect(signedIn["user"]["id"] == signedUp["user"]["id"])
    }
  }

  @Test("A sign-up with an idempotency key is answered again, and makes one user")
  func repeatedSignUp() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      let body = JSONValue.object(try await passkey.registration(passkey.registrationOptions()))
      let key: HTTPFields = ["Idempotency-Key": "sign-up"]
      let path = "/v1/passkeys/registration"
      let first = try await server.api.send(.post, path, body, fields: key)
      let second = try await server.api.send(.post, path, body, fields: key)
      #expect(first.status == 200 && second.status == 200)
      #expect(first["session_id"] == second["session_id"] && first["user"]["id"] == second["user"]["id"])
      let other = try await server.api.send(.post, path, body, fields: ["Idempotency-Key": "another"])
      #expect(other.status != 200)
    }
  }

  @Test("The user handle of a passkey is the id of its user")
  func userHandle() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      let session = try await passkey.signUp()
      let list = try await server.api.send(.get, "/v1/passkeys", bearer: session.account)
      #expect(list["user_handle"].string == passkey.authenticator.userHandle.map { Base64URL.encode($0) })
      #expect(list["rp_id"] == "example.org" && list["items"].array?.count == 1)
    }
  }

  @Test("A passkey is named after its authenticator")
  func model() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      passkey.authenticator.aaguid = try Hex.decode("ea9b8d664d011d213ce4b6b48cb575d4")
      let identity = try await passkey.signUp()["user"]["identities"]?.array?.first
      #expect(identity?["name"] == "Google Password Manager")
      #expect(identity?["aaguid"] == "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4")
    }
  }

  @Test("A sign-in updates the counter and the backup state")
  func updates() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      passkey.authenticator.flags |= 1 << 3
      passkey.authenticator.signCount = 5
      let session = try await passkey.signUp()
      #expect(session["user"]["identities"]?.array?.first?["backup_eligible"] == true)
      passkey.authenticator.flags |= 1 << 4
      #expect(try await passkey.signIn().status == 200)
      let items = try await server.api.send(.get, "/v1/passkeys", bearer: session.account)["items"].array
      #expect(items?.first?["backed_up"] == true && items?.first?["last_used_at"] != .null)
      passkey.authenticator.signCount = 3
      let clone = try await passkey.signIn()
      #expect(clone.status == 401 && clone.code == "possible_clone")
    }
  }

  @Test("A sign-in that waited for the second factor does not set the counter back")
  func waitingSignIn() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      passkey.authenticator.signCount = 5
      let session = try await passkey.signUp()
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      // Without the verification of the user, the passkey is one factor.
      passkey.authenticator.flags = 0b001
      func finish(_ waiting: TestAPI.Answer) async throws -> Int {
        #expect(waiting.code == "second_factor_required")
        server.clock.advance(by: 30)
        return try await server.api.verify(waiting, authenticator.nextCode(), binding: passkey.binding).status
      }
      let first = try await passkey.signIn()
      server.clock.advance(by: 1)
      #expect(try await finish(try await passkey.signIn()) == 200)
      #expect(try await finish(first) == 200)
      // The counter is 7 by now. A clone of the passkey from before would show 7 next.
      passkey.authenticator.signCount = 6
      let clone = try await passkey.signIn()
      #expect(clone.status == 401 && clone.code == "possible_clone")
    }
  }

  @Test("A passkey whose authenticator has not verified the user is one factor")
  func withoutVerification() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      _ = try await passkey.signUp()
      passkey.authenticator.flags = 0b001
      let claims = try await passkey.signIn().claims("access_token")
      #expect(claims["acr"] == "urn:doorward:acr:passkey")
    }
    try await TestServer.run(TestPasskey.settings(["second_factor": ["required": true]])) { server in
      var passkey = try TestPasskey(server)
      #expect(try await passkey.signUp().status == 200)
      passkey.authenticator.flags = 0b001
      #expect(try await passkey.signIn().code == "second_factor_required")
    }
  }

  @Test(
    "A sign-up with a passkey alone needs a verified user, whatever the application wants",
    arguments: ["required", "preferred", "discouraged"])
  func signUpNeedsVerification(_ wanted: String) async throws {
    let passkeys: JSONValue = [
      "rp_id": "example.org", "origins": ["https://example.org"], "user_verification": .string(wanted),
    ]
    try await TestServer.run(TestPasskey.settings(["passkeys": passkeys])) { server in
      var passkey = try TestPasskey(server, isVerifying: false)
      let options = try await passkey.registrationOptions()
      #expect(options["authenticatorSelection"]["userVerification"] == "required")
      let refused = try await passkey.register(passkey.registration(options))
      #expect(refused.status == 401 && refused.code == "user_not_verified")
      // No user has signed up: the same passkey is free for a user who is verified.
      passkey.authenticator.flags = 0b101
      let session = try await passkey.signUp()
      #expect(session.status == 200)

      // A user who has another way to sign in adds a passkey as the application wants it.
      var added = try TestPasskey(server, isVerifying: false)
      let addition = try await added.registrationOptions(bearer: session.account)
      #expect(addition["authenticatorSelection"]["userVerification"] == .string(wanted))
      let answer = try await added.register(added.registration(addition), bearer: session.account)
      #expect(answer.status == (wanted == "required" ? 401 : 200))
    }
  }

  @Test("An application that requires verification refuses an authenticator without it at each sign-in")
  func requiredVerification() async throws {
    let passkeys: JSONValue = [
      "rp_id": "example.org", "origins": ["https://example.org"], "user_verification": "required",
    ]
    try await TestServer.run(TestPasskey.settings(["passkeys": passkeys])) { server in
      var passkey = try TestPasskey(server)
      #expect(try await passkey.signUp().status == 200)
      passkey.authenticator.flags = 0b001
      let answer = try await passkey.signIn()
      #expect(answer.status == 401 && answer.code == "user_not_verified")
    }
  }

  @Test("An application without passkeys has no such sign-in")
  func notOffered() async throws {
    let settings: JSONObject = ["applications": [["id": "default", "methods": ["siwe"]]]]
    try await TestServer.run(settings) { server in
      let passkey = try TestPasskey(server)
      let answer = try await passkey.authenticationOptions()
      #expect(answer.status == 403 && answer.code == "method_not_offered")
    }
  }

  @Test("The hosted page signs a user up and in with a passkey")
  func page() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      let browser = TestBrowser(server)
      var passkey = try TestPasskey(server)
      let options = try await browser.send(.post, "/session/passkeys/registration/options", [:])
      var body = try passkey.registration(options)
      body["binding_secret"] = nil
      #expect(try await browser.send(.post, "/session/passkeys/registration", .object(body)).status == 200)
      #expect(try await browser.send(.get, "/session/passkeys")["items"].array?.count == 1)
      let other = TestBrowser(server)
      var answer = try await passkey.authentication(
        other.send(.post, "/session/passkeys/authentication/options", [:]))
      answer["binding_secret"] = nil
      // Another browser cannot finish the sign-in.
      let stolen = try await browser.send(.post, "/session/passkeys/authentication", .object(answer))
      #expect(stolen.status == 401)
      #expect(try await other.send(.post, "/session/passkeys/authentication", .object(answer)).status == 200)
    }
  }
}
