import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSystem
import Encodings
import Testing

@Suite("Problems (RFC 9457)")
struct ProblemTests {
  private func document(_ response: HTTPResponse) throws -> JSONValue {
    try JSONParser.parse(response.body)
  }

  @Test("A problem has all members and its media type, and caches must not store it")
  func members() throws {
    let problem = Problem(
      status: 429, code: "rate_limited", detail: "Say \"later\".", members: [.init("retry_after", 7)],
      fields: ["Retry-After": "7"])
    let response = problem.response(traceID: "0123")
    let json = try document(response)
    #expect(response.status == 429)
    #expect(response.fields["Content-Type"] == "application/problem+json")
    #expect(response.fields["Cache-Control"] == "no-store")
    #expect(response.fields["Retry-After"] == "7")
    #expect(json["type"]?.string == "about:blank")
    #expect(json["title"]?.string == "Too Many Requests")
    #expect(json["status"]?.int64 == 429)
    #expect(json["detail"]?.string == "Say \"later\".")
    #expect(json["code"]?.string == "rate_limited")
    #expect(json["trace_id"]?.string == "0123")
    #expect(json["retry_after"]?.int64 == 7)
  }

  @Test("Further members cannot replace the standard ones")
  func reservedMembers() throws {
    let problem = Problem(
      status: 400, code: "a", detail: "b",
      members: [.init("status", 200), .init("code", "c"), .init("trace_id", "d")])
    let json = try document(problem.response(traceID: "t"))
    #expect(json["status"]?.int64 == 400)
    #expect(json["code"]?.string == "a")
    #expect(json["trace_id"]?.string == "t")
  }

  @Test(
    "A problem has a form for OAuth (RFC 6749 §5.2)",
    arguments: [
      (400, "invalid_grant", "invalid_grant"), (401, "bad_key", "invalid_client"),
      (400, "malformed_json", "invalid_request"),
      (415, "unsupported_media_type", "invalid_request"),
      (503, "store_unavailable", "temporarily_unavailable"),
      (500, "internal_error", "server_error"), (429, "rate_limited", "temporarily_unavailable"),
    ])
  func oauth(_ status: Int, _ code: String, _ error: String) throws {
    let response = Problem(status: status, code: code, detail: "Wörter \"and\" \\ more").oauthResponse(
      traceID: "t")
    let json = try document(response)
    #expect(response.status == status)
    #expect(response.fields["Content-Type"] == "application/json")
    #expect(json["error"]?.string == error)
    // The description may contain only printable ASCII without quotes and backslashes.
    #expect(json["error_description"]?.string == "W?rter 'and' ' more")
    #expect(json["code"]?.string == code)
    #expect(json["trace_id"]?.string == "t")
  }

  @Test("A service answers a problem in the form of its path, and any other error with a 500 without details")
  func service() async throws {
    struct Secret: Error { let password = "hunter2" }
    var router = Router()
    router.on(.post, "/v1/token") { _ in throw Problem(status: 400, code: "invalid_grant", detail: "No.") }
    router.on(.get, "/broken") { _ in throw Secret() }
    let failures = Monitor(0)
    let service = HTTPService(
      router: router, responseSteps: [SecurityHeaders(strictTransportSecurity: 60)],
      oauthPaths: ["/v1/token"],
      traceID: { "trace" }, onFailure: { _, _ in failures.withLock { $0 += 1 } })

    let token = await service.respond(to: HTTPRequest(method: .post, path: "/v1/token"))
    #expect(try document(token)["error"]?.string == "invalid_grant")
    let wrongMethod = await service.respond(to: HTTPRequest(method: .get, path: "/v1/token"))
    #expect(wrongMethod.status == 405)
    #expect(wrongMethod.fields["Allow"] == "OPTIONS, POST")
    #expect(try document(wrongMethod)["error"]?.string == "invalid_request")
    let refused = await service.refuse(
      HTTPRequest(method: .post, path: "/v1/token"),
      with: Problem(status: 413, code: "body_too_large", detail: "No."))
    #expect(refused.status == 413)
    #expect(try document(refused)["code"]?.string == "body_too_large")

    #expect(failures.withLock { $0 } == 0)
    let broken = await service.respond(to: HTTPRequest(method: .get, path: "/broken"))
    #expect(broken.status == 500)
    #expect(!String(decoding: broken.body, as: UTF8.self).contains("hunter2"))
    #expect(try document(broken)["trace_id"]?.string == "trace")
    #expect(failures.withLock { $0 } == 1)
    for response in [token, wrongMethod, refused, broken] {
      #expect(response.fields["X-Content-Type-Options"] == "nosniff")
      #expect(response.fields["Strict-Transport-Security"] == "max-age=60; includeSubDomains")
    }
  }

  @Test("Trace ids are 32 hexadecimal digits and unique")
  func traceIDs() {
    let ids = (0..<1000).map { _ in TraceID.random() }
    #expect(Set(ids).count == 1000)
    #expect(ids.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
  }
}
