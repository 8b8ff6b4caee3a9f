import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import Testing

/// A caller without the right to upload gets the refusal after the head, so that the caller cannot make the server receive
/// megabytes.
@Suite("Admission of uploads") struct UploadAdmissionTests {
  /// A caller whose upload is refused by its head.
  enum Refused: CaseIterable {
    case noToken, malformedToken, accessToken, expiredToken, endedSession, anonymousUser, compressedBody
    case noPageSession, endedPageSession, otherOrigin, form

    var refusal: (status: Int, code: String) {
      switch self {
      case .noToken: (401, "missing_token")
      case .malformedToken, .accessToken, .expiredToken, .endedSession: (401, "invalid_token")
      case .anonymousUser: (403, "sign_up_required")
      case .compressedBody, .form: (415, "unsupported_media_type")
      case .noPageSession, .endedPageSession: (401, "signed_out")
      case .otherOrigin: (403, "cross_origin")
      }
    }

    var path: String {
      switch self {
      case .noPageSession, .endedPageSession, .otherOrigin, .form: "/session/user/photo"
      default: "/v1/user/photo"
      }
    }

    /// Makes the caller, with the header fields of an upload.
    func fields(_ server: TestServer) async throws -> HTTPFields {
      var fields: HTTPFields = ["Content-Type": "image/png"]
      switch self {
      case .noToken: break
      case .malformedToken: fields["Authorization"] = "Bearer x"
      case .accessToken:
        let session = try await EthereumTestWallet().signIn(server)
        fields["Authorization"] = "Bearer \(try #require(session["access_token"].string))"
      case .expiredToken:
        fields["Authorization"] = "Bearer \(try await EthereumTestWallet().signIn(server).account)"
        server.clock.advance(by: 961)
      case .endedSession:
        let token = try await EthereumTestWallet().signIn(server).account
        #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: token).status == 204)
        fields["Authorization"] = "Bearer \(token)"
      case .anonymousUser: fields["Authorization"] = "Bearer \(try await TestVisitor(server).account)"
      case .compressedBody:
        fields["Authorization"] = "Bearer \(try await EthereumTestWallet().signIn(server).account)"
        fields["Content-Encoding"] = "gzip"
      case .noPageSession: fields["Origin"] = server.origin
      case .endedPageSession:
        let browser = try await TestBrowser.signedIn(server)
        fields["Cookie"] = "doorward_session=\(try #require(await browser.session))"
        #expect(try await browser.send(.post, "/session/sign-out", [:]).status == 204)
        fields["Origin"] = server.origin
      case .otherOrigin: fields["Origin"] = "https://evil.example"
      case .form:
        fields["Origin"] = server.origin
        fields["Content-Type"] = "application/x-www-form-urlencoded"
      }
      return fields
    }
  }

  /// The announcements of a body that is not sent.
  private static let framings: [HTTPFields] = [
    ["Content-Length": "5000000"], ["Content-Length": "5000000", "Expect": "100-continue"],
    ["Content-Length": "500"], ["Transfer-Encoding": "chunked"],
    ["Transfer-Encoding": "chunked", "Expect": "100-continue"],
  ]

  private static func head(_ line: String, _ fields: HTTPFields...) -> String {
    let lines = fields.joined().map { "\($0.name): \($0.value)\r\n" }
    return "\(line) HTTP/1.1\r\nHost: localhost\r\n\(lines.joined())\r\n"
  }

  @Test(arguments: Refused.allCases)
  func refusalDoesNotWaitForTheBody(of caller: Refused) async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let fields = try await caller.fields(server)
      let address = server.server.accountAddress
      let answers = try await inParallel(Self.framings.count) { index in
        try await RawExchange.send(Self.head("PUT \(caller.path)", fields, Self.framings[index]), to: address)
      }
      for (framing, answer) in zip(Self.framings, answers) {
        let refusal = caller.refusal
        #expect(answer.hasPrefix("HTTP/1.1 \(refusal.status) "), "\(framing): \(answer)")
        #expect(answer.contains("\"code\":\"\(refusal.code)\""), "\(framing)")
        #expect(answer.contains("\r\nConnection: close\r\n"), "\(framing)")
      }
    }
  }

  @Test func everyRouteAnswersTheHeadOfALargeBody() async throws {
    try await TestServer.run { server in
      let fields: HTTPFields = [
        "Origin": server.origin, "Content-Type": "image/png", "Content-Length": "1000000",
      ]
      for route in server.server.accountRoutes.map(\.name) where !route.hasPrefix("GET ") {
        let line = route.replacing(/{[^}]*}/, with: "x")
        let answer = try await RawExchange.send(
          Self.head(line, fields), to: server.server.accountAddress)
        let isUpload = ["PUT /v1/user/photo", "PUT /session/user/photo"].contains(route)
        #expect(answer.hasPrefix(isUpload ? "HTTP/1.1 401 " : "HTTP/1.1 413 "), "\(route): \(answer)")
      }
    }
  }

  @Test func refusedUploadsTakeNoPlaces() async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      let address = server.server.accountAddress
      // The server receives at most 16 large bodies at the same time.
      let answers = try await inParallel(20) {
        try await RawExchange.send(
          Self.head("PUT /v1/user/photo", ["Content-Length": "5000000"])
            + String(repeating: "a", count: 200_000), to: address)
      }
      for answer in answers { #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)") }
      #expect(try await server.upload(try TestPhotos.image("large.jpg"), token).status == 200)
    }
  }

  @Test func callerReceivesTheRefusalWhileSendingTheLargestBody() async throws {
    try await TestServer.run { server in
      let image = [UInt8](repeating: 0, count: 10 << 20)
      let refused = try await server.upload(image, "x")
      #expect(refused.status == 401)
      #expect(refused.code == "invalid_token")
    }
  }

  @Test func uploadContinuesAfterItsHead() async throws {
    try await TestServer.run { server in
      let token = try await EthereumTestWallet().signIn(server).account
      let image = try TestPhotos.image("large.jpg")
      let answer = try await RawExchange.send(
        Self.upload(of: image, token), continuingWith: image, to: server.server.accountAddress)
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }
  }

  @Test func sessionThatEndsDuringTheUploadStoresNoPhoto() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let token = try await wallet.signIn(server).account
      let image = try TestPhotos.image("large.jpg")
      let answer = try await RawExchange.send(
        Self.upload(of: image, token), continuingWith: image, to: server.server.accountAddress
      ) { () async throws in
        #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: token).status == 204)
      }
      #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
      #expect(answer.contains("\"code\":\"invalid_token\""))
      let other = try await wallet.signIn(server).account
      #expect(try await server.api.send(.get, "/v1/user", bearer: other)["picture"] == .null)
    }
  }

  private static func upload(of image: [UInt8], _ token: String) -> String {
    head(
      "PUT /v1/user/photo",
      [
        "Authorization": "Bearer \(token)", "Content-Type": "image/jpeg", "Expect": "100-continue",
        "Content-Length": "\(image.count)", "Connection": "close",
      ])
  }
}
