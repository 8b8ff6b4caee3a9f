import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("Routing")
struct RouterTests {
  private static let router: Router = {
    var router = Router()
    let say = { (name: String) -> HTTPHandler in
      { request in
        let parameters = request.pathParameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return .text(([name] + parameters).joined(separator: " "))
      }
    }
    router.on(.get, "/", say("root"))
    router.on(.get, "/v1/users/{id}", say("user"))
    router.on(.delete, "/v1/users/{id}", say("delete"))
    router.on(.post, "/v1/users/{user}/ban", say("ban"))
    router.on(.get, "/v1/users/me", say("me"))
    router.on(.get, "/v1/users/me/photo", say("photo"))
    router.on(.get, "/a/{x}/{y}", say("two"))
    router.on(.get, "/assets/{path...}", say("asset"))
    router.on(.get, "/assets/index", say("index"))
    router.on(.head, "/own-head", { _ in HTTPResponse(status: 200, fields: ["X-Own": "yes"]) })
    router.on(.options, "/own-options", say("options"))
    return router
  }()

  private func respond(_ method: HTTPMethod, _ path: String) async throws -> HTTPResponse {
    try await Self.router.respond(to: HTTPRequest(method: method, path: path))
  }

  @Test(
    "The most literal pattern with the method is used",
    arguments: [
      (HTTPMethod.get, "/", "root"), (.get, "/v1/users/7", "user id=7"), (.get, "/v1/users/me", "me"),
      (.delete, "/v1/users/me", "delete id=me"), (.post, "/v1/users/me/ban", "ban user=me"),
      (.get, "/v1/users/me/photo", "photo"), (.get, "/a/b/c", "two x=b y=c"),
      (.get, "/assets/a", "asset path=a"),
      (.get, "/assets/a/b/c", "asset path=a/b/c"), (.get, "/assets/index", "index"),
      (.get, "/v1/users/a%20b", "user id=a b"),
      (.get, "/v1/users/%F0%9F%94%91", "user id=🔑"),
      (.options, "/own-options", "options"),
    ])
  func matches(_ method: HTTPMethod, _ path: String, _ expected: String) async throws {
    #expect(try await String(decoding: respond(method, path).body, as: UTF8.self) == expected)
  }

  @Test(
    "A path without a route is 404",
    arguments: [
      "/v1", "/v1/users", "/v1/users/", "/v1/users/7/", "/v1//users/7", "//", "/v1/users/7/x", "/a/b",
      "/a/b/", "/assets",
      "/assets/", "/assets/a//b", "/V1/users/7", "/assets/index/",
    ])
  func notFound(_ path: String) async {
    await #expect(throws: Problem(status: 404, code: "not_found", detail: "")) {
      try await respond(.get, path)
    }
  }

  @Test(
    "A known path with another method is 405 with the methods of all its patterns",
    arguments: [
      ("/v1/users/7", "DELETE, GET, HEAD, OPTIONS"), ("/v1/users/me", "DELETE, GET, HEAD, OPTIONS"),
      ("/v1/users/me/ban", "OPTIONS, POST"), ("/assets/x/y", "GET, HEAD, OPTIONS"),
    ])
  func methodNotAllowed(_ path: String, _ allow: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await respond(.put, path) }
    #expect(problem?.status == 405)
    #expect(problem?.fields["Allow"] == allow)
  }

  @Test("HEAD is GET without the body, unless it has its own route")
  func head() async throws {
    let response = try await respond(.head, "/v1/users/7")
    #expect(response.body.isEmpty)
    #expect(response.fields["Content-Length"] == "9")
    #expect(try await respond(.head, "/own-head").fields["X-Own"] == "yes")
  }

  @Test("OPTIONS is 204 with Allow")
  func options() async throws {
    let response = try await respond(.options, "/v1/users/7")
    #expect(response.status == 204)
    #expect(response.fields["Allow"] == "DELETE, GET, HEAD, OPTIONS")
    #expect(try await respond(.options, "*").status == 204)
  }

  @Test("The cost of a long path depends on the depth of the patterns only")
  func longPath() async {
    let path = "/a" + String(repeating: "/x", count: 100_000)
    await #expect(throws: Problem(status: 404, code: "not_found", detail: "")) {
      try await respond(.get, path)
    }
  }
}
