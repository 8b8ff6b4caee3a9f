import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The ways in which a user gets a new password.
enum TestPasswordChange: CaseIterable, Sendable {
  /// The session on the page continues.
  case onThePage
  /// The session of the app continues, and the session on the page ends.
  case inAnApp
  /// No session continues.
  case byReset

  private static let email = "ada@example.com"
  private static let new = "a new long password"

  /// A browser in which a new user with a password has signed in.
  static func browser(_ codes: TestCodes) async throws -> TestBrowser {
    _ = try await codes.registered(email)
    let browser = TestBrowser(codes.server)
    let answer = try await browser.send(
      .post, "/session/password/sign-in",
      ["identifier": .string(email), "password": .string(TestCodes.password)])
    try #require(answer.status == 200)
    return browser
  }

  /// Gives the user of ``browser(_:)`` a new password.
  func perform(_ codes: TestCodes, _ browser: TestBrowser) async throws {
    let body: JSONValue = [
      "current_password": .string(TestCodes.password), "new_password": .string(Self.new),
    ]
    let status: Int
    switch self {
    case .onThePage:
      status = try await browser.send(.post, "/session/password/change", body).status
      #expect(try await browser.isSignedIn)
    case .inAnApp:
      let session = try await codes.signIn(Self.email, password: TestCodes.password)
      status = try await codes.server.api.send(
        .post, "/v1/password/change", body, bearer: session.account
      ).status
    case .byReset:
      let challenge = try await codes.reset(Self.email)
      let code = try await codes.mailbox.next(to: Self.email, .passwordReset).code
      status = try await codes.confirm(challenge, code, Self.new).status
    }
    try #require(status == (self == .byReset ? 200 : 204))
  }
}
