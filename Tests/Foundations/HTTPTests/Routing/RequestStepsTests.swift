import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("Request steps")
struct RequestStepsTests {
  private struct Mark: RequestCheck, ErrorStep, ResponseStep {
    let name: String
    var refuses = false
    var answer: Answer = .nothing

    enum Answer { case nothing, response, otherError }

    func check(_ request: HTTPRequest) throws {
      if refuses { throw Self.problem(name) }
    }

    func response(to error: any Error, of request: HTTPRequest) throws
      -> HTTPResponse?
    {
      switch answer {
      case .nothing: return nil
      case .response: return .text("\(name) answers \((error as? Problem)?.code ?? "")")
      case .otherError: throw Self.problem(name)
      }
    }

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
      response.fields.append("X-Seen", name)
    }

    static func problem(_ code: String) -> Problem { Problem(status: 403, code: code, detail: "Refused.") }
  }

  private static let router: Router = {
    var router = Router()
    router.on(.get, "/") { _ in .text("route") }
    router.on(.get, "/refused") { _ in throw Mark.problem("route") }
    return router
  }()

  private func answer(_ service: HTTPService, _ path: String = "/") async throws -> (
    text: String, seen: [String]
  ) {
    let response = await service.respond(to: HTTPRequest(method: .get, path: path))
    return (String(decoding: response.body, as: UTF8.self), response.fields.values(for: "X-Seen"))
  }

  @Test("Response steps run in their order, also after an error")
  func responseSteps() async throws {
    let service = HTTPService(
      router: Self.router, responseSteps: [Mark(name: "a"), Mark(name: "b")])
    #expect(try await answer(service) == ("route", ["a", "b"]))
    #expect(try await answer(service, "/refused").seen == ["a", "b"])
    let refused = await service.refuse(
      HTTPRequest(method: .get, path: "/"), with: Mark.problem("transport"))
    #expect(refused.fields.values(for: "X-Seen") == ["a", "b"])
  }

  @Test("The first check that refuses a request decides, and the route does not run")
  func checks() async throws {
    let service = HTTPService(
      router: Self.router,
      checks: [Mark(name: "a"), Mark(name: "b", refuses: true), Mark(name: "c", refuses: true)])
    #expect(try await answer(service).text.contains(#""code":"b""#))
  }

  @Test("The first error step with a response answers the error of a check or a route")
  func errorSteps() async throws {
    let steps: [any ErrorStep] = [
      Mark(name: "a"), Mark(name: "b", answer: .response), Mark(name: "c", answer: .response),
    ]
    let service = HTTPService(router: Self.router, errorSteps: steps)
    #expect(try await answer(service).text == "route")
    #expect(try await answer(service, "/refused").text == "b answers route")
    let refused = await service.refuse(
      HTTPRequest(method: .get, path: "/"), with: Mark.problem("transport"))
    #expect(String(decoding: refused.body, as: UTF8.self) == "b answers transport")
    let checked = HTTPService(
      router: Self.router, checks: [Mark(name: "check", refuses: true)], errorSteps: steps)
    #expect(try await answer(checked).text == "b answers check")
  }

  @Test("An error step can put another error in the place of an error")
  func otherError() async throws {
    let replacing: any ErrorStep = Mark(name: "a", answer: .otherError)
    let answering: any ErrorStep = Mark(name: "b", answer: .response)
    let service = HTTPService(router: Self.router, errorSteps: [replacing, answering])
    #expect(try await answer(service, "/refused").text == "b answers a")
    let alone = HTTPService(router: Self.router, errorSteps: [replacing])
    #expect(try await answer(alone, "/refused").text.contains(#""code":"a""#))
  }

  @Test("A smaller body limit applies to all paths except its exceptions")
  func bodyLimit() throws {
    let limit = BodyLimit(bytes: 3) { $0.path == "/photo" }
    let body: [UInt8] = [1, 2, 3, 4]
    try limit.check(HTTPRequest(method: .put, path: "/photo", body: body))
    try limit.check(HTTPRequest(method: .put, path: "/a", body: [1, 2, 3]))
    #expect(throws: Problem(status: 413, code: "body_too_large", detail: "")) {
      try limit.check(HTTPRequest(method: .put, path: "/a", body: body))
    }
  }
}
