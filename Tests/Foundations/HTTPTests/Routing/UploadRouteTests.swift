import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("Routes that decide by the head") struct UploadRouteTests {
  private struct Refusal: RequestCheck {
    func check(_ request: HTTPRequest) throws {
      if request.fields.contains("X-Foreign") || request.body == [9] {
        throw Problem(status: 403, code: "check", detail: "Refused.")
      }
    }
  }

  private static let service: HTTPService = {
    var router = Router()
    router.onUpload(.put, "/photos/{id}") { head in
      guard head.fields.contains("X-Token"), head.body.isEmpty else {
        throw Problem(status: 401, code: "route", detail: "Refused.")
      }
      return { body in .text("\(head.pathParameters["id"] ?? "") \(body)") }
    }
    router.on(.put, "/text") { request in .text("\(request.path) \(request.body)") }
    return HTTPService(router: router, checks: [Refusal()], responseSteps: [SecurityHeaders()])
  }()

  @Test(
    "A request is answered alike in one step and in two, and refused by its head where the head decides",
    arguments: [
      ("/photos/a", ["X-Token": "1"], [1], 200, false), ("/photos/a", [:], [1], 401, true),
      ("/photos/a", ["X-Token": "1", "X-Foreign": "1"], [1], 403, true),
      ("/photos/a", ["X-Token": "1"], [9], 403, false), ("/none", [:], [1], 404, true),
      ("/text", [:], [1], 200, false),
    ] as [(String, HTTPFields, [UInt8], Int, Bool)])
  func steps(path: String, fields: HTTPFields, body: [UInt8], status: Int, byHead: Bool) async {
    let head = HTTPRequest(method: .put, path: path, fields: fields)
    var request = head
    request.body = body
    let whole = await Self.service.respond(to: request)
    #expect(whole.status == status)
    var later: HTTPResponse
    switch await Self.service.admit(head) {
    case .refused(let response):
      #expect(byHead)
      later = response
    case .admitted(let responder):
      #expect(!byHead)
      later = await responder(request)
    }
    #expect(later.status == status)
    #expect(later.fields.contains("X-Content-Type-Options"))
    if status == 200 { #expect(later.body == whole.body) }
  }
}
