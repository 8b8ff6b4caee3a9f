import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("Outgoing requests", .timeLimit(.minutes(5)))
struct OutgoingHTTPTests {
  @Test("Requests and responses are transferred unchanged")
  func roundTrip() async throws {
    try await withServer(responder: { request in
      let seen = ["Content-Type", "X-One", "User-Agent", "Expect", "Accept-Encoding", "Content-Length"]
        .map { "\($0)=\(request.fields[$0] ?? "-")" }
      return HTTPResponse(
        status: 201, fields: ["X-Seen": seen.joined(separator: ","), "Content-Type": "application/json"],
        body: Array("\(request.method) \(request.path)?\(request.query ?? "") ".utf8) + request.body)
    }) { server in
      let response = try await OutgoingHTTPClient.loopback().send(
        OutgoingRequest(
          method: .post, url: server.url("/rpc?a=%2F"),
          fields: ["Content-Type": "application/json", "X-One": "1", "Content-Length": "99"],
          body: Array("{}".utf8)))
      #expect(response.status == 201)
      #expect(String(decoding: response.body, as: UTF8.self) == "POST /rpc?a=%2F {}")
      #expect(response.fields["content-type"] == "application/json")
      let seen =
        "Content-Type=application/json,X-One=1,User-Agent=Doorward,Expect=-,Accept-Encoding=-,Content-Length=2"
      #expect(response.fields["X-Seen"] == seen)
    }
  }

  @Test("The defaults are 5 seconds, 200,000 bytes and public addresses (case 22)")
  func defaults() async throws {
    let configuration = OutgoingHTTPConfiguration()
    #expect(configuration.timeout == .seconds(5) && configuration.connectTimeout == .seconds(5))
    #expect(!configuration.allowPrivateAddresses && configuration.proxy == .none)
    for (bytes, isAccepted) in [(200_000, true), (200_001, false)] {
      try await withServer(responder: { _ in
        HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: bytes))
      }) { server in
        let answer = try? await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: server.url("/")))
        #expect((answer != nil) == isAccepted)
      }
    }
  }

  @Test(
    "Every method is sent, with and without a body",
    arguments: [
      (HTTPMethod.get, ""), (.post, ""), (.post, "a"), (.put, "a"), (.patch, "a"), (.delete, ""),
      (.delete, "a"), (.options, ""),
    ])
  func methods(_ method: HTTPMethod, _ body: String) async throws {
    try await withServer { server in
      let response = try await OutgoingHTTPClient.loopback().send(
        OutgoingRequest(method: method, url: server.url("/"), body: Array(body.utf8)))
      #expect(response.status == 200)
      #expect(response.fields["X-Method"] == method.rawValue)
      #expect(response.body == Array(body.utf8))
    }
  }

  @Test("A response to HEAD has no body")
  func head() async throws {
    try await withServer(responder: { _ in .text("four") }) { server in
      let response = try await OutgoingHTTPClient.loopback().send(
        OutgoingRequest(method: .head, url: server.url("/")))
      #expect(response.status == 200)
      #expect(response.fields["Content-Length"] == "4")
      #expect(response.body.isEmpty)
    }
  }

  @Test("A binary body with NUL bytes is transferred completely")
  func binary() async throws {
    try await withServer { server in
      let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      let response = try await OutgoingHTTPClient.loopback().send(
        OutgoingRequest(method: .post, url: server.url("/"), body: body))
      #expect(response.body == body)
    }
  }

  @Test("A redirect is returned and not followed", arguments: [301, 302, 303, 307, 308])
  func redirect(_ status: Int) async throws {
    try await withServer { server in
      try await withServer(responder: { _ in .redirect(server.url("/stolen"), status: status) }) {
        redirecting in
        let response = try await OutgoingHTTPClient.loopback().send(
          OutgoingRequest(url: redirecting.url("/")))
        #expect(response.status == status)
        #expect(response.fields["Location"] == server.url("/stolen"))
      }
      #expect(server.served.isEmpty)
    }
  }

  @Test("A proxy is used only if it is configured")
  func proxy() async throws {
    try await withServer(responder: { .text("\($0.fields["Host"] ?? "") \($0.path)") }) { proxy in
      let client = OutgoingHTTPClient(
        {
          var configuration = OutgoingHTTPConfiguration()
          configuration.timeout = WaitLimit.limit
          configuration.proxy = .url("http://\(proxy.address)")
          return configuration
        }())
      let response = try await client.send(OutgoingRequest(url: "http://somewhere.invalid/path"))
      #expect(String(decoding: response.body, as: UTF8.self) == "somewhere.invalid /path")
    }
  }
}
